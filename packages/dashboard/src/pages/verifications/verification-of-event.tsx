import { useOperation } from '../../api/use-operation.js';
import { IdLink } from '../../resource/references.js';
import { Text } from '../../ui/text.js';

// A longer one has no room in the address of a request.
const LONGEST_ASKED = 1000;

/** The id of the verification that an event is about. It leads to the verification, unless there is none. */
export function VerificationOfEvent({
  id,
  externalId,
  test,
}: {
  id: string;
  externalId: string | undefined;
  /** Whether the event is a test event. */
  test: boolean;
}) {
  const isAsked = !test && externalId !== undefined && externalId.length <= LONGEST_ASKED;
  const { data } = useOperation(
    'listDocumentVerifications',
    // By its id, one that is not there would be a failed request.
    { query: { externalId: externalId ?? '', limit: 100 } },
    { enabled: isAsked },
  );
  const isListed = data?.data.some(({ verificationId }) => verificationId === id);
  // Among more of the same external id, it may be one of those that were not read.
  const mayExist = isAsked ? isListed || data?.hasMore : !test;
  if (mayExist) return <IdLink to="/verifications/$id" id={id} />;
  return (
    <>
      <Text mono>{id}</Text>
      {(test || data) && <span className="text-muted"> (a sample: it does not exist)</span>}
    </>
  );
}
