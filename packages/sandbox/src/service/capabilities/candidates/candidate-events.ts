import type { Command, ScopedCommand } from '../../kernel/command.js';
import type { CandidateRow } from './records.js';

/** What others do when something happens to a candidate. They import this folder, so `operations.ts` of the service hands it over. */
export interface CandidateEvents {
  /** Goes on with what has waited for a field of the candidate. */
  readonly onChange: (command: Command, candidate: CandidateRow) => Promise<void>;
  /** Ends what was asked of the candidate. */
  readonly onArchive: (command: ScopedCommand, candidateId: string) => Promise<void>;
}
