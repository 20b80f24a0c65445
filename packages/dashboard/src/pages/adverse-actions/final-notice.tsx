import type { Answer } from '../../api/operations.js';
import { Countdown, Time } from '../../clock/time.js';

/** When the final notice goes out, or went out. */
export function FinalNotice({ action }: { action: Answer<'getAdverseAction'> }) {
  const { finalNoticeSentAt, finalNoticeEligibleAt, finalNoticeScheduledAt, canceledAt } = action;
  if (finalNoticeSentAt !== null) return <When what="Sent" at={finalNoticeSentAt} />;
  if (canceledAt !== null) {
    return <p>None is sent: the adverse action is canceled.</p>;
  }
  if (finalNoticeEligibleAt === null) {
    return <p>The waiting period stands still until the dispute is resolved.</p>;
  }
  return (
    <div className="flex flex-wrap gap-x-10 gap-y-3">
      <When what="Waiting period ends" at={finalNoticeEligibleAt} />
      {finalNoticeScheduledAt === null ? (
        <div>
          <p className="text-xs text-muted">Sent</p>
          <p className="text-lg font-semibold">When somebody asks for it</p>
        </div>
      ) : (
        <When what="Sent by the service" at={finalNoticeScheduledAt} />
      )}
    </div>
  );
}

function When({ what, at }: { what: string; at: string }) {
  return (
    <div>
      <p className="text-xs text-muted">{what}</p>
      <p className="text-lg font-semibold">
        <Countdown to={at} />
      </p>
      <p className="text-muted">
        <Time value={at} />
      </p>
    </div>
  );
}
