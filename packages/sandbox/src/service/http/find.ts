import { cutTo } from '../limits/characters.js';
import { limits } from '../limits/limits.js';
import { Problem } from './problem.js';

/** The one row of a query by id. @throws Problem 404 when there is none: another's object is not found either. */
export function found<Row>(rows: readonly Row[], what: string, id: string): Row {
  const [row] = rows;
  if (row !== undefined) return row;
  const named = cutTo(limits.faultName.most, id);
  throw new Problem('resource_not_found', `No ${what} has the id ${named}.`);
}
