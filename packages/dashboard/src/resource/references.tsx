import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Column } from '../ui/data-table.js';
import { Cut, Text } from '../ui/text.js';
import { type NamedKind, useName } from './names.js';

interface ReferenceProps {
  readonly id: string;
  /** Whether the id stands beside the name. */
  readonly withId?: boolean;
}

type ObjectPath = Extract<LinkProps['to'], `${string}/$id`>;

const pages = {
  candidate: '/candidates/$id',
  role: '/roles/$id',
  package: '/packages/$id',
} as const;

/** The name of an object that another one refers to. It leads to its page. */
export function NameLink({ kind, ...reference }: ReferenceProps & { kind: keyof typeof pages }) {
  return (
    <Link to={pages[kind]} params={{ id: reference.id }} className="text-accent hover:underline">
      <Name kind={kind} {...reference} />
    </Link>
  );
}

/** The id of an object, which leads to its page. */
export function IdLink({ to, id }: { to: ObjectPath; id: string }) {
  return (
    <Link to={to} params={{ id }} className="text-accent hover:underline">
      <Text mono>{id}</Text>
    </Link>
  );
}

/** Names the object of a row, and leads to its page. */
export function RowLink({
  to,
  id,
  text,
  className = '',
}: {
  to: ObjectPath;
  id: string;
  text: ReactNode;
  className?: string;
}) {
  return (
    <Link to={to} params={{ id }} className={`font-medium hover:underline ${className}`}>
      <Text>{text}</Text>
    </Link>
  );
}

/** The column of the candidate that an object is about. */
export const candidateColumn: Column<{ readonly candidateId: string }> = {
  title: 'Candidate',
  cell: ({ candidateId }) => (
    <Cut>
      <NameLink kind="candidate" id={candidateId} />
    </Cut>
  ),
};

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
