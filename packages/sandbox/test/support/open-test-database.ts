import { keep } from 'screening-webhooks-test-support/kept';
import { Changes } from '../../src/service/db/changes.js';
import { type OpenDatabase, ownDatabase } from '../../src/service/db/connect.js';
import type { DrizzlePglite } from '../../src/service/db/drizzle-pglite.js';
import { openNewDatabase } from '../../src/service/db/open-new-database.js';
import { openPostgresDatabase } from '../../src/service/db/postgres/open-postgres-database.js';
import { scratchDatabase } from './scratch-postgres.js';

/** A database that a test has opened. */
export interface TestDatabase extends OpenDatabase {
  /** Absent on PostgreSQL. */
  readonly pglite?: DrizzlePglite;
}

/** An empty database: in memory, or on PostgreSQL in the project `service-on-postgres`. */
export async function openTestDatabase(): Promise<TestDatabase> {
  if (process.env['SANDBOX_TEST_POSTGRES'] === undefined) return borrowMemoryDatabase();
  const scratch = await scratchDatabase({ migrated: false });
  // A busy machine must not fail the test.
  const database = await openPostgresDatabase(scratch.url, () => {}, { connectWithinMs: 60_000 });
  return {
    ...database,
    async close() {
      await database.close();
      await scratch.close();
    },
  };
}

interface Kept {
  readonly pglite: DrizzlePglite;
  readonly shape: unknown;
}

/** The free databases of this worker: opening one takes half a second of CPU time. */
const free: Kept[] = [];

/** Takes an empty in-memory database from this worker's pool. Closing the database returns it. */
export async function borrowMemoryDatabase(): Promise<TestDatabase & { pglite: DrizzlePglite }> {
  const kept = (await takeFree()) ?? (await openKept());
  const { pglite } = kept;
  // The previous test may have left listeners.
  Reflect.set(pglite, 'changes', new Changes());
  let isClosed = false;
  return {
    ...ownDatabase(pglite),
    pglite,
    async close() {
      if (!isClosed) free.push(kept);
      isClosed = true;
    },
  };
}

async function openKept(): Promise<Kept> {
  const pglite = await keep(() => openNewDatabase({}));
  return { pglite, shape: await shapeOf(pglite) };
}

async function takeFree(): Promise<Kept | undefined> {
  for (;;) {
    const kept = free.pop();
    if (!kept) return undefined;
    await kept.pglite.exec(EMPTY);
    if ((await shapeOf(kept.pglite)) === kept.shape) return kept;
    // A test has changed a table.
    await kept.pglite.close();
  }
}

async function shapeOf(pglite: DrizzlePglite): Promise<unknown> {
  const { rows } = await pglite.query<{ shape: unknown }>(SHAPE);
  return rows[0]?.shape;
}

const SHAPE = `select md5(concat_ws(' ',
  (select string_agg(relname::text, ' ' order by oid) from pg_class),
  (select string_agg(attname::text, ' ' order by attrelid, attnum) from pg_attribute where attrelid > 16384),
  (select string_agg(conname::text, ' ' order by oid) from pg_constraint),
  (select string_agg(tgname::text || tgenabled::text, ' ' order by oid) from pg_trigger),
  (select string_agg(proname::text || md5(prosrc), ' ' order by oid) from pg_proc where oid > 16384),
  (select string_agg(created_at::text, ' ') from drizzle.__drizzle_migrations))) as shape`;

// The template is equally empty. Constraints and triggers would only cost time.
const EMPTY = `do $$
  declare
    one record;
  begin
    for one in select nspname from pg_namespace where nspname like 'snapshot\\_%' and nspname <> 'snapshot_seeded' loop
      execute format('drop schema %I cascade', one.nspname);
    end loop;
    comment on schema snapshot_seeded is null;
    set local session_replication_role = replica;
    for one in select schemaname, tablename from pg_tables where schemaname in ('public', 'snapshot_seeded') loop
      execute format('delete from %I.%I', one.schemaname, one.tablename);
    end loop;
    for one in select schemaname, sequencename, start_value from pg_sequences where schemaname = 'public' loop
      perform setval(format('%I.%I', one.schemaname, one.sequencename)::regclass, one.start_value, false);
    end loop;
  end $$`;
