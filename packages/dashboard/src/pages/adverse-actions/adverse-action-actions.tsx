import type { Answer } from '../../api/operations.js';
import { Countdown } from '../../clock/time.js';
import { Action } from '../../resource/action.js';
import { Dispute } from './dispute.js';
import { Reschedule } from './reschedule.js';

/** What may be done with an adverse action. */
export function AdverseActionActions({
  action,
  checks,
}: {
  action: Answer<'getAdverseAction'>;
  checks: Answer<'getReport'>['checks'];
}) {
  const path = { id: action.id };
  const { finalNoticeEligibleAt } = action;
  return (
    <>
      <Dispute action={action} checks={checks} />
      <Action
        operation="resolveAdverseActionDispute"
        label="Resolve dispute"
        path={path}
        on={action}
        confirm="resolve"
        done="The dispute is resolved."
      />
      <Reschedule action={action} />
      <Action
        operation="sendFinalNotice"
        label="Send final notice"
        path={path}
        on={action}
        confirm="send"
        done="The final notice is sent."
      >
        {finalNoticeEligibleAt !== null && (
          <>
            The waiting period ends <Countdown to={finalNoticeEligibleAt} />.
          </>
        )}
      </Action>
      <Action
        operation="cancelAdverseAction"
        label="Cancel adverse action"
        look="danger"
        path={path}
        on={action}
        confirm="cancel"
        done="The adverse action is canceled."
      />
    </>
  );
}
