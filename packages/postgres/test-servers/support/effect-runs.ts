import { postgresStore } from '../../src/index.js';
import { type TestDatabase, useTestDatabase } from './server.js';

export { newEvent, run } from '../../test/support/effect-runs.js';

/** A database with the table of the store and one of effects. */
export interface EffectsDatabase extends TestDatabase {
  /** The number of effects of an event. */
  readonly effectsOf: (id: string) => Promise<number>;
}

/** The same for the tests of the `describe` that calls this. */
export function useEffectsDatabase(): EffectsDatabase {
  const database = useTestDatabase(async ({ pool, admin }) => {
    await postgresStore(pool()).migrate();
    await admin('CREATE TABLE effects (event text)');
  });
  const effectsOf = async (id: string): Promise<number> =>
    (await database.admin('SELECT 1 FROM effects WHERE event = $1', [id])).length;
  return Object.assign(database, { effectsOf });
}
