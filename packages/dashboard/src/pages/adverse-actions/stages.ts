import type { Answer } from '../../api/operations.js';

/** How far one stage of an adverse action is. */
export interface StageState {
  readonly stage: string;
  /** Whether the action stands there, or ended there. */
  readonly isCurrent: boolean;
  readonly state: 'done' | 'current' | 'skipped' | 'ahead';
}

/** The stages of an adverse action in their order. A stage that it passed without being there was skipped. */
export function stagesOf(
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
