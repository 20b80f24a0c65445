import { describe, expect, it } from 'vitest';
import { signatureTable } from '../../../../tests/packed/signature-table.mjs';
import { parseSignatureHeader } from '../../src/index.js';

const { readable, unreadable } = signatureTable;

describe('a header that can be read', () => {
  it.each(readable)('$name', ({ header, signatures, timestampText }) => {
    expect(parseSignatureHeader(header)).toEqual({
      ok: true,
      timestamp: Number(timestampText),
      timestampText,
      signatures,
    });
  });

  it('keeps t as it was written, also zero', () => {
    const header = `t=0,v1=${'a'.repeat(64)}`;
    expect(parseSignatureHeader(header)).toMatchObject({ timestamp: 0, timestampText: '0' });
  });
});

describe('a header that cannot', () => {
  it.each([
    ...unreadable,
    { name: 'undefined', header: undefined, code: 'signature_header_missing' },
  ])('$name', ({ header, code }) => {
    expect(parseSignatureHeader(header)).toEqual({ ok: false, code });
  });
});
