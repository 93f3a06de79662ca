package org.mahnmf.term;

import java.util.SplittableRandom;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Term;

class NonNegativeTest extends TermContract {

  @Override
  Term create(SplittableRandom random, int rank, int count) {
    return Box.NON_NEGATIVE;
  }
}
