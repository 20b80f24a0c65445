/** An amount of money. */
export function Price({ cents, currency }: { cents: number; currency: string }) {
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency });
  return <span className="tabular-nums">{format.format(cents / 100)}</span>;
}
