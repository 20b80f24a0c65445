import { Link } from '@tanstack/react-router';
import { useList } from '../../api/list-feed.js';
import type { Item } from '../../api/operations.js';
import { Countdown, Time } from '../../clock/time.js';
import { Name, NameLink } from '../../resource/references.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Loading } from '../../ui/loading.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';

/** The onboardings of a candidate with their checklists. */
export function CandidateOnboardings({ candidateId }: { candidateId: string }) {
  const feed = useList('listOnboardings', { candidateId });
  return (
    <Card title="Onboardings">
      {feed.isPending && <Loading />}
      {feed.isError && <ErrorNote error={feed.error} />}
      {feed.isSuccess && feed.rows.length === 0 && (
        <p className="text-muted">
          There is none. Start one to see which requirements of a role they meet.
        </p>
      )}
      <div className="flex flex-col gap-5">
        {feed.rows.map((onboarding) => (
          <article key={onboarding.id} className="flex min-w-0 flex-col gap-2">
            <h3 className="flex flex-wrap items-center gap-2 font-medium">
              <NameLink kind="role" id={onboarding.roleId} />
              <Status value={onboarding.status} />
            </h3>
            <p className="text-muted">
              {onboarding.workState}, started <Time value={onboarding.createdAt} />,{' '}
              <Text mono>{onboarding.id}</Text>
            </p>
            <Checklist items={onboarding.requirements} />
          </article>
        ))}
      </div>
      {feed.hasNextPage && (
        <div className="mt-3">
          <Button pending={feed.isFetchingNextPage} onClick={() => void feed.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}

type ChecklistItem = Item<'listOnboardings'>['requirements'][number];

/** What a role requires, and how far the candidate is with each of it. */
function Checklist({ items }: { items: readonly ChecklistItem[] }) {
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {items.map((item) => (
        <li
          key={`${item.kind} ${item.slug}`}
          className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-3 py-2 sm:grid-cols-[2fr_6rem_2fr_5rem]"
        >
          <span className="min-w-0">
            <Name kind={item.kind} id={item.slug} />
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
            <Source item={item} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What the state comes from. */
function Source({ item: { kind, sourceId, slug } }: { item: ChecklistItem }) {
  if (sourceId === null) return null;
  const to = kind === 'check' ? '/reports/$id' : '/verifications/$id';
  return (
    <Link to={to} params={{ id: sourceId }} className="text-accent hover:underline">
      {kind === 'check' ? 'Report' : 'Verification'}
      <span className="sr-only"> of {slug}</span>
    </Link>
  );
}
