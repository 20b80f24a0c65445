import { describe, expect, it } from 'vitest';
import { linkTo, MAX_LINK_LENGTH, readLink } from '../src/index.js';

const delivery = {
  headers: [
    ['Service-Signature', 't=1,v1=a&b=c#d%20+ "'],
    ['X-Latin', '\u00e9\t'],
  ],
  body: Uint8Array.from({ length: 256 }, (_, index) => index),
  arrivedAt: Date.parse('2026-11-21T03:04:00.123Z'),
} as const;

const fragmentOf = (link: string | undefined): string => new URL(String(link), 'http://x').hash;

describe('a link to the check page', () => {
  it('has every byte and header, after a browser has read it as an address', () => {
    expect(readLink(fragmentOf(linkTo('/check', delivery)))).toEqual(delivery);
  });

  it('needs no time, no header and no body', () => {
    const empty = { headers: [], body: new Uint8Array() };
    expect(readLink(fragmentOf(linkTo('/check', empty)))).toEqual(empty);
  });

  it('has all of it behind the #', () => {
    expect(linkTo('/check', delivery)?.split('#')).toEqual(['/check', expect.any(String)]);
  });

  it('is not made longer than what passes links on', () => {
    const ofLength = (length: number) =>
      linkTo('/check', { ...delivery, body: new Uint8Array(length) });
    expect(ofLength(40_000)?.length).toBeLessThanOrEqual(MAX_LINK_LENGTH);
    expect(ofLength(60_000)).toBeUndefined();
  });

  it.each([
    '',
    '#',
    '#top',
    '#headers=[]',
    '#body=',
    '#headers=[["a"]]&body=',
    '#headers=[["a b","c"]]&body=',
    '#headers=[["a","b\nc"]]&body=',
    '#headers={}&body=',
    '#headers=[&body=',
    '#headers=[]&body=%3',
    '#headers=[]&body=a',
    '#headers=[]&body=YQ',
    '#headers=[]&body=YQ==&arrivedAt=yesterday',
  ])('is not %j', (fragment) => expect(readLink(fragment)).toBeUndefined());
});
