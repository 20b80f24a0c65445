import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { Countdown, Time } from '../../clock/time.js';
import { FrozenNote } from '../../clock/wait-note.js';
import { Action } from '../../resource/action.js';
import { byId, detailOf } from '../../resource/detail.js';
import { listOf } from '../../resource/form/body.js';
import { Field } from '../../resource/form/field.js';
import { LongField } from '../../resource/form/widgets.js';
import { ObjectFacts } from '../../resource/object-facts.js';
import { factsOf } from '../../resource/property.js';
import { IdLink, Name, useName } from '../../resource/references.js';
import { Card } from '../../ui/card.js';
import { HostedLink } from '../../ui/hosted-link.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { wordsOf } from '../../words/words-of.js';
import {
  FindingsFields,
  FindingText,
  findingsOf,
  presentFindings,
} from '../reports/adjudicate-form.js';
import { StageStepper } from './stage-stepper.js';

type AdverseAction = Answer<'getAdverseAction'>;
type Checks = Answer<'getReport'>['checks'];

interface WithChecks {
  readonly action: AdverseAction;
  readonly checks: Checks;
}

export const AdverseActionPage = detailOf('getAdverseAction', byId, ({ found: action }) => {
  const name = useName('candidate', action.candidateId);
  const { data: report } = useOperation('getReport', { path: { id: action.reportId } });
  const checks = report?.checks ?? [];
  return (
    <Page
      title={`Adverse action for ${name}`}
      lead={<Status value={action.status} />}
      actions={<AdverseActionActions action={action} checks={checks} name={name} />}
    >
      <StageStepper action={action} />
      <div className="grid min-w-0 grid-cols-1 items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="Final notice">
            <FinalNotice action={action} />
          </Card>
          {action.dispute && (
            <Card title="Dispute">
              <DisputeCard dispute={action.dispute} checks={checks} />
            </Card>
          )}
          <Card title="Based on">
            <Grounds ids={[...action.recordIds, ...action.checkIds]} checks={checks} />
          </Card>
          <Card title="History">
            <ol className="flex flex-col">
              {action.history.map(({ at, action: what, by }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: past steps keep their positions.
                <li key={index} className="relative flex gap-3 pb-4 last:pb-0">
                  <span
                    aria-hidden="true"
                    className="mt-1.5 size-2 shrink-0 rounded-full bg-accent"
                  />
                  <div className="min-w-0">
                    <p className="font-medium">{wordsOf(what)}</p>
                    <p className="text-muted">
                      <Time value={at} /> · by the {by}
                    </p>
                  </div>
                </li>
              ))}
            </ol>
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <ObjectFacts
            of={{ id: action.id, updatedAt: action.updatedAt }}
            rows={{
              ...factsOf(action, 'candidateId'),
              Report: (
                <IdLink to="/reports/$id" id={action.reportId}>
                  {report ? <Name kind="package" id={report.packageId} /> : action.reportId}
                  {` of ${name}`}
                </IdLink>
              ),
              'Waiting period': `${action.waitingPeriodDays} days, at least 5 business days`,
              'Pre-notice': <Time value={action.preNoticeSentAt} />,
              ...factsOf(action, 'canceledAt'),
            }}
          />
          <Card title="Page for the candidate">
            <HostedLink url={action.disputeUrl} open="Open as candidate" />
          </Card>
        </div>
      </div>
    </Page>
  );
});

type Dispute = NonNullable<AdverseAction['dispute']>;

function DisputeCard({ dispute, checks }: { dispute: Dispute; checks: Checks }) {
  const { statement, openedBy, openedAt, dueAt, resolvedAt, outcome } = dispute;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <blockquote className="max-h-80 overflow-y-auto border-l-2 border-line pl-3 whitespace-pre-wrap">
        <p>
          <Text>{statement}</Text>
        </p>
      </blockquote>
      <p className="text-muted">
        Opened by the {openedBy}, <Time value={openedAt} />.{' '}
        {resolvedAt === null ? (
          <>
            Due <Countdown to={dueAt} />.
          </>
        ) : (
          <>
            Resolved <Time value={resolvedAt} />
            {outcome && (
              <>
                {' '}
                as <Status value={outcome} />
              </>
            )}
          </>
        )}
      </p>
      {resolvedAt === null && <FrozenNote kind="dispute" at={dueAt} />}
      <Grounds ids={[...dispute.recordIds, ...dispute.checkIds]} checks={checks} />
    </div>
  );
}

