/** A change of the code that breaks a law. */
export interface LawMutant {
  readonly name: string;
  /** From the root of the repository. */
  readonly file: string;
  readonly find: string;
}

export const mutants: readonly LawMutant[];
