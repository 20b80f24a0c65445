import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Answer } from '../../api/operations.js';
import { formatDuration } from '../../clock/format-duration.js';
import { Countdown, Time } from '../../clock/time.js';
import { CandidateLink, PackageLink } from '../../resource/references.js';
import { Facts } from '../../ui/facts.js';
import { Price } from '../../ui/price.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';

export function ReportFacts({ report }: { report: Answer<'getReport'> }) {
  const { price, turnaroundSeconds, adjudicationNote: note } = report;
  return (
    <Facts
      rows={Object.entries<ReactNode>({
        ID: <Text mono>{report.id}</Text>,
        Candidate: <CandidateLink id={report.candidateId} withId />,
        Package: <PackageLink id={report.packageId} withId />,
        'Work state': report.workState,
        Status: <Status value={report.status} />,
        Result: report.result && <Status value={report.result} />,
        'Canceled checks': report.includesCanceled ? 'Some' : 'None',
        Adjudication: report.adjudication && <Status value={report.adjudication} />,
        Note: note && <Text>{note}</Text>,
        'Adverse action': report.adverseActionId && adverseAction(report.adverseActionId),
        Price: (
          <>
            <Price cents={price.amountCents} currency={price.currency} />{' '}
            <span className="text-muted">from {price.source}</span>
          </>
        ),
        Ordered: <Time value={report.createdAt} />,
        Estimated: estimate(report.completedAt === null ? report.estimatedCompletionAt : null),
        Completed: <Time value={report.completedAt} />,
        Turnaround: turnaroundSeconds === null ? null : formatDuration(turnaroundSeconds * 1000),
        Invitation: report.invitationId && invitation(report.invitationId),
      })}
    />
  );
}

function estimate(at: string | null) {
  if (at === null) return null;
  return (
    <>
      <Countdown to={at} />
      <span className="text-muted">
        , <Time value={at} />
      </span>
    </>
  );
}

function adverseAction(id: string) {
  return (
    <Link to="/adverse-actions/$id" params={{ id }} className="text-accent hover:underline">
      <Text mono>{id}</Text>
    </Link>
  );
}

function invitation(id: string) {
  return (
    <Link to="/invitations/$id" params={{ id }} className="text-accent hover:underline">
      <Text mono>{id}</Text>
    </Link>
  );
}
