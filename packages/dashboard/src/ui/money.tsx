export function formatMoney(cents: number, currency: string): string {
  return new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(cents / 100);
}

/** The cents of a typed amount, such as `12.50`. `undefined` if the text is not an amount. */
export function parseMoney(text: string): number | undefined {
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found) return undefined;
  const [, whole = '0', part = ''] = found;
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

export function typedMoney(cents: number | undefined): string {
  return cents === undefined ? '' : (cents / 100).toFixed(2);
}

export function Money({ cents, currency }: { cents: number; currency: string }) {
  return <span className="whitespace-nowrap tabular-nums">{formatMoney(cents, currency)}</span>;
}
