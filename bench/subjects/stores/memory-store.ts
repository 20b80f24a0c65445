import { execFileSync } from 'node:child_process';
import { bundled } from '../../measure/bundled.js';
import type { Row } from '../../measure/row.js';
import { errorOfMedian, median } from '../../measure/statistics.js';

const RUNS = 3;
const MOST_BYTES = 90;
const FEWEST_CLAIMS = 1_500_000;
const LONGEST_PAUSE_MS = 25;

const keys = [
  { characters: 28, what: 'ids alone' },
  { characters: 57, what: "the receiver's keys" },
];

/** What `remember-ids.ts` prints: bytes an id, milliseconds, and operations a second. */
type Memory = Readonly<
  Record<'bytes' | 'longestPause' | 'longestCollection' | 'claims' | 'events' | 'sets', number>
>;

/** `memoryStore` with a million ids and on the way to two, beside its budgets, which are no ratios, and beside one Map. */
export async function memoryStoreRows(): Promise<readonly Row[]> {
  const program = await bundled(new URL('remember-ids.ts', import.meta.url));
  return keys.flatMap(({ characters, what }) => {
    const runs = Array.from({ length: RUNS }, () => run(program, characters));
    const contest = `memoryStore, ${what} (${characters} characters)`;

    function row(name: string, unit: string, figure: keyof Memory): Row {
      const figures = runs.map((memory) => memory[figure]);
      const noise = errorOfMedian(figures) / median(figures);
      return { subject: 'stores', contest, name, figures: { [unit]: median(figures) }, noise };
    }
    const middle = (figure: keyof Memory): number => median(runs.map((memory) => memory[figure]));
    const sets = median(runs.map(({ claims, sets }) => claims / sets));
    return [
      {
        ...row(`an id of a million, against ${MOST_BYTES} bytes`, 'bytes', 'bytes'),
        ratio: MOST_BYTES / middle('bytes'),
        budget: 1,
      },
      {
        ...row(`longest pause of ours, against ${LONGEST_PAUSE_MS} ms`, 'ms', 'longestPause'),
        ratio: LONGEST_PAUSE_MS / middle('longestPause'),
        budget: 1,
      },
      row('longest collection meanwhile', 'ms', 'longestCollection'),
      {
        ...row('claim, against 1.5 million', '/s', 'claims'),
        ratio: middle('claims') / FEWEST_CLAIMS,
        budget: 1,
      },
      { ...row('claim, against set of one Map', '/s', 'claims'), ratio: sets },
      row('set of one Map', '/s', 'sets'),
      row('claim and commit', '/s', 'events'),
    ];
  });
}

function run(program: string, characters: number): Memory {
  const args = ['--expose-gc', program, String(characters)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}
