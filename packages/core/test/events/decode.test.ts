import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecodeModule } from '../../src/events/decode.js';
import * as node from '../../src/events/decode-node.js';
import * as web from '../../src/events/decode-web.js';

const implementations: [string, DecodeModule][] = [
  ['node:buffer', node],
  ['TextDecoder', web],
];
const encoder = new TextEncoder();

describe.each(implementations)('%s', (_name, { decodeUtf8 }) => {
  it('gives back any text, as TextDecoder does', () => {
    const reference = new TextDecoder('utf-8', { fatal: true });
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const bytes = encoder.encode(text);
        expect(decodeUtf8(bytes)).toBe(reference.decode(bytes));
      }),
    );
  });

  it('agrees with TextDecoder on any bytes, whether it throws or not', () => {
    const reference = new TextDecoder('utf-8', { fatal: true });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
        const outcome = (decode: (bytes: Uint8Array) => string): string | undefined => {
          try {
            return decode(bytes);
          } catch {
            return undefined;
          }
        };
        expect(outcome(decodeUtf8)).toBe(outcome((given) => reference.decode(given)));
      }),
      { numRuns: 2000 },
    );
  });

  it('drops one byte order mark, and no more', () => {
    expect(decodeUtf8(encoder.encode('\ufeff{}'))).toBe('{}');
    expect(decodeUtf8(encoder.encode('\ufeff\ufeff{}'))).toBe('\ufeff{}');
    expect(decodeUtf8(encoder.encode('{"a":"\ufeff"}'))).toBe('{"a":"\ufeff"}');
  });

  it('reads no further than the view it was given', () => {
    const bytes = encoder.encode('xxäöüxx').subarray(2, 8);
    expect(decodeUtf8(bytes)).toBe('äöü');
  });
});
