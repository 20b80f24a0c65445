import type { Answer } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { NameLink } from '../../resource/references.js';
import { Facts } from '../../ui/facts.js';
import { Text } from '../../ui/text.js';

export function CandidateFacts({ candidate }: { candidate: Answer<'getCandidate'> }) {
  const { authorization, roleId } = candidate;
  return (
    <Facts
      rows={{
        ID: <Text mono>{candidate.id}</Text>,
        Email: <Text>{candidate.email}</Text>,
        Phone: candidate.phone,
        'External ID': candidate.externalId && <Text mono>{candidate.externalId}</Text>,
        'Date of birth': candidate.dateOfBirth,
        'Last four of SSN': candidate.ssnLast4,
        'Work state': candidate.workState,
        Role: roleId && <NameLink kind="role" id={roleId} />,
        Authorization: authorization && (
          <>
            {authorization.source}, <Time value={authorization.at} />
          </>
        ),
        'Intake completed': <Time value={candidate.submittedAt} />,
        Created: <Time value={candidate.createdAt} />,
        Changed: <Time value={candidate.updatedAt} />,
      }}
    />
  );
}
