import { nearest } from '../event/nearest.js';
import { UsageError } from '../terminal/usage-error.js';
import type { Row } from './row.js';

/**
 * The rows that `--only` names, without those that `--skip` names. Both take names of rows and of groups.
 *
 * @throws UsageError for a name that is neither, with the nearest one, and when no row is left.
 */
export function chooseRows(
  rows: readonly Row[],
  only: readonly string[],
  skip: readonly string[],
): readonly Row[] {
  const known = [...new Set(rows.flatMap(({ group, name }) => [group, name]))];
  for (const [option, names] of [
    ['--only', only],
    ['--skip', skip],
  ] as const) {
    for (const name of names) {
      if (known.includes(name)) continue;
      const meant = nearest(name, known);
      const cure =
        meant === undefined ? 'see prove --help for all of them.' : `did you mean ${meant}?`;
      throw new UsageError(`${option}: there is no row or group "${name}"; ${cure}`);
    }
  }
  const named = (row: Row, names: readonly string[]): boolean =>
    names.includes(row.name) || names.includes(row.group);
  const chosen = rows.filter((row) => (only.length === 0 || named(row, only)) && !named(row, skip));
  if (chosen.length === 0) throw new UsageError('--only and --skip leave no row to run.');
  return chosen;
}
