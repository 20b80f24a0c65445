import { useList } from '../../api/list-feed.js';
import { Time } from '../../clock/time.js';
import { NameLink } from '../../resource/references.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Loading } from '../../ui/loading.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { Checklist } from './checklist.js';

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
