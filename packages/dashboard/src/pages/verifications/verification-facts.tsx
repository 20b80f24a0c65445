import type { Answer } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { CopyableId } from '../../ui/copyable-id.js';
import { Facts } from '../../ui/facts.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { IntegrationLink } from '../integrations/integration-link.js';

/** What a verification is, but for its form and its files. */
export function VerificationFacts({
  verification: found,
}: {
  verification: Answer<'getDocumentVerification'>;
}) {
  return (
    <Facts
      rows={{
        Status: <Status value={found.status} />,
        Verified: found.verified ? 'Yes' : 'No',
        'Error message': found.errorMessage && <Text>{found.errorMessage}</Text>,
        Attempts: found.attemptCount,
        State: found.state,
        'Verification ID': <CopyableId id={found.verificationId} />,
        'External ID': <CopyableId id={found.externalId} />,
        Integration: <IntegrationLink id={found.integrationId} />,
        'Session ID': <CopyableId id={found.sessionId} />,
        'Session reference': <CopyableId id={found.sessionReference} />,
        'Document configuration': <Text mono>{found.documentConfigSlug}</Text>,
        'Check type': <Text mono>{found.checkTypeSlug}</Text>,
        Created: <Time value={found.createdAt} />,
        Completed: <Time value={found.completedAt} />,
        Metadata: <Metadata metadata={found.metadata} />,
      }}
    />
  );
}

function Metadata({ metadata }: { metadata: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return '–';
  return (
    <ul>
      {entries.map(([key, value]) => (
        <li key={key}>
          <Text>{key}</Text>: <Text>{String(value)}</Text>
        </li>
      ))}
    </ul>
  );
}
