import { createHmac, timingSafeEqual } from 'node:crypto';

/** A correct hand-written check of section 5 over a text. The caller must pass the raw body. */
export function checkText(text: string, header: string | undefined, secret: string): boolean {
  const pairs = (header ?? '').split(',').map((pair) => {
    const [name = '', ...value] = pair.trim().split('=');
    return { name, value: value.join('=') };
  });
  const t = pairs.find(({ name }) => name === 't')?.value;
  if (t === undefined || !/^\d+$/.test(t)) return false;
  if (Math.abs(Math.floor(Date.now() / 1000) - Number(t)) > 300) return false;
  const expected = createHmac('sha256', secret).update(`${t}.${text}`).digest();
  return pairs.some(({ name, value }) => {
    const given = Buffer.from(name === 'v1' ? value : '', 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
