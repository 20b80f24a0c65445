export const bundleBudgets: readonly {
  readonly package: string;
  readonly name: string;
  readonly on: 'workerd' | 'node';
  readonly external?: readonly string[];
  readonly budget: number;
  /** A text that the bundle must not have. */
  readonly without?: string;
}[];
