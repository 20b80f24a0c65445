import { inTurns, medianOf, type Rounds, ratiosOf } from '../../measure/rounds.js';
import type { Row } from '../../measure/row.js';
import { errorOfMedian, median } from '../../measure/statistics.js';
import { startEngine, startProgram } from './start-program.js';
import {
  createDatabase,
  type ServiceDatabase,
  serviceDatabase,
  urlOf,
} from './stored-deliveries.js';

const SMALL = `2 engines, 1,000 stored`;
const LARGE = `2 engines, 1,000,000 stored`;
const LOOP = 'a bare loop: POST, then a row';
const TEN_LOOPS = 'ten bare loops side by side';
const ATTEMPTS = 1000;
const ROUNDS = 7;
const ENGINES = 2;

/** Deliveries a second of two engines on PostgreSQL, beside a bare loop, and beside a history of a million. */
export async function deliveriesSubject(): Promise<readonly Row[]> {
  const receiver = await startProgram(new URL('receiver-program.ts', import.meta.url));
  const ends: (() => void)[] = [() => receiver.end()];
  const databases: ServiceDatabase[] = [];
  const measures = new Map<string, () => Promise<number>>();
  try {
    for (const [name, history] of [
      [SMALL, 1000],
      [LARGE, Number(process.env['BENCH_HISTORY'] ?? 1_000_000)],
    ] as const) {
      const database = await createDatabase();
      // The first creates the tables.
      const engines = [await startEngine(urlOf(database))];
      const stored = await serviceDatabase(database, `http://127.0.0.1:${receiver.first}/`);
      databases.push(stored);
      await stored.addHistory(history);
      while (engines.length < ENGINES) {
        engines.push(await startEngine(urlOf(database)));
      }
      ends.push(...engines.map((engine) => () => engine.end()));
      measures.set(name, () => stored.deliver(ATTEMPTS));
    }
    for (const [name, loops] of [
      [LOOP, 1],
      [TEN_LOOPS, 10],
    ] as const) {
      const url = databases[0]?.url ?? '';
      const bare = await startProgram(
        new URL('bare-program.ts', import.meta.url),
        url,
        receiver.first,
        String(loops),
      );
      ends.push(() => bare.end());
      measures.set(name, async () => {
        bare.write(String(ATTEMPTS));
        return Number(await bare.line());
      });
    }
    const options = { rounds: ROUNDS, warmUp: 2 };
    const times = await inTurns([...measures.keys()], options, async (name) => {
      const millis = (await measures.get(name)?.()) ?? Number.NaN;
      return millis / ATTEMPTS;
    });
    return [
      row(times, LOOP),
      row(times, TEN_LOOPS),
      row(times, SMALL, LOOP, 0.5),
      row(times, SMALL, TEN_LOOPS),
      row(times, LARGE, SMALL, 0.9),
    ];
  } finally {
    for (const end of ends) end();
    for (const database of databases) await database.drop();
  }
}

function row(times: Rounds, name: string, against?: string, budget?: number): Row {
  const ratios = against === undefined ? [] : ratiosOf(times, name, against);
  return {
    subject: 'deliveries',
    contest: 'deliveries on PostgreSQL, real clock, 10 endpoints',
    name: against === undefined || budget !== undefined ? name : `${name}, against ${against}`,
    figures: { 'a second': 1000 / medianOf(times, name) },
    ...(ratios.length > 0 && {
      ratio: median(ratios),
      noise: errorOfMedian(ratios) / median(ratios),
    }),
    ...(budget !== undefined && { budget }),
  };
}
