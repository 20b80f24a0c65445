import { expect, it, onTestFinished } from 'vitest';
import { openNewDatabase } from '../../../src/service/db/open-new-database.js';
import { borrowMemoryDatabase } from '../../support/open-test-database.js';

const MB = 2 ** 20;

it('a new database needs no more memory than PGlite begins with, and loads little of a log', async () => {
  const pglite = await openNewDatabase({});
  try {
    expect(pglite.Module['HEAPU8'].byteLength / MB).toBe(128);
    const { rows } = await pglite.query('select sum(size)::int as bytes from pg_ls_waldir()');
    expect(rows).toEqual([{ bytes: expect.toSatisfy((bytes) => bytes <= 5 * MB) }]);
  } finally {
    await pglite.close();
  }
});

it('bytes come back as they are', async () => {
  const { pglite, close } = await borrowMemoryDatabase();
  onTestFinished(close);
  const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  for (const bytes of [every, every.subarray(100, 103), Buffer.from('text'), new Uint8Array()]) {
    const query = 'select $1::bytea as bytes, octet_length($1) as length, null::bytea as none';
    const { rows } = await pglite.query(query, [bytes]);
    expect(rows).toEqual([{ bytes: Buffer.from(bytes), length: bytes.length, none: null }]);
  }
});
