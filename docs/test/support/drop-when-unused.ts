import { vi } from 'vitest';
import type { ScratchDatabase } from '../../../tests/support/scratch-database.js';

/** Drops a database when the last connection to it is closed: one that is closing would get an error that nobody expects. */
export async function dropWhenUnused({ name, administer, drop }: ScratchDatabase): Promise<void> {
  const isUsed = `exists (select from pg_stat_activity where datname = '${name}')`;
  await vi.waitFor(
    () => administer(`do $$ begin if ${isUsed} then raise 'in use: ${name}'; end if; end $$`),
    { timeout: 60_000, interval: 20 },
  );
  await drop();
}
