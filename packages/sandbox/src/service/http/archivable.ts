import { z } from 'zod';
import { Problem } from './problem.js';

type ArchivableStatus = 'active' | 'archived';

/** The states of rows with a column `archived`. */
export const byArchived = {
  of: ({ archived }: { readonly archived: boolean }): ArchivableStatus =>
    archived ? 'archived' : 'active',
  columns: (status: ArchivableStatus) => ({ archived: status === 'archived' }),
  shownBy: (status: readonly ArchivableStatus[]) => ({
    archived: status.map((one) => one === 'archived'),
  }),
};

/** The refusal of something new for an archived object. @param what The object in words, such as `package`. */
export function archivedProblem(what: string): Problem {
  return new Problem('state_conflict', `The ${what} is archived.`, { currentStatus: 'archived' });
}

/** The filter of lists of such objects. */
export const ArchivedFilter = z
  .enum(['true', 'false'])
  .describe('Default: the archived ones too.')
  .transform((text) => text === 'true');
