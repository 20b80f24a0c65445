import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { DrizzleQueryError, sql } from 'drizzle-orm';
import { openFolderDatabase } from '../../../../../src/service/db/folder/open-folder-database.js';

// Writes rows to the database of a folder, and prints the number of each after its commit, until it is killed or a write
// fails. Then prints what still works, and what works again after a line of input.

const [folder = '', size = '0'] = process.argv.slice(2);
const print = (line: string) => process.stdout.write(`${line}\n`);
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'works',
    (error: unknown) => {
      return String(error instanceof DrizzleQueryError ? error.cause : error);
    },
  );

const { sql: db, close } = await openFolderDatabase(folder);
await db.execute(sql`create table if not exists written (number int, filler bytea)`);
const insert = async (number: number): Promise<void> => {
  const filler = randomBytes(Number(size)).toString('hex');
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into written values (${number}, decode(${filler}, 'hex'))`);
  });
};

print('open');
let failed: string | undefined;
for (let number = 1; failed === undefined; number += 1) {
  const result = await outcome(insert(number));
  if (result === 'works') print(String(number));
  else failed = result;
}
const read = await outcome(db.execute(sql`select count(*) from written`));
print(JSON.stringify({ failed, read }));
await once(process.stdin, 'data');
const write = await outcome(insert(0));
print(JSON.stringify({ write, close: await outcome(close()) }));
process.stdin.destroy();
