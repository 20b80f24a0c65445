import type { ReactNode } from 'react';
import { filtersOf } from '../../api/filters.js';
import type { Answer } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { wordsOf } from '../../words/words-of.js';

const stages = (filtersOf('listAdverseActions')['stage']?.enum ?? []).map(String);

const states = {
  done: ['Done', '✓', 'border-ok text-ok'],
  current: ['Now', '●', 'border-accent text-accent'],
  skipped: ['Skipped', '–', 'border-line text-muted'],
  ahead: ['Not yet', '○', 'border-line text-muted'],
} as const;

export function StageStepper({ action }: { action: Answer<'getAdverseAction'> }) {
  const { stage: current, status, dispute, preNoticeSentAt, finalNoticeSentAt } = action;
  const when: Readonly<Record<string, ReactNode>> = {
    'pre-notice': <Time value={preNoticeSentAt} />,
    dispute: dispute && <Time value={dispute.openedAt} />,
    'final-notice': finalNoticeSentAt && <Time value={finalNoticeSentAt} />,
  };
  const at = stages.indexOf(current);
  const isOpen = status === 'open';
  const stateOf = (stage: string, index: number) => {
    if (index === at) return isOpen ? 'current' : 'done';
    if (index > at) return isOpen ? 'ahead' : 'skipped';
    // The action may have skipped the dispute stage.
    return stage !== 'dispute' || dispute ? 'done' : 'skipped';
  };
  return (
    <ol aria-label="Stages" className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      {stages.map((stage, index) => {
        const [words, mark, look] = states[stateOf(stage, index)];
        return (
          <li
            key={stage}
            aria-current={index === at ? 'step' : undefined}
            className={`rounded-md border-2 bg-panel px-3 py-2 ${look}`}
          >
            <p className="font-medium">
              <span aria-hidden="true">{mark} </span>
              {wordsOf(stage)}
            </p>
            <p className="text-xs">
              {words}
              {when[stage] && <> · {when[stage]}</>}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
