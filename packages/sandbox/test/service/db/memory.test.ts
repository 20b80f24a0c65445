import { expect, it } from 'vitest';
import { openNewDatabase } from '../../../src/service/db/open-new-database.js';

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
