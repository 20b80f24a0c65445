import type { Answer } from '../../api/operations.js';
import { formatDuration } from '../../clock/format-duration.js';
import { CountdownAndTime, Time } from '../../clock/time.js';
import { IdLink, NameLink } from '../../resource/references.js';
import { Facts } from '../../ui/facts.js';
import { Money } from '../../ui/money.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';

export function ReportFacts({ report }: { report: Answer<'getReport'> }) {
  const { price, turnaroundSeconds, adjudicationNote: note } = report;
  return (
    <Facts
      rows={{
        ID: <Text mono>{report.id}</Text>,
        Candidate: <NameLink kind="candidate" id={report.candidateId} withId />,
        Package: <NameLink kind="package" id={report.packageId} withId />,
        'Work state': report.workState,
        Status: <Status value={report.status} />,
        Result: report.result && <Status value={report.result} />,
        'Canceled checks': report.includesCanceled ? 'Some' : 'None',
        Adjudication: report.adjudication && <Status value={report.adjudication} />,
        Note: note && <Text>{note}</Text>,
        'Adverse action': report.adverseActionId && (
          <IdLink to="/adverse-actions/$id" id={report.adverseActionId} />
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
        Completed: <Time value={report.completedAt} />,
        Turnaround: turnaroundSeconds === null ? null : formatDuration(turnaroundSeconds * 1000),
        Invitation: report.invitationId && (
          <IdLink to="/invitations/$id" id={report.invitationId} />
        ),
      }}
    />
  );
}
