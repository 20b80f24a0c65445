import { execFileSync } from 'node:child_process';
import { bundleProgram } from '../../measure/bundle-program.js';
import type { Row } from '../../measure/row.js';
import { errorOfMedian, median } from '../../measure/statistics.js';

const RUNS = 3;
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
export async function memoryStoreRows(): Promise<readonly Row[]> {
  const program = await bundleProgram(new URL('remember-ids.ts', import.meta.url));
  return keys.flatMap(({ characters, what, mostBytes, ofMap }) => {
    const runs = Array.from({ length: RUNS }, () => run(program, characters));
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
    return [
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
    ];
  });
}

function run(program: string, characters: number): Memory {
  const args = ['--expose-gc', program, String(characters)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}
