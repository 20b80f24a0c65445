import type { Answer } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { Action } from '../../resource/action.js';

/** Sets when the final notice is sent. */
export function Reschedule({ action }: { action: Answer<'getAdverseAction'> }) {
  const { id, finalNoticeScheduledAt, finalNoticeEligibleAt } = action;
  return (
    <Action
      // The form starts from what is planned now.
      key={finalNoticeScheduledAt}
      operation="rescheduleFinalNotice"
      label="Reschedule"
      path={{ id }}
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
  );
}
