import { useNavigate } from '@tanstack/react-router';
import { requestBodies } from '../../api/generated/bodies.js';
import type { Answer, Input as InputOf } from '../../api/operations.js';
import { Action } from '../../resource/action.js';
import { type Body, textsOf } from '../../resource/form/body.js';
import { Field, useForm } from '../../resource/form/field.js';
import { LongField } from '../../resource/form/widgets.js';
import { Name } from '../../resource/references.js';
import { refusalWith } from '../../resource/refusal.js';
import { Radios, Ticks } from '../../ui/choice.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { shownValue } from '../../words/fields.js';

type Report = Answer<'getReport'>;

type Decision = NonNullable<InputOf<'adjudicateReport'>['body']>['decision'];
const decisions: readonly Decision[] = requestBodies.adjudicateReport.properties.decision.enum;
/** The decision that names findings and a waiting period. */
const ADVERSE: Decision = 'adverse_action';
/** The decision that no other may follow. It also cancels an open adverse action. */
const FINAL: Decision = 'engage';

export function Adjudicate({ report }: { report: Report }) {
  const navigate = useNavigate();
  const findings = findingsOf(report.checks);
  return (
    <Action
      operation="adjudicateReport"
      // During pre-adverse action, the next step is on the adverse action's page.
      look={report.adjudication === null ? 'primary' : 'plain'}
      on={report}
      initial={{ decision: decisions[0] }}
      sent={({ recordIds, checkIds, waitingPeriodDays, ...body }) =>
        body['decision'] === ADVERSE
          ? { ...body, waitingPeriodDays, ...presentFindings({ recordIds, checkIds }, findings) }
          : body
      }
      when={({ body: { decision } }) => ({
        submit: shownValue('decision', decision),
        look: decision === ADVERSE ? 'danger' : 'primary',
        confirm: decision === FINAL ? FINAL : undefined,
        fields: (
          <>
            <Field
              path="decision"
              as={({ labels, onChange }) => (
                <Radios
                  {...labels}
                  required={false}
                  value={decision}
                  options={decisions.map((value) => {
                    const refusal = refusalWith('adjudicateReport', report, 'decision', value);
                    return {
                      value,
                      disabled: refusal !== undefined,
                      shown: (
                        <>
                          {shownValue('decision', value)}{' '}
                          <span className="text-xs text-muted">{refusal}</span>
                        </>
                      ),
                    };
                  })}
                  onChange={onChange}
                />
              )}
            />
            {decision === ADVERSE && (
              <>
                <FindingsFields label="Based on" findings={findings} />
                <Field path="waitingPeriodDays" />
              </>
            )}
            <Field path="note" as={(props) => <LongField {...props} />} />
          </>
        ),
      })}
      onDone={({ adverseActionId }, { body }) => {
        if (body['decision'] === ADVERSE && adverseActionId !== null) {
          void navigate({ to: '/adverse-actions/$id', params: { id: adverseActionId } });
        }
      }}
    />
  );
}

export function FindingsFields({ label, findings }: { label: string; findings: Findings }) {
  const { body, problems, set } = useForm();
  const isRecord = (id: string) => findings.some((each) => each.id === id && each.record);
  return (
    <Ticks
      label={label}
      error={problems.find(({ param }) => /^(record|check)Ids\b/.test(param))?.message}
      ticked={[...textsOf(body['recordIds']), ...textsOf(body['checkIds'])]}
      options={findings.map((finding) => ({
        value: finding.id,
        shown: <FindingText {...finding} />,
      }))}
      onChange={(ticked) => {
        set('recordIds', ticked.filter(isRecord));
        set(
          'checkIds',
          ticked.filter((id) => !isRecord(id)),
        );
      }}
    >
      {findings.length === 0 && <p className="text-muted">The report has no findings.</p>}
    </Ticks>
  );
}

export function FindingText({ check, record }: Finding) {
  return (
    <>
      {record ? <Text>{record.summary}</Text> : 'The check as a whole'}{' '}
      <span className="text-muted">
        · <Name kind="check" id={check.checkTypeSlug} />
        {record && ` · ${record.jurisdiction}`}
      </span>{' '}
      <Status value={record?.severity ?? check.status} />
      {record?.disputed && <Status value="disputed" />}
    </>
  );
}

type Check = Report['checks'][number];

/** A possible ground for an adverse action: a record, or a check that ended without records and is not clear. */
interface Finding {
  readonly id: string;
  readonly check: Check;
  /** Absent if the finding is the check itself. */
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

/** The ids of a request, without findings that the report no longer has. Omits a property that would be empty. */
export function presentFindings(chosen: Body, findings: Findings): Body {
  const ids = new Set(findings.map(({ id }) => id));
  return Object.fromEntries(
    Object.entries(chosen).flatMap(([name, value]) => {
      const present = textsOf(value).filter((id) => ids.has(id));
      return present.length === 0 ? [] : [[name, present] as const];
    }),
  );
}
