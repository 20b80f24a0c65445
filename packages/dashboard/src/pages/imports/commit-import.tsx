import type { Answer } from '../../api/operations.js';
import { Action } from '../../resource/action.js';
import { counted } from '../../words/words-of.js';

type BulkImport = Answer<'getBulkImport'>;

/** The button that makes candidates and onboardings of an import, and says how many. */
export function CommitImport({ found }: { found: BulkImport }) {
  return (
    <Action
      operation="commitBulkImport"
      look="primary"
      path={{ id: found.id }}
      on={found}
      refusal={
        found.counts.valid + found.counts.pending === 0
          ? 'No row is valid or pending, so nothing would be created.'
          : undefined
      }
    >
      {commitSentence(found.counts)}
    </Action>
  );
}

/** What a commit creates and what it leaves out. */
function commitSentence({ valid, pending, missing }: BulkImport['counts']): string {
  const taken = valid + pending;
  const isOne = missing === 1;
  const out =
    missing === 0
      ? ''
      : ` ${counted(missing, 'row')} with something missing ${isOne ? 'is' : 'are'} left out.`;
  const people = taken === 1 ? 'person' : 'people';
  return `This onboards the ${people} in ${counted(taken, 'row')} (${valid} valid, ${pending} pending) and creates the candidates that do not exist yet.${out}`;
}
