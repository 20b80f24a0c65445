import { vi } from 'vitest';
import type { ScratchDatabase } from '../../../tests/support/scratch-database.js';

/** Drops a database when the last connection to it is closed: a connection that is closing would get an unexpected error. */
export async function dropWhenUnused({ name, administer, drop }: ScratchDatabase): Promise<void> {
  const isUsed = `exists (select from pg_stat_activity where datname = '${name}')`;
  await vi.waitFor(
    () => administer(`do $$ begin if ${isUsed} then raise 'in use: ${name}'; end if; end $$`),
    { timeout: 60_000, interval: 20 },
  );
  await drop();
}
