import type { Item } from '../../api/operations.js';
import { Countdown } from '../../clock/time.js';
import { IdLink, NameLink } from '../../resource/references.js';
import { Status } from '../../ui/status.js';

type ChecklistItem = Item<'listOnboardings'>['requirements'][number];

export function Checklist({ items }: { items: readonly ChecklistItem[] }) {
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {items.map((item) => (
        <li
          key={`${item.kind} ${item.slug}`}
          className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-3 py-2 sm:grid-cols-[2fr_6rem_2fr_5rem]"
        >
          <span className="min-w-0">
            <NameLink kind={item.kind} id={item.slug} />
            <span className="text-muted">
              {' '}
              · {item.kind}
              {!item.required && ', optional'}
            </span>
          </span>
          <span>
            <Status value={item.state} />
          </span>
          <span className="text-muted">
            {item.expiresAt !== null && (
              <>
                Ends <Countdown to={item.expiresAt} />
              </>
            )}
          </span>
          <span className="text-right sm:text-left">
            {item.sourceId !== null && (
              <IdLink
                to={item.kind === 'check' ? '/reports/$id' : '/verifications/$id'}
                id={item.sourceId}
              >
                {item.kind === 'check' ? 'Report' : 'Verification'}
                <span className="sr-only"> of {item.slug}</span>
              </IdLink>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
