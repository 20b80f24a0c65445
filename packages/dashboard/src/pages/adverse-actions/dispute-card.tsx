import type { Answer } from '../../api/operations.js';
import { Countdown, Time } from '../../clock/time.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { Grounds } from './grounds.js';

type Dispute = NonNullable<Answer<'getAdverseAction'>['dispute']>;

/** What the candidate disputes, and until when it must be resolved. */
export function DisputeCard({
  dispute,
  checks,
}: {
  dispute: Dispute;
  checks: Answer<'getReport'>['checks'];
}) {
  const { statement, openedBy, openedAt, dueAt, resolvedAt, outcome } = dispute;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <blockquote className="max-h-80 overflow-y-auto border-l-2 border-line pl-3 whitespace-pre-wrap">
        <p>
          <Text>{statement}</Text>
        </p>
      </blockquote>
      <p className="text-muted">
        Opened by the {openedBy}, <Time value={openedAt} />.{' '}
        {resolvedAt === null ? (
          <>
            Due <Countdown to={dueAt} />.
          </>
        ) : (
          <>
            Resolved <Time value={resolvedAt} />
            {outcome && (
              <>
                {' '}
                as <Status value={outcome} />
              </>
            )}
          </>
        )}
      </p>
      <Grounds ids={[...dispute.recordIds, ...dispute.checkIds]} checks={checks} />
    </div>
  );
}
