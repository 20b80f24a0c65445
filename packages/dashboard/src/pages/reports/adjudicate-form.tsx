import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { changeWith } from '../../api/call.js';
import { requestBodies } from '../../api/generated/bodies.js';
import type { Answer, Input as InputOf } from '../../api/operations.js';
import { useChange } from '../../api/use-change.js';
import { Confirmation, isConfirmed } from '../../resource/action.js';
import { Name } from '../../resource/references.js';
import { whyNotWith } from '../../resource/why-not.js';
import { Radios } from '../../ui/choice.js';
import { Form } from '../../ui/form.js';
import { Input, TextArea } from '../../ui/input.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { notify } from '../../ui/toast.js';
import { hintOf, labelOf, shownValue } from '../../words/fields.js';

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

/** Findings of a report to tick. */
export function FindingsChoice({
  legend,
  findings,
  chosen,
  onChange,
  error,
}: {
  legend: string;
  findings: readonly Finding[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  error?: string | undefined;
}) {
  const set = (id: string, ticked: boolean) => {
    const next = new Set(chosen);
    if (ticked) next.add(id);
    else next.delete(id);
    onChange(next);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-xs font-medium text-muted">{legend}</legend>
      {findings.length === 0 && <p className="text-muted">The report has none.</p>}
      {findings.map(({ id, check, record }) => (
        <label key={id} className="flex min-w-0 items-start gap-2">
          <input
            type="checkbox"
            className="mt-0.5 size-4 shrink-0 accent-accent"
            checked={chosen.has(id)}
            onChange={({ target }) => set(id, target.checked)}
          />
          <span className="min-w-0">
            {record ? <Text>{record.summary}</Text> : 'The check as a whole'}{' '}
            <span className="text-muted">
              · <Name kind="check" id={check.checkTypeSlug} />
              {record && ` · ${record.jurisdiction}`}
            </span>{' '}
            <Status value={record?.severity ?? check.status} />
          </span>
        </label>
      ))}
      {error && <p className="text-xs text-bad">{error}</p>}
    </fieldset>
  );
}

type Check = Answer<'getReport'>['checks'][number];
type CheckRecord = Check['records'][number];

/** What an adverse action may be based on: a record, or a check that ended without one and not clear. */
interface Finding {
  readonly id: string;
  readonly check: Check;
  /** Undefined: the finding is the check itself. */
  readonly record?: CheckRecord;
}

export function findingsOf(checks: readonly Check[]): Finding[] {
  return checks.flatMap((check): Finding[] => {
    if (check.records.length > 0) {
      return check.records.map((record) => ({ id: record.id, check, record }));
    }
    const endedClear = check.result === null || check.result === 'clear';
    return endedClear ? [] : [{ id: check.id, check }];
  });
}

/** The chosen findings as a request names them. */
export function chosenFindings(
  findings: readonly Finding[],
  chosen: ReadonlySet<string>,
): { recordIds?: string[]; checkIds?: string[] } {
  const taken = findings.filter(({ id }) => chosen.has(id));
  const recordIds = taken.filter(({ record }) => record).map(({ id }) => id);
  const checkIds = taken.filter(({ record }) => !record).map(({ id }) => id);
  return {
    ...(recordIds.length > 0 ? { recordIds } : {}),
    ...(checkIds.length > 0 ? { checkIds } : {}),
  };
}
