import { useState } from 'react';
import { change } from '../../api/call.js';
import { requestBodies } from '../../api/generated/bodies.js';
import type { Answer } from '../../api/operations.js';
import { useChange } from '../../api/use-change.js';
import { Countdown, Time } from '../../clock/time.js';
import { Action } from '../../resource/action.js';
import { whyNot } from '../../resource/why-not.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { Form } from '../../ui/form.js';
import { TextArea } from '../../ui/input.js';
import { notify } from '../../ui/toast.js';
import { hintOf, labelOf } from '../../words/fields.js';
import { chosenFindings, findingsOf } from '../reports/findings.js';
import { FindingsChoice } from '../reports/findings-choice.js';

const { statement: stated } = requestBodies['disputeAdverseAction']?.properties ?? {};

/** Its own form, because what is disputed is ticked, which the request names by ids only. */
function DisputeForm({
  action: { id, recordIds, checkIds },
  checks,
  onClose,
}: {
  action: Answer<'getAdverseAction'>;
  checks: Answer<'getReport'>['checks'];
  onClose: () => void;
}) {
  const grounds = new Set([...recordIds, ...checkIds]);
  const findings = findingsOf(checks).filter((finding) => grounds.has(finding.id));
  const [statement, setStatement] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(grounds);
  const filing = useChange((key) =>
    change(key, 'disputeAdverseAction', {
      path: { id },
      body: { statement, ...chosenFindings(findings, chosen) },
    }),
  );
  return (
    <Form
      submit="Dispute"
      change={filing}
      // Named nothing, a dispute is of everything.
      refusal={chosen.size === 0 ? 'Tick what is disputed.' : undefined}
      onSubmit={() =>
        filing.mutate(undefined, {
          onSuccess: () => {
            onClose();
            notify('The dispute is filed.');
          },
        })
      }
      onCancel={onClose}
    >
      <TextArea
        label={labelOf('statement')}
        hint={hintOf('statement')}
        required
        maxLength={stated?.maxLength}
        error={filing.errorOf('statement')}
        value={statement}
        onChange={({ target }) => setStatement(target.value)}
      />
      <FindingsChoice
        legend="What is disputed"
        findings={findings}
        chosen={chosen}
        onChange={setChosen}
        error={filing.problems.find(({ param }) => param !== 'statement')?.message}
      />
    </Form>
  );
}

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
      <Action operation="resolveAdverseActionDispute" path={path} on={action} confirm="resolve" />
      <Action
        // The form starts from what is planned now.
        key={finalNoticeScheduledAt}
        operation="rescheduleFinalNotice"
        path={path}
        on={action}
        initial={{ at: finalNoticeScheduledAt }}
      >
        Leave it empty to send the final notice only when somebody asks for it.
        {finalNoticeEligibleAt !== null && (
          <>
            {' '}
            The waiting period ends <Time value={finalNoticeEligibleAt} />.
          </>
        )}
      </Action>
      <Action operation="sendFinalNotice" path={path} on={action} confirm="send">
        {finalNoticeEligibleAt !== null && (
          <>
            The waiting period ends <Countdown to={finalNoticeEligibleAt} />.
          </>
        )}
      </Action>
      <Action
        operation="cancelAdverseAction"
        look="danger"
        path={path}
        on={action}
        confirm="cancel"
      />
    </>
  );
}
