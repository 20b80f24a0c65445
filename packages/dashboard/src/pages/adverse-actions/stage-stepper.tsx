import type { ReactNode } from 'react';
import { filtersOf } from '../../api/filters.js';
import type { Answer } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { wordsOf } from '../../words/words-of.js';

type AdverseAction = Answer<'getAdverseAction'>;

const stages = (filtersOf('listAdverseActions')['stage']?.enum ?? []).map(String);

const looks = {
  done: 'border-ok text-ok',
  current: 'border-accent text-accent',
  skipped: 'border-line text-muted',
  ahead: 'border-line text-muted',
} as const;
const marks = { done: '✓', current: '●', skipped: '–', ahead: '○' } as const;
const states = {
  done: 'Done',
  current: 'Now',
  skipped: 'Did not happen',
  ahead: 'Not yet',
} as const;

/** Where an adverse action stands on its way. */
export function StageStepper({ action }: { action: AdverseAction }) {
  const when: Readonly<Record<string, ReactNode>> = {
    'pre-notice': <Time value={action.preNoticeSentAt} />,
    dispute: action.dispute && <Time value={action.dispute.openedAt} />,
    'final-notice': action.finalNoticeSentAt && <Time value={action.finalNoticeSentAt} />,
  };
  return (
    <ol aria-label="Stages" className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      {stagesOf(action, stages).map(({ stage, state, isCurrent }) => (
        <li
          key={stage}
          aria-current={isCurrent ? 'step' : undefined}
          className={`rounded-md border-2 bg-panel px-3 py-2 ${looks[state]}`}
        >
          <p className="font-medium">
            <span aria-hidden="true">{marks[state]} </span>
            {wordsOf(stage)}
          </p>
          <p className="text-xs">
            {states[state]}
            {when[stage] && <> · {when[stage]}</>}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** How far one stage of an adverse action is. */
interface StageState {
  readonly stage: string;
  /** Whether the action stands there, or ended there. */
  readonly isCurrent: boolean;
  readonly state: 'done' | 'current' | 'skipped' | 'ahead';
}

/** The stages of an adverse action in their order. A stage that it passed without being there was skipped. */
function stagesOf(
  {
    stage: current,
    status,
    dispute,
  }: Pick<Answer<'getAdverseAction'>, 'stage' | 'status' | 'dispute'>,
  stages: readonly string[],
): StageState[] {
  const at = stages.indexOf(current);
  const isOpen = status === 'open';
  return stages.map((stage, index) => {
    const isCurrent = index === at;
    if (isCurrent) return { stage, isCurrent, state: isOpen ? 'current' : 'done' };
    const happened = stage !== 'dispute' || dispute !== null;
    if (index < at) return { stage, isCurrent, state: happened ? 'done' : 'skipped' };
    return { stage, isCurrent, state: isOpen ? 'ahead' : 'skipped' };
  });
}
