import { wordsOf } from '../../resource/words-of.js';
import { Status } from '../../ui/status.js';
import type { ImportRow } from './row-columns.js';

/** Where a row stands with what its role asks for: a summary, and each requirement on demand. */
export function RowRequirements({ requirements }: Pick<ImportRow, 'requirements'>) {
  if (requirements.length === 0) return <span className="text-muted">–</span>;
  return (
    <details className="min-w-40">
      <summary>{summaryOf(requirements)}</summary>
      <ul className="mt-1 flex flex-col gap-1">
        {requirements.map(({ kind, slug, required, state }) => (
          <li key={`${kind} ${slug}`} className="flex flex-wrap items-center gap-x-2">
            <Status value={state} />
            <span>
              {slug}
              <span className="text-xs text-muted">
                {' '}
                {wordsOf(kind).toLowerCase()}
                {required ? '' : ', not required'}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** How many requirements are in each state, such as `2 satisfied, 1 missing`. */
function summaryOf(requirements: ImportRow['requirements']): string {
  const counts = new Map<string, number>();
  for (const { state } of requirements) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
}
