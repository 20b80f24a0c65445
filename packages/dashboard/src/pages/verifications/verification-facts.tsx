import type { ReactNode } from 'react';
import type { Answer } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { CopyButton } from '../../ui/copy-button.js';
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
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['Status', <Status key="status" value={found.status} />],
    ['Verified', found.verified ? 'Yes' : 'No'],
    ['Error message', found.errorMessage && <Text>{found.errorMessage}</Text>],
    ['Attempts', found.attemptCount],
    ['State', found.state],
    ['Verification ID', <Id key="id" id={found.verificationId} />],
    ['External ID', <Id key="external" id={found.externalId} />],
    ['Integration', <IntegrationLink key="integration" id={found.integrationId} />],
    ['Session ID', <Id key="session" id={found.sessionId} />],
    ['Session reference', <Id key="reference" id={found.sessionReference} />],
    [
      'Document configuration',
      <Text key="document" mono>
        {found.documentConfigSlug}
      </Text>,
    ],
    [
      'Check type',
      <Text key="type" mono>
        {found.checkTypeSlug}
      </Text>,
    ],
    ['Created', <Time key="created" value={found.createdAt} />],
    ['Completed', found.completedAt && <Time value={found.completedAt} />],
    ['Metadata', <Metadata key="metadata" metadata={found.metadata} />],
  ];
  return <Facts rows={rows} />;
}

function Id({ id }: { id: string }) {
  return (
    <span className="-my-1.5 flex min-w-0 flex-wrap items-center gap-x-1">
      <Text mono>{id}</Text>
      <CopyButton text={id} />
    </span>
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
