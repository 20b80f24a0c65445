import { Link } from '@tanstack/react-router';
import { Text } from '../ui/text.js';
import { type NamedKind, useName } from './names.js';

interface ReferenceProps {
  readonly id: string;
  /** Whether the id stands beside the name. */
  readonly withId?: boolean;
}

/** A candidate that another object names. */
export function CandidateLink({ id, withId = false }: ReferenceProps) {
  return (
    <Link to="/candidates/$id" params={{ id }} className="text-accent hover:underline">
      <Name kind="candidate" id={id} withId={withId} />
    </Link>
  );
}

/** A role that another object names. */
export function RoleLink({ id, withId = false }: ReferenceProps) {
  return (
    <Link to="/roles/$id" params={{ id }} className="text-accent hover:underline">
      <Name kind="role" id={id} withId={withId} />
    </Link>
  );
}

/** A package that another object names. */
export function PackageLink({ id, withId = false }: ReferenceProps) {
  return (
    <Link to="/packages/$id" params={{ id }} className="text-accent hover:underline">
      <Name kind="package" id={id} withId={withId} />
    </Link>
  );
}

/** The name of an object, and its id if wanted. */
export function Name({ kind, id, withId = false }: ReferenceProps & { kind: NamedKind }) {
  const name = useName(kind, id);
  return (
    <>
      <Text>{name}</Text>
      {withId && name !== id && (
        <span className="block text-muted">
          <Text mono>{id}</Text>
        </span>
      )}
    </>
  );
}
