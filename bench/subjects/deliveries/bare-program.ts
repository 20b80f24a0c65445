import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { Pool } from 'pg';

// The floor: POSTs a body and writes one row for it, again and again. Arguments: the URL of the database, the port of the
// receiver, how many loops run side by side, and whether connections to the receiver are `kept` or each POST opens its `own`. For
// each line with a number, it makes that number of deliveries, and prints the milliseconds.

const [, , url, port, loops, connections] = process.argv;
const pool = new Pool({ connectionString: url, max: Number(loops) });
const agent = new Agent({ keepAlive: connections === 'kept' });
const body = Buffer.from(JSON.stringify({ id: 'evt', data: 'x'.repeat(900) }));
const headers = {
  'content-type': 'application/json',
  'content-length': String(body.length),
  'service-signature': `t=1800000000,v1=${'0f'.repeat(32)}`,
};

function post(): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method: 'POST', agent, headers },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}

async function attempts(count: number): Promise<void> {
  let left = count;
  const loop = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const status = await post();
      await pool.query('insert into bare_attempts (headers, status) values ($1, $2)', [
        JSON.stringify(headers),
        status,
      ]);
    }
  };
  await Promise.all(Array.from({ length: Number(loops) }, loop));
}

await pool.query(`create table if not exists bare_attempts (
  id bigint generated always as identity primary key, headers json, status int, at timestamptz default now())`);
console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const startedAt = performance.now();
  await attempts(Number(line));
  console.log(performance.now() - startedAt);
}
