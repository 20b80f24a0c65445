import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Answer } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { CandidateLink } from '../../resource/references.js';
import { Facts } from '../../ui/facts.js';
import { Text } from '../../ui/text.js';

export function AdverseActionFacts({ action }: { action: Answer<'getAdverseAction'> }) {
  return (
    <Facts
      rows={Object.entries<ReactNode>({
        ID: <Text mono>{action.id}</Text>,
        Candidate: <CandidateLink id={action.candidateId} withId />,
        Report: (
          <Link
            to="/reports/$id"
            params={{ id: action.reportId }}
            className="text-accent hover:underline"
          >
            <Text mono>{action.reportId}</Text>
          </Link>
        ),
        'Waiting period': `${action.waitingPeriodDays} days`,
        'Pre-notice': <Time value={action.preNoticeSentAt} />,
        Canceled: <Time value={action.canceledAt} />,
        Changed: <Time value={action.updatedAt} />,
      })}
    />
  );
}
