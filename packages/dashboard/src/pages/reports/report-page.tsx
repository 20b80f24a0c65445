import { requestBodies } from '../../api/generated/bodies.js';
import type { Answer } from '../../api/operations.js';
import { CountdownAndTime, Time } from '../../clock/time.js';
import { WaitNote } from '../../clock/wait-note.js';
import { Action } from '../../resource/action.js';
import { byId, detailOf } from '../../resource/detail.js';
import { ObjectFacts } from '../../resource/object-facts.js';
import { factsOf } from '../../resource/property.js';
import { fullName, IdLink, Name } from '../../resource/references.js';
import { Card } from '../../ui/card.js';
import { JsonCard } from '../../ui/code-block.js';
import { Money } from '../../ui/money.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { labelOf } from '../../words/fields.js';
import { listed } from '../../words/words-of.js';
import { Adjudicate } from './adjudicate-form.js';

/** The properties that a report may wait for. */
const fields = Object.keys(requestBodies.supplyReportInformation.properties);

const withRelated = (id: string) => ({ ...byId(id), query: { include: 'candidate,package' } });

export const ReportPage = detailOf('getReport', withRelated, function Shown({ found: report }) {
  const { id, candidate, package: ordered, price } = report;
  const { adjudicationNote: note } = report;
  const missing: readonly string[] = report.missingInformation;
  return (
    <Page
      title={candidate && ordered ? `${ordered.name} of ${fullName(candidate)}` : id}
      lead={
        <span className="flex flex-wrap gap-2">
          <Status value={report.status} />
          {report.result && <Status value={report.result} />}
          {report.adjudication && <Status value={report.adjudication} />}
        </span>
      }
      actions={
        <>
          <Adjudicate report={report} />
          <Action
            operation="cancelReport"
            look="danger"
            on={report}
            confirm={candidate ? fullName(candidate) : id}
          >
            Open checks are canceled, and the report gets no result.
          </Action>
        </>
      }
    >
      {missing.length > 0 && (
        <Card
          title="Missing information"
          actions={
            <Action
              operation="supplyReportInformation"
              look="primary"
              on={report}
              hidden={fields.filter((field) => !missing.includes(field))}
            />
          }
        >
          <p>The report waits for {listed(missing.map((each) => labelOf(each)))}.</p>
        </Card>
      )}
      <div className="grid min-w-0 grid-cols-1 items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <Card title="Checks" flush>
          {report.completedAt === null && report.estimatedCompletionAt !== null && (
            <div className="px-4 pb-3">
              <WaitNote kind="results" at={report.estimatedCompletionAt} />
            </div>
          )}
          <Checks checks={report.checks} />
        </Card>
        <div className="flex min-w-0 flex-col gap-4">
          <ObjectFacts
            of={{ id }}
            rows={{
              ...factsOf(report, 'candidateId', 'packageId', 'workState', 'status', 'result'),
              'Canceled checks': report.includesCanceled ? 'Some' : 'None',
              ...factsOf(report, 'adjudication'),
              Note: note && <Text>{note}</Text>,
              'Adverse action': report.adverseActionId && (
                <IdLink to="/adverse-actions/$id" id={report.adverseActionId}>
                  {candidate ? `Adverse action for ${fullName(candidate)}` : report.adverseActionId}
                </IdLink>
              ),
              Price: (
                <>
                  <Money cents={price.amountCents} currency={price.currency} />{' '}
                  <span className="text-muted">from {price.source}</span>
                </>
              ),
              Ordered: <Time value={report.createdAt} />,
              Estimated:
                report.completedAt === null && report.estimatedCompletionAt !== null ? (
                  <CountdownAndTime to={report.estimatedCompletionAt} />
                ) : null,
              ...factsOf(report, 'completedAt', 'turnaroundSeconds'),
              Invitation: report.invitationId && (
                <IdLink to="/invitations/$id" id={report.invitationId}>
                  {candidate ? `Invitation of ${fullName(candidate)}` : report.invitationId}
                </IdLink>
              ),
            }}
          />
          <JsonCard title="Metadata" value={report.metadata} />
        </div>
      </div>
    </Page>
  );
});

type Check = Answer<'getReport'>['checks'][number];

function Checks({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className="divide-y divide-line border-t border-line">
      {checks.map((check) => (
        <li key={check.id} className="flex min-w-0 flex-col gap-2 px-4 py-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h3 className="font-medium">
              <Name kind="check" id={check.checkTypeSlug} />
            </h3>
            <span className="flex flex-wrap items-center gap-2">
              <CheckTime check={check} />
              <Status value={check.status} />
              {check.result !== null && check.result !== check.status && (
                <Status value={check.result} />
              )}
            </span>
          </div>
          {check.missingInformation.length > 0 && (
            <p className="text-warn">
              Waits for {listed(check.missingInformation.map((each) => labelOf(each)))}
            </p>
          )}
          {check.records.length > 0 && (
            <ul className="flex flex-col gap-2">
              {check.records.map(({ id, summary, severity, jurisdiction, disputed }) => (
                <li key={id} className="rounded-md bg-raised px-3 py-2">
                  <p>
                    <Text>{summary}</Text>
                  </p>
                  <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
                    <span>Severity: {severity}</span>
                    <span>
                      Jurisdiction: <Text>{jurisdiction}</Text>
                    </span>
                    <Text mono>{id}</Text>
                    {disputed && <Status value="disputed" />}
                  </p>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function CheckTime({ check: { startedAt, completedAt } }: { check: Check }) {
  const at = completedAt ?? startedAt;
  if (at === null) return null;
  return (
    <span className="text-xs text-muted">
      {completedAt === null ? 'started' : 'ended'} <Time value={at} />
    </span>
  );
}
