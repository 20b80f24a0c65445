import type { Count, Effort } from '../../measure/effort.js';
import { runProgram } from '../../measure/program.js';
import type { Row } from '../../measure/row.js';
import { errorOfMedian, median } from '../../measure/statistics.js';

const RUNS: Count = { full: 3, quick: 1 };
// A table of a million keys that grows at once takes 330 ms; the ack deadline leaves room for much more than 25.
const LONGEST_PAUSE_MS = 25;

const keys = [
  // By budget: the key in V8 (16 bytes and its characters, in steps of 8) and 35 bytes for the table.
  // A claim also looks for done ids in two generations and has a lease. Measured: 0.71 to 0.76 of the rate of Map.set, and
  // 0.58 to 0.62 with the longer keys.
  { characters: 28, what: 'ids alone', mostBytes: 83, ofMap: 0.6 },
  { characters: 57, what: "the receiver's keys", mostBytes: 115, ofMap: 0.5 },
];

/** The output of `remember-ids.ts`: bytes an id, milliseconds, and operations a second. */
type Memory = Readonly<
  Record<'bytes' | 'longestPause' | 'longestCollection' | 'claims' | 'events' | 'sets', number>
>;

/** `memoryStore` while it grows to two million ids: memory, pauses, and its rate beside that of one Map. */
export async function memoryStoreRows(effort: Effort): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { characters, what, mostBytes, ofMap } of keys) {
    const runs: Memory[] = [];
    while (runs.length < RUNS[effort]) runs.push(await rememberIds(effort, characters));
    const contest = `memoryStore, ${what} (${characters} characters)`;
    const relativeError = (values: readonly number[]): number =>
      errorOfMedian(values) / median(values);

    function row(name: string, unit: string, figure: keyof Memory): Row {
      const values = runs.map((memory) => memory[figure]);
      const figures = { [unit]: median(values) };
      return { subject: 'stores', contest, name, figures, noise: relativeError(values) };
    }
    const medianOf = (figure: keyof Memory): number => median(runs.map((memory) => memory[figure]));
    const ratios = runs.map(({ claims, sets }) => claims / sets);
    rows.push(
      {
        ...row(`an id of a million, against ${mostBytes} bytes`, 'bytes', 'bytes'),
        ratio: mostBytes / medianOf('bytes'),
        budget: 1,
      },
      {
        ...row(`longest pause, against ${LONGEST_PAUSE_MS} ms`, 'ms', 'longestPause'),
        ratio: LONGEST_PAUSE_MS / medianOf('longestPause'),
        budget: 1,
      },
      row('longest garbage collection', 'ms', 'longestCollection'),
      {
        ...row('claim, against Map.set of as many keys', '/s', 'claims'),
        ratio: median(ratios),
        noise: relativeError(ratios),
        budget: ofMap,
      },
      row('Map.set', '/s', 'sets'),
      row('claim and commit', '/s', 'events'),
    );
  }
  return rows;
}

async function rememberIds(effort: Effort, characters: number): Promise<Memory> {
  const program = new URL('remember-ids.ts', import.meta.url);
  const command = [process.execPath, '--expose-gc'] as const;
  return JSON.parse(await runProgram(program, { effort, command, args: [String(characters)] }));
}
