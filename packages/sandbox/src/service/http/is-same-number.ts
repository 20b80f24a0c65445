/** Checks whether two texts are the same number. @param text As JSON has it. @param other As JavaScript writes it. */
export function isSameNumber(text: string, other: string): boolean {
  if (text === other) return true;
  const [one, two] = [decimal(text), decimal(other)];
  return one !== undefined && one === two;
}

/** A number in its only form: digits without zeros around them, and a power of ten. Undefined: it is infinite. */
function decimal(text: string): string | undefined {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!parts) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = whole + fraction;
  let start = 0;
  while (digits[start] === '0') start += 1;
  // A pattern would take the square of the time for a million zeros before the last digit.
  let end = digits.length;
  while (end > start && digits[end - 1] === '0') end -= 1;
  if (start === end) return '0';
  const power = Number(exponent) - fraction.length + (digits.length - end);
  return `${sign}${digits.slice(start, end)}e${power}`;
}
