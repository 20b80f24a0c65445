import type { Answer } from '../../api/operations.js';
import { Countdown, Time } from '../../clock/time.js';
import { Action, whyNot } from '../../resource/action.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { DisputeForm } from './dispute-form.js';

/** What may be done with an adverse action. */
export function AdverseActionActions({
  action,
  checks,
}: {
  action: Answer<'getAdverseAction'>;
  checks: Answer<'getReport'>['checks'];
}) {
  const path = { id: action.id };
  const { finalNoticeScheduledAt, finalNoticeEligibleAt } = action;
  return (
    <>
      <DialogButton
        label="Dispute"
        title="File a dispute for the candidate"
        refusal={whyNot('disputeAdverseAction', action)}
      >
        {(close) => <DisputeForm action={action} checks={checks} onClose={close} />}
      </DialogButton>
      <Action
        operation="resolveAdverseActionDispute"
        label="Resolve dispute"
        path={path}
        on={action}
        confirm="resolve"
        done="The dispute is resolved."
      />
      <Action
        // The form starts from what is planned now.
        key={finalNoticeScheduledAt}
        operation="rescheduleFinalNotice"
        label="Reschedule"
        path={path}
        on={action}
        initial={{ at: finalNoticeScheduledAt }}
        done="The final notice is rescheduled."
      >
        Leave it empty to send the final notice only when somebody asks for it.
        {finalNoticeEligibleAt !== null && (
          <>
            {' '}
            The waiting period ends <Time value={finalNoticeEligibleAt} />.
          </>
        )}
      </Action>
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
