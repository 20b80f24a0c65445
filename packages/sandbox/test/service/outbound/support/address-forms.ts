type Octets = readonly [number, number, number, number];

const hex = (value: number): string => `0x${value.toString(16)}`;
const octal = (value: number): string => `0${value.toString(8)}`;
const group = (high: number, low: number): string => ((high << 8) | low).toString(16);

/** Every way to write an IPv4 address as the host of a URL, by name. */
export function formsOf([a, b, c, d]: Octets): Record<string, string> {
  const whole = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  const lastThree = (b << 16) | (c << 8) | d;
  const lastTwo = (c << 8) | d;
  return {
    'four parts': `${a}.${b}.${c}.${d}`,
    'trailing dot': `${a}.${b}.${c}.${d}.`,
    'percent-encoded': `%3${String(a)[0]}${String(a).slice(1)}.${b}.${c}.${d}`,
    'full-width digits': `${a}.${b}.${c}.${d}`.replace(/\d/g, (digit) =>
      String.fromCodePoint(0xff10 + Number(digit)),
    ),
    'one decimal number': String(whole),
    'one hexadecimal number': hex(whole),
    'one octal number': octal(whole),
    'hexadecimal parts': [a, b, c, d].map(hex).join('.'),
    'octal parts': [a, b, c, d].map(octal).join('.'),
    'mixed parts': `${hex(a)}.${octal(b)}.${c}.${hex(d)}`,
    'two parts': `${a}.${lastThree}`,
    'three parts': `${a}.${b}.${lastTwo}`,
    'IPv4-mapped': `[::ffff:${a}.${b}.${c}.${d}]`,
    'IPv4-mapped in hexadecimal': `[0:0:0:0:0:FFFF:${group(a, b)}:${group(c, d)}]`,
  };
}

/** IPv6 addresses that carry an IPv4 address to a router that unpacks it, by name. */
export function tunnelsOf([a, b, c, d]: Octets): Record<string, string> {
  const not = (value: number): number => 255 - value;
  return {
    '6to4': `[2002:${group(a, b)}:${group(c, d)}::1]`,
    'Teredo client': `[2001:0:102:304:0:0:${group(not(a), not(b))}:${group(not(c), not(d))}]`,
    'Teredo server': `[2001:0:${group(a, b)}:${group(c, d)}::]`,
    NAT64: `[64:ff9b::${a}.${b}.${c}.${d}]`,
    'NAT64 with a local prefix': `[64:ff9b:1::${a}.${b}.${c}.${d}]`,
    'IPv4-compatible': `[::${a}.${b}.${c}.${d}]`,
    'IPv4-translated': `[::ffff:0:${a}.${b}.${c}.${d}]`,
  };
}
