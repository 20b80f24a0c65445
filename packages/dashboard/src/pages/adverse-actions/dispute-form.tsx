import { useState } from 'react';
import { change } from '../../api/call.js';
import { requestBodies } from '../../api/generated/bodies.js';
import type { Answer } from '../../api/operations.js';
import { useChange } from '../../api/use-change.js';
import { Form } from '../../ui/form.js';
import { TextArea } from '../../ui/input.js';
import { notify } from '../../ui/toast.js';
import { chosenFindings, findingsOf } from '../reports/findings.js';
import { FindingsChoice } from '../reports/findings-choice.js';

const { statement: stated } = requestBodies['disputeAdverseAction']?.properties ?? {};

/** Its own form, because what is disputed is ticked, which the request names by ids only. */
export function DisputeForm({
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
      disabled={chosen.size === 0}
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
        label="Statement"
        hint={stated?.description}
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
