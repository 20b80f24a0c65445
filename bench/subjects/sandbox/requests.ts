import { cpuSecondsOf, tellsCpu } from '../../measure/cpu-of.js';
import type { Effort } from '../../measure/effort.js';
import { type RunningProgram, startNode, startProgram } from '../../measure/program.js';
import { inTurns, type Rounds, ratiosOf } from '../../measure/rounds.js';
import type { Row } from '../../measure/row.js';
import { noiseOf, secondRun } from '../../measure/rows-of.js';
import { median } from '../../measure/statistics.js';
import { command } from './command.js';

const CONNECTIONS = [1, 10];
const ROUNDS = { rounds: 7, warmUp: 2 };
/** The requests of a round. CPU time is told in steps of 10 ms, and V8 compiles what is hot beside the first rounds. */
const REQUESTS = { full: 250, quick: 20 };
/** There are always more than the page shows. */
const STORED = 60;
const BARE = 'a bare route';
const WHOLE = 'the service';
const CONTEST = 'CPU of a request on PGlite';
const PATH = '/v1/candidates';

interface Server {
  readonly program: RunningProgram;
  readonly url: string;
  readonly key: string;
}

/** The operations that are measured, with the least acceptable ratio. */
const OPERATIONS = [
  { method: 'GET', path: `${PATH}?limit=25`, budgets: [0.5, 0.5] },
  { method: 'POST', path: PATH, budgets: [0.5, 0.5] },
] as const;

/** CPU time of the service for a request, beside a bare route that gives the same answer with a fixed list of statements. */
export async function requestRows(effort: Effort): Promise<readonly Row[]> {
  if (!tellsCpu) {
    const skipped = 'only Linux tells the CPU time of another process';
    return [{ subject: 'sandbox', contest: CONTEST, name: 'all', skipped }];
  }
  const servers = [await startService(), await startBare()] as const;
  const [service, bare] = servers;
  try {
    for (const server of servers) await run(server, 'POST', PATH, 1, STORED);
    const rows: Row[] = [];
    for (const { method, path, budgets } of OPERATIONS) {
      for (const [index, connections] of CONNECTIONS.entries()) {
        const times: Rounds = await inTurns(
          effort,
          [BARE, WHOLE, secondRun(BARE)],
          ROUNDS,
          (name) =>
            run(name === WHOLE ? service : bare, method, path, connections, REQUESTS[effort]),
        );
        rows.push({
          subject: 'sandbox',
          contest: CONTEST,
          name: `${method} ${path}, ${connections} ${connections === 1 ? 'connection' : 'connections'}, against ${BARE}`,
          figures: {
            'CPU ms': median(times.get(WHOLE) ?? []),
            'bare CPU ms': median(times.get(BARE) ?? []),
          },
          ratio: median(ratiosOf(times, WHOLE, BARE)),
          budget: budgets[index] ?? 0,
          noise: noiseOf(times, BARE),
        });
      }
    }
    return rows;
  } finally {
    for (const { program } of servers) await program.end();
  }
}

async function startService(): Promise<Server> {
  const flags = ['--port', '0', '--json', '--rate-limit', 'off', '--seed', 'none'];
  const program = await startNode([command(), ...flags]);
  const { url, keys }: { url: string; keys: { full: string } } = JSON.parse(program.first);
  return { program, url, key: keys.full };
}

async function startBare(): Promise<Server> {
  const program = await startProgram(new URL('requests-program.ts', import.meta.url));
  const { url }: { url: string } = JSON.parse(program.first);
  return { program, url, key: 'none' };
}

/** Sends requests, and returns the milliseconds of CPU that one of them took. */
async function run(
  { program, url, key }: Server,
  method: 'GET' | 'POST',
  path: string,
  connections: number,
  amount: number,
): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' });
  const before = cpuSecondsOf(program.pid);
  let left = amount;
  const send = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const response = await fetch(url + path, {
        method,
        headers,
        ...(method === 'POST' && { body }),
      });
      if (!response.ok) throw new Error(`${method} ${url}${path}: ${response.status}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
  return ((cpuSecondsOf(program.pid) - before) * 1000) / amount;
}
