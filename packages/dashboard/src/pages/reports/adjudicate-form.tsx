import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { changeWith } from '../../api/call.js';
import { requestBodies } from '../../api/generated/bodies.js';
import type { Answer, Input as InputOf } from '../../api/operations.js';
import { useChange } from '../../api/use-change.js';
import { Confirmation, isConfirmed } from '../../resource/confirmation.js';
import { whyNotWith } from '../../resource/why-not.js';
import { Form } from '../../ui/form.js';
import { Input, TextArea } from '../../ui/input.js';
import { Radios } from '../../ui/radios.js';
import { notify } from '../../ui/toast.js';
import { hintOf, labelOf, shownValue } from '../../words/fields.js';
import { chosenFindings, findingsOf } from './findings.js';
import { FindingsChoice } from './findings-choice.js';

const {
  decision: decisions,
  waitingPeriodDays: days,
  note: noted,
} = requestBodies['adjudicateReport']?.properties ?? {};
// The type says that the API has these decisions.
type Decision = NonNullable<InputOf<'adjudicateReport'>['body']>['decision'];
/** The decision that names findings and a waiting period. */
const ADVERSE: Decision = 'adverse_action';
/** The decision that no other may follow. It also cancels the adverse action that is open. */
const FINAL: Decision = 'engage';

/** Its own form, because the findings of the report are ticked, which the request names by ids only. */
export function AdjudicateForm({
  report,
  onClose,
}: {
  report: Answer<'getReport'>;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const findings = findingsOf(report.checks);
  const options = (decisions?.enum ?? []).map((each) => String(each));
  const [decision, setDecision] = useState(options[0] ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [waiting, setWaiting] = useState('');
  const [note, setNote] = useState('');
  const [typed, setTyped] = useState('');
  const isAdverse = decision === ADVERSE;
  const isFinal = decision === FINAL;
  const change = useChange((key) =>
    changeWith(key, 'adjudicateReport', {
      path: { id: report.id },
      body: {
        decision,
        ...(isAdverse ? chosenFindings(findings, chosen) : {}),
        ...(isAdverse && waiting !== '' ? { waitingPeriodDays: Number(waiting) } : {}),
        ...(note === '' ? {} : { note }),
      },
    }),
  );
  const errorOf = (...params: string[]) =>
    change.problems.find(({ param }) => params.some((each) => param.startsWith(each)))?.message;
  const done = ({ adverseActionId }: Answer<'adjudicateReport'>) => {
    onClose();
    notify('The report is adjudicated.');
    if (isAdverse && adverseActionId !== null) {
      void navigate({ to: '/adverse-actions/$id', params: { id: adverseActionId } });
    }
  };
  return (
    <Form
      submit={shownValue('decision', decision)}
      look={isAdverse ? 'danger' : 'primary'}
      change={change}
      refusal={isFinal && !isConfirmed(FINAL, typed) ? `Type ${FINAL} to confirm.` : undefined}
      onSubmit={() => change.mutate(undefined, { onSuccess: done })}
      onCancel={onClose}
    >
      <Radios
        legend="Decision"
        value={decision}
        options={options.map((each) => [
          each,
          shownValue('decision', each),
          whyNotWith('adjudicateReport', report, 'decision', each),
        ])}
        onChange={setDecision}
      />
      {isAdverse && (
        <>
          <FindingsChoice
            legend="Based on"
            findings={findings}
            chosen={chosen}
            onChange={setChosen}
            error={errorOf('recordIds', 'checkIds')}
          />
          <Input
            label={labelOf('waitingPeriodDays')}
            type="number"
            min={days?.minimum}
            max={days?.maximum}
            hint={`${hintOf('waitingPeriodDays')} ${days?.minimum} to ${days?.maximum}.`}
            error={errorOf('waitingPeriodDays')}
            value={waiting}
            onChange={({ target }) => setWaiting(target.value)}
          />
        </>
      )}
      <TextArea
        label={labelOf('note')}
        hint={hintOf('note')}
        maxLength={noted?.maxLength}
        error={errorOf('note')}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      {isFinal && <Confirmation asked={FINAL} typed={typed} onType={setTyped} />}
    </Form>
  );
}
