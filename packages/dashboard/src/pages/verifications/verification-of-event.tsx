import { IdLink } from '../../resource/references.js';
import { Text } from '../../ui/text.js';

/** The id of the verification that an event is about. It leads to the verification. */
export function VerificationOfEvent({
  id,
  test,
}: {
  id: string;
  /** Whether the event is a test event. */
  test: boolean;
}) {
  // The object of a test event does not exist.
  return test ? <Text mono>{id}</Text> : <IdLink to="/verifications/$id" id={id} />;
}
