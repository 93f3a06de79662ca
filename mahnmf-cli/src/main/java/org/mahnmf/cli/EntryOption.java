package org.mahnmf.cli;

import org.mahnmf.term.Ridge;
import org.mahnmf.term.Sparsity;
import picocli.CommandLine.ITypeConverter;

/** Reads the weight of a term on single entries of a factor. */
final class EntryOption {

  private EntryOption() {}

  /** Reads μ. */
  static final class OfSparsity implements ITypeConverter<Sparsity> {

    @Override
    public Sparsity convert(String value) {
      return OptionValues.checked(() -> new Sparsity(OptionValues.number(value)));
    }
  }

  /** Reads λ. */
  static final class OfRidge implements ITypeConverter<Ridge> {

    @Override
    public Ridge convert(String value) {
      return OptionValues.checked(() -> new Ridge(OptionValues.number(value)));
    }
  }
}
