import { useState } from 'react';
import { call } from '../../api/call.js';
import { requestBodies } from '../../api/generated/bodies.js';
import type { Answer } from '../../api/operations.js';
import { ProblemError } from '../../api/problem-error.js';
import { useChange } from '../../api/use-operation.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-note.js';
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
  const change = useChange(() =>
    call('disputeAdverseAction', {
      path: { id },
      body: { statement, ...chosenFindings(findings, chosen) },
    }),
  );
  const problems = change.error instanceof ProblemError ? change.error.fields : [];
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(undefined, {
          onSuccess: () => {
            onClose();
            notify('The dispute is filed.');
          },
        });
      }}
    >
      <TextArea
        label="Statement"
        hint={stated?.description}
        required
        maxLength={stated?.maxLength}
        error={problems.find(({ param }) => param === 'statement')?.message}
        value={statement}
        onChange={({ target }) => setStatement(target.value)}
      />
      <FindingsChoice
        legend="What is disputed"
        findings={findings}
        chosen={chosen}
        onChange={setChosen}
        error={problems.find(({ param }) => param !== 'statement')?.message}
      />
      {change.isError && <ErrorNote error={change.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          look="primary"
          pending={change.isPending}
          // Named nothing, a dispute is of everything.
          disabled={chosen.size === 0}
        >
          Dispute
        </Button>
      </div>
    </form>
  );
}
