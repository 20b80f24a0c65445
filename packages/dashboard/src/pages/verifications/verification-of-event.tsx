import { Link } from '@tanstack/react-router';
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
  const named = <Text mono>{id}</Text>;
  // The object of a test event does not exist.
  if (test) return named;
  return (
    <Link to="/verifications/$id" params={{ id }} className="text-accent hover:underline">
      {named}
    </Link>
  );
}