/** The findings that an adverse action or a dispute names. A finding that a dispute deleted is only an id. */
function Grounds({ ids, checks }: { ids: readonly string[]; checks: Checks }) {
  const findings = new Map(findingsOf(checks).map((finding) => [finding.id, finding]));
  return (
    <ul className="flex flex-col gap-2">
      {ids.map((id) => {
        const finding = findings.get(id);
        return (
          <li key={id} className="min-w-0 rounded-md bg-raised px-3 py-2">
            {finding ? <FindingText {...finding} /> : <Text mono>{id}</Text>}
          </li>
        );
      })}
    </ul>
  );
}

function FinalNotice({ action }: { action: AdverseAction }) {
  const { waitingPeriodDays, dispute } = action;
  const { finalNoticeSentAt, finalNoticeEligibleAt, finalNoticeScheduledAt, canceledAt } = action;
  if (finalNoticeSentAt !== null) return <When what="Sent" at={finalNoticeSentAt} />;
  if (canceledAt !== null) {
    return <p>No final notice is sent: the adverse action was canceled.</p>;
  }
  if (finalNoticeEligibleAt === null) {
    return <p>The waiting period is paused until the dispute is resolved.</p>;
  }
  return (
    <div className="flex flex-wrap gap-x-10 gap-y-3">
      <When what="Waiting period ends" at={finalNoticeEligibleAt} />
      {finalNoticeScheduledAt === null ? (
        <div>
          <p className="text-xs text-muted">Sent</p>
          <p className="text-lg font-semibold">Only on request</p>
        </div>
      ) : (
        <>
          <When what="Sent automatically" at={finalNoticeScheduledAt} />
          <div className="w-full">
            <FrozenNote kind="final_notice" at={finalNoticeScheduledAt} />
          </div>
        </>
      )}
      {dispute === null && (
        <p className="w-full text-muted">
          {waitingPeriodDays} days or 5 business days after the pre-notice, whichever is later.
          Weekends and federal holidays are not business days.
        </p>
      )}
    </div>
  );
}

function When({ what, at }: { what: string; at: string }) {
  return (
    <div>
      <p className="text-xs text-muted">{what}</p>
      <p className="text-lg font-semibold">
        <Countdown to={at} />
      </p>
      <p className="text-muted">
        <Time value={at} />
      </p>
    </div>
  );
}

/** Files a dispute: a person ticks findings, which the request names by ids only. */
function FileDispute({ action, checks }: WithChecks) {
  const { recordIds, checkIds } = action;
  const findings = findingsOf(checks).filter((finding) =>
    [...recordIds, ...checkIds].includes(finding.id),
  );
  return (
    <Action
      operation="disputeAdverseAction"
      on={action}
      initial={{ recordIds, checkIds }}
      sent={({ statement, ...chosen }) => ({ statement, ...presentFindings(chosen, findings) })}
      fields={
        <>
          <Field path="statement" as={(props) => <LongField {...props} />} />
          <FindingsFields label="What is disputed" findings={findings} />
        </>
      }
      when={({ body }) => ({
        // The API reads a dispute without ids as a dispute of everything.
        refusal:
          listOf(body['recordIds']).length + listOf(body['checkIds']).length === 0
            ? 'Select what is disputed.'
            : undefined,
      })}
    />
  );
}

function AdverseActionActions({ action, checks, name }: WithChecks & { name: string }) {
  const { finalNoticeScheduledAt, finalNoticeEligibleAt } = action;
  return (
    <>
      <FileDispute action={action} checks={checks} />
      <Action operation="resolveAdverseActionDispute" on={action} confirm={name} />
      <Action
        // The form restarts when the planned time changes.
        key={finalNoticeScheduledAt}
        operation="rescheduleFinalNotice"
        on={action}
        initial={{ at: finalNoticeScheduledAt }}
      >
        Leave it empty to send the final notice only on request.
        {finalNoticeEligibleAt !== null && (
          <>
            {' '}
            The waiting period ends <Time value={finalNoticeEligibleAt} />.
          </>
        )}
      </Action>
      <Action operation="sendFinalNotice" on={action} confirm={name}>
        This completes the adverse action and sends the candidate the final notice.{' '}
        {finalNoticeEligibleAt !== null && (
          <>
            The waiting period ends <Countdown to={finalNoticeEligibleAt} />.
          </>
        )}
      </Action>
      <Action operation="cancelAdverseAction" look="danger" on={action} confirm={name}>
        No final notice will be sent. An open dispute ends without an outcome. The candidate is
        notified, and the report can be adjudicated again.
      </Action>
    </>
  );
}
