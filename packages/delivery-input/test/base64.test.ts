import { describe, expect, it } from 'vitest';
import { decodeBase64, encodeBase64 } from '../src/index.js';

describe('base64', () => {
  it('is that of Node, for every length around its steps', () => {
    for (const length of [0, 1, 2, 3, 8191, 8192, 8193, 16_385]) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 7) % 256);
      const text = encodeBase64(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64'));
      expect(decodeBase64(text)).toEqual(bytes);
    }
  });

  it.each(['a', 'YQ', 'YQ=', 'YR==', 'YQ==\n', ' YQ==', 'Y Q==', '-_-_', 'YQ==YQ==', 'ä'])(
    'is not %j',
    (text) => expect(decodeBase64(text)).toBeUndefined(),
  );
});
