/**
 * What everything stands on: threads that share out work in a fixed way, and the version. Imports
 * nothing of the project.
 */
package org.mahnmf.base;
