import { useNavigate } from '@tanstack/react-router';
import { requestBodies } from '../../api/generated/bodies.js';
import type { Answer, Input as InputOf } from '../../api/operations.js';
import { type Body, textsOf } from '../../resource/form/body.js';
import { Field } from '../../resource/form/field.js';
import { FormOf } from '../../resource/form/form-of.js';
import { useField, useOperationForm } from '../../resource/form/use-form.js';
import { LongField } from '../../resource/form/widgets.js';
import { Name } from '../../resource/references.js';
import { whyNotWith } from '../../resource/why-not.js';
import { Choices, Radios, withTick } from '../../ui/choice.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { shownValue } from '../../words/fields.js';

type Report = Answer<'getReport'>;

// The type says that the API has these decisions.
type Decision = NonNullable<InputOf<'adjudicateReport'>['body']>['decision'];
const decisions: readonly Decision[] = requestBodies.adjudicateReport.properties.decision.enum;
/** The decision that names findings and a waiting period. */
const ADVERSE: Decision = 'adverse_action';
/** The decision that no other may follow. It also cancels the adverse action that is open. */
const FINAL: Decision = 'engage';

/** Decides a report. What a decision is based on is ticked, which the request names by ids only. */
export function AdjudicateForm({ report, onClose }: { report: Report; onClose: () => void }) {
  const navigate = useNavigate();
  const findings = findingsOf(report.checks);
  const form = useOperationForm('adjudicateReport', {
    path: { id: report.id },
    initial: { decision: decisions[0] },
    sent: ({ recordIds, checkIds, waitingPeriodDays, ...body }) =>
      body['decision'] === ADVERSE
        ? { ...body, waitingPeriodDays, ...amongFindings({ recordIds, checkIds }, findings) }
        : body,
  });
  const decision = String(form.body['decision']);
  const isAdverse = decision === ADVERSE;
  return (
    <FormOf
      form={form}
      submit={shownValue('decision', decision)}
      look={isAdverse ? 'danger' : 'primary'}
      confirm={decision === FINAL ? FINAL : undefined}
      done="The report is adjudicated."
      onDone={({ adverseActionId }) => {
        if (isAdverse && adverseActionId !== null) {
          void navigate({ to: '/adverse-actions/$id', params: { id: adverseActionId } });
        }
      }}
      onCancel={onClose}
    >
      <DecisionField report={report} />
      {isAdverse && (
        <>
          <FindingsFields legend="Based on" findings={findings} />
          <Field path="waitingPeriodDays" />
        </>
      )}
      <Field path="note" as={LongField} />
    </FormOf>
  );
}

function DecisionField({ report }: { report: Report }) {
  const { label, value, error, onChange } = useField('decision');
  return (
    <Radios
      legend={label}
      value={String(value)}
      error={error}
      options={decisions.map((each) => [
        each,
        shownValue('decision', each),
        whyNotWith('adjudicateReport', report, 'decision', each),
      ])}
      onChange={onChange}
    />
  );
}

/** Findings of a report to tick: its records, and its checks without any. */
export function FindingsFields({ legend, findings }: { legend: string; findings: Findings }) {
  const records = useField('recordIds');
  const checks = useField('checkIds');
  return (
    <Choices
      legend={legend}
      error={records.error ?? checks.error}
      className="flex min-w-0 flex-col gap-2"
    >
      {findings.length === 0 && <p className="text-muted">The report has none.</p>}
      {findings.map(({ id, check, record }) => {
        const { value, onChange } = record ? records : checks;
        const chosen = textsOf(value);
        return (
          <label key={id} className="flex min-w-0 items-start gap-2">
            <input
              type="checkbox"
              className="mt-0.5 size-4 shrink-0 accent-accent"
              checked={chosen.includes(id)}
              onChange={({ target }) => onChange(withTick(chosen, id, target.checked))}
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
        );
      })}
    </Choices>
  );
}

type Check = Report['checks'][number];

/** What an adverse action may be based on: a record, or a check that ended without one and not clear. */
interface Finding {
  readonly id: string;
  readonly check: Check;
  /** Undefined: the finding is the check itself. */
  readonly record?: Check['records'][number];
}

type Findings = readonly Finding[];

export function findingsOf(checks: readonly Check[]): Finding[] {
  return checks.flatMap((check): Finding[] => {
    if (check.records.length > 0) {
      return check.records.map((record) => ({ id: record.id, check, record }));
    }
    const endedClear = check.result === null || check.result === 'clear';
    return endedClear ? [] : [{ id: check.id, check }];
  });
}

/** The ids of a request, without those of what a report no longer has. Without any, it names none. */
export function amongFindings(chosen: Body, findings: Findings): Body {
  const ids = new Set(findings.map(({ id }) => id));
  return Object.fromEntries(
    Object.entries(chosen).flatMap(([name, value]) => {
      const present = textsOf(value).filter((id) => ids.has(id));
      return present.length === 0 ? [] : [[name, present] as const];
    }),
  );
}
