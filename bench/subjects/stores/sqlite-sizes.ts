import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sqliteStore } from '@screening-webhooks/sqlite';
import { sqliteInbox } from '@screening-webhooks/sqlite/inbox';
import { fixture } from '@screening-webhooks/testing';
import Database from 'libsql';
import type { Count, Effort } from '../../measure/effort.js';
import type { Row } from '../../measure/row.js';

const IDS: Count = { full: 100_000, quick: 500 };
const EVENTS: Count = { full: 10_000, quick: 100 };
const MOST_WAITING = 50;
const A_WEEK = 604_800_000;

/** The bytes of a done id and of a done event: the pages of a database that has grown with them, and after a VACUUM. */
export async function sqliteSizeRows(effort: Effort): Promise<readonly Row[]> {
  return [...(await sizesOfIds(IDS[effort])), ...(await sizesOfEvents(EVENTS[effort]))];
}

async function sizesOfIds(count: number): Promise<readonly Row[]> {
  const database = new Database(':memory:');
  const store = sqliteStore(database);
  await store.migrate();
  const owner = randomUUID();
  for (let index = 0; index < count; index += 1) {
    // The keys of receivers have 40 to 90 characters.
    const key = keyOf(index).slice(0, 40 + (index % 51));
    await store.claim(key, `${owner}.${index}`, A_WEEK);
    await store.commit(key, `${owner}.${index}`, A_WEEK);
  }
  const name = 'a done id, a key of 65 characters';
  return sizesOf(database, 'sqliteStore', name, (bytes) => bytes / count);
}

async function sizesOfEvents(count: number): Promise<readonly Row[]> {
  const database = new Database(':memory:');
  const inbox = sqliteInbox(database);
  await inbox.migrate();
  let processed = 0;
  const worker = await inbox.work(async () => {
    processed += 1;
    return { kind: 'processed' };
  });
  let json = 0;
  for (let index = 0; index < count; index += 1) {
    const key = keyOf(index);
    const event = fixture('document_verification.completed', { id: key.slice(29, 69) });
    json += Buffer.byteLength(JSON.stringify(event));
    await inbox.store(event, { key, receivedAt: Date.now() });
    // The lines of a backlog would leave free pages.
    while (index - processed > MOST_WAITING) await nextTurn();
  }
  while (processed < count) await nextTurn();
  await worker.stop();
  const name = 'a done event, without its JSON';
  return sizesOf(database, 'sqliteInbox', name, (bytes) => (bytes - json) / count);
}

/** @param each The bytes of one row, by those of the database. */
function sizesOf(
  database: Database.Database,
  contest: string,
  name: string,
  each: (bytes: number) => number,
): readonly Row[] {
  const size = database.prepare(
    'SELECT page_count * page_size FROM pragma_page_count, pragma_page_size',
  );
  const row = (name: string): Row => {
    const [bytes] = Object.values(Object(size.get()));
    return { subject: 'stores', contest, name, figures: { bytes: each(Number(bytes)) } };
  };
  const grown = row(name);
  database.exec('VACUUM');
  const rows = [grown, row(`${name}, after a VACUUM`)];
  database.close();
  return rows;
}

/** Random, as ids are: the pages of an index are not full. */
function keyOf(index: number): string {
  const digits = createHash('sha256').update(String(index)).digest('hex');
  return `int_b7h2vx9q4kzmw3tn8rcjp6fd:evt_${digits}`;
}
