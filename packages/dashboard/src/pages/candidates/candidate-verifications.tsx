import { Link } from '@tanstack/react-router';
import type { Answer, Item } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { Name } from '../../resource/references.js';
import { RelatedList } from '../../resource/related-list.js';
import type { Column } from '../../ui/data-table.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';

const columns: readonly Column<Item<'listDocumentVerifications'>>[] = [
  {
    title: 'Document',
    cell: ({ verificationId, documentConfigSlug }) => (
      <Link
        to="/verifications/$id"
        params={{ id: verificationId }}
        className="font-medium hover:underline"
      >
        <Name kind="document" id={documentConfigSlug} />
      </Link>
    ),
  },
  { title: 'Status', cell: ({ status }) => <Status value={status} /> },
  { title: 'State', from: 'sm', cell: ({ state }) => state },
  { title: 'Created', from: 'md', cell: ({ createdAt }) => <Time value={createdAt} /> },
  { title: 'Ended', from: 'lg', cell: ({ completedAt }) => <Time value={completedAt} /> },
];

/** The verifications with the reference of a candidate. A verification itself does not name its candidate. */
export function CandidateVerifications({ candidate }: { candidate: Answer<'getCandidate'> }) {
  const externalId = candidate.externalId ?? candidate.id;
  return (
    <RelatedList
      title="Verifications"
      list="listDocumentVerifications"
      query={{ externalId }}
      columns={columns}
      empty={
        <>
          There is none with the external ID <Text mono>{externalId}</Text>.
        </>
      }
    />
  );
}
