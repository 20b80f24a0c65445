import type { DueWork } from '@screening-webhooks/sandbox';
import { dueUntil } from './due-until.js';

/** The first work of a move of the clock. Shown under the clock while the button before it is hovered or focused. */
export function MovePreview({
  id,
  due,
  target,
}: {
  id: string;
  due: DueWork;
  /** Virtual time in milliseconds. */
  target: number;
}) {
  return (
    <span
      id={id}
      role="tooltip"
      className="absolute top-full right-0 hidden w-fit max-w-full rounded-md bg-text px-3 py-2 text-panel shadow-lg group-hover:block group-has-focus-visible:block"
    >
      {dueUntil(due, target)}
    </span>
  );
}
