import type { Effort } from '../../measure/effort.js';
import { noPostgres, postgresAnswers } from '../../measure/postgres-server.js';
import { startProgram } from '../../measure/program.js';
import { inTurns, medianOf, type Rounds, ratiosOf } from '../../measure/rounds.js';
import type { Row } from '../../measure/row.js';
import { errorOfMedian, median } from '../../measure/statistics.js';
import { startEngine } from './start-engine.js';
import { createDatabase, serviceDatabase } from './stored-deliveries.js';

const LOOP = 'a bare loop: POST, then a row';
// The sender keeps no connection, so that the answer of one attempt cannot be taken for another's.
const OWN = 'a bare loop that opens a connection for each POST';
const TEN_LOOPS = 'ten bare loops side by side';
/** The numbers of stored deliveries to compare, and of deliveries per round. */
const COUNTS = {
  full: { few: 1000, many: 1_000_000, attempts: 1000 },
  quick: { few: 20, many: 40, attempts: 20 },
};
const ROUNDS = { rounds: 7, warmUp: 2 };
const ENGINES = 2;
const CONTEST = 'deliveries on PostgreSQL, real clock, 10 endpoints';

/** Deliveries a second of two engines on PostgreSQL, beside a bare loop, and beside a history of a million. */
export async function deliveriesSubject(effort: Effort): Promise<readonly Row[]> {
  if (!(await postgresAnswers())) {
    return [{ subject: 'deliveries', contest: CONTEST, name: 'all', skipped: noPostgres }];
  }
  const { few, many, attempts } = COUNTS[effort];
  const nameOf = (stored: number) => `${ENGINES} engines, ${stored.toLocaleString('en')} stored`;
  const [small, large] = [nameOf(few), nameOf(many)];
  const receiver = await startProgram(new URL('receiver-program.ts', import.meta.url));
  // Called in reverse order.
  const ends: (() => Promise<void>)[] = [() => receiver.end()];
  let firstUrl = '';
  const measures = new Map<string, () => Promise<number>>();
  try {
    for (const [name, history] of [
      [small, few],
      [large, many],
    ] as const) {
      const database = await createDatabase();
      ends.push(() => database.drop());
      firstUrl ||= database.url;
      const addEngine = async () => {
        const engine = await startEngine(database.url);
        ends.push(() => engine.end());
      };
      // The first creates the tables.
      await addEngine();
      const stored = await serviceDatabase(database.url, `http://127.0.0.1:${receiver.first}/`);
      ends.push(() => stored.close());
      await stored.addHistory(history);
      for (let engines = 1; engines < ENGINES; engines += 1) await addEngine();
      measures.set(name, () => stored.deliver(attempts));
    }
    for (const [name, loops, connections] of [
      [LOOP, 1, 'kept'],
      [OWN, 1, 'own'],
      [TEN_LOOPS, 10, 'kept'],
    ] as const) {
      const bare = await startProgram(
        new URL('bare-program.ts', import.meta.url),
        firstUrl,
        receiver.first,
        String(loops),
        connections,
      );
      ends.push(() => bare.end());
      measures.set(name, async () => {
        bare.write(String(attempts));
        return Number(await bare.line());
      });
    }
    const times = await inTurns(effort, [...measures.keys()], ROUNDS, async (name) => {
      const millis = (await measures.get(name)?.()) ?? Number.NaN;
      return millis / attempts;
    });
    return [
      row(times, LOOP),
      row(times, OWN),
      row(times, TEN_LOOPS),
      row(times, small, LOOP, 0.42),
      row(times, small, OWN),
      row(times, small, TEN_LOOPS),
      row(times, large, small, 0.95),
    ];
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

function row(times: Rounds, name: string, against?: string, budget?: number): Row {
  const ratios = against === undefined ? [] : ratiosOf(times, name, against);
  return {
    subject: 'deliveries',
    contest: CONTEST,
    name: against === undefined || budget !== undefined ? name : `${name}, against ${against}`,
    figures: { 'a second': 1000 / medianOf(times, name) },
    ...(ratios.length > 0 && {
      ratio: median(ratios),
      noise: errorOfMedian(ratios) / median(ratios),
    }),
    ...(budget !== undefined && { budget }),
  };
}
