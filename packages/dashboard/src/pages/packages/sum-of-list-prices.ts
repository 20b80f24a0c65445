interface Priced {
  readonly slug: string;
  readonly listPriceCents: number;
}

/** The list prices of the chosen check types, added up. */
export function sumOfListPrices(checkTypes: readonly Priced[], chosen: readonly string[]): number {
  return checkTypes
    .filter(({ slug }) => chosen.includes(slug))
    .reduce((sum, { listPriceCents }) => sum + listPriceCents, 0);
}
