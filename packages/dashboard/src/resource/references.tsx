import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { callWith } from '../api/call.js';
import { readPage } from '../api/list-feed.js';
import type { ListId } from '../api/operations.js';
import { CopyButton } from '../ui/copy-button.js';
import type { Column } from '../ui/data-table.js';
import { TextLink } from '../ui/link-button.js';
import { Cut, Text } from '../ui/text.js';

interface ReferenceProps {
  readonly id: string;
  readonly withId?: boolean;
}

export type ObjectPath = Extract<LinkProps['to'], `${string}/$id`>;

const pages = {
  candidate: '/candidates/$id',
  role: '/roles/$id',
  package: '/packages/$id',
  key: '/keys/$id',
  check: '/check-types/$id',
  document: '/documents/$id',
} as const;

export function NameLink({ kind, ...reference }: ReferenceProps & { kind: keyof typeof pages }) {
  return (
    <IdLink to={pages[kind]} id={reference.id}>
      <Name kind={kind} {...reference} />
    </IdLink>
  );
}

interface IdLinkProps {
  readonly to: ObjectPath;
  readonly id: string;
  /** Default: the id. */
  readonly children?: ReactNode;
}

export function IdLink({ to, id, children = <Text mono>{id}</Text> }: IdLinkProps) {
  return (
    <Link to={to} params={{ id }} className="text-accent hover:underline">
      <Text>{children}</Text>
    </Link>
  );
}

/** Opens the page of an object, such as one that has just been created. */
export function useOpen(to: ObjectPath) {
  const navigate = useNavigate();
  return ({ id }: { readonly id: string }) => void navigate({ to, params: { id } });
}

export function RowLink({
  to,
  id,
  text,
  label,
  className = '',
}: {
  to: ObjectPath;
  id: string;
  text: ReactNode;
  /** For screen readers, if many rows have the same text. It begins with the text. */
  label?: string;
  className?: string;
}) {
  return (
    <Link
      to={to}
      params={{ id }}
      aria-label={label}
      className={`font-medium hover:underline ${className}`}
    >
      <Text>{text}</Text>
    </Link>
  );
}

export const candidateColumn: Column<{ readonly candidateId: string }> = {
  title: 'Candidate',
  cell: ({ candidateId }) => (
    <Cut>
      <NameLink kind="candidate" id={candidateId} />
    </Cut>
  ),
};

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

/** The id of the page's object, and a link to the requests that created or changed it. */
export function ObjectId({ id }: { id: string }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <Text mono>{id}</Text>
      <span className="flex flex-wrap items-center gap-x-2 whitespace-nowrap sm:-my-1.5">
        <CopyButton text={id} label="Copy ID" />
        <TextLink to="/requests" search={{ objectId: id }} label="Its requests" />
      </span>
    </span>
  );
}

export function NameList({ kind, ids }: { kind: keyof typeof pages; ids: readonly string[] }) {
  return (
    <ul>
      {ids.map((id) => (
        <li key={id}>
          <NameLink kind={kind} id={id} />
        </li>
      ))}
    </ul>
  );
}

export function Names({ of }: { of: readonly (readonly [kind: NamedKind, id: string])[] }) {
  return of.map(([kind, id], index) => (
    <Fragment key={`${kind} ${id}`}>
      {index > 0 && ', '}
      <Name kind={kind} id={id} />
    </Fragment>
  ));
}

export function IntegrationLink({ id }: { id: string }) {
  return (
    <Link to="/integrations/$id" params={{ id }} className="text-accent hover:underline">
      <Name kind="integration" id={id} />
    </Link>
  );
}

const STALE_MS = 60_000;

interface Kind {
  /** Reads the newest objects. */
  readonly list: ListId;
  /** Reads an older object. */
  readonly one?:
    | 'getApiKey'
    | 'getCandidate'
    | 'getIntegration'
    | 'getPackage'
    | 'getRole'
    | 'getWebhookEndpoint';
  /** Default: the `name` property. */
  readonly nameOf?: (found: Readonly<Record<string, unknown>>) => string;
  readonly key?: 'id' | 'slug';
}

type Person = { readonly firstName: string; readonly lastName: string };

export const fullName = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;

const kinds = {
  candidate: {
    list: 'listCandidates',
    one: 'getCandidate',
    nameOf: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  },
  role: { list: 'listRoles', one: 'getRole' },
  package: { list: 'listPackages', one: 'getPackage' },
  integration: { list: 'listIntegrations', one: 'getIntegration' },
  endpoint: {
    list: 'listWebhookEndpoints',
    one: 'getWebhookEndpoint',
    nameOf: ({ url }) => String(url),
  },
  key: { list: 'listApiKeys', one: 'getApiKey', nameOf: ({ label }) => String(label) },
  check: { list: 'listCheckTypes', key: 'slug' },
  document: { list: 'listDocumentConfigs', key: 'slug' },
  source: { list: 'listVerificationSources', key: 'slug' },
} satisfies Readonly<Record<string, Kind>>;

export type NamedKind = keyof typeof kinds;

/** The name of a referenced object, or its id until the name is loaded. */
export function useName(kind: NamedKind, id: string): string {
  const { list, one, nameOf = ({ name }) => String(name), key = 'id' }: Kind = kinds[kind];
  const names = useQuery({
    queryKey: ['names', kind],
    queryFn: async () => {
      const { data } = await readPage(['list', list, {}, {}]);
      return new Map(
        data.map((row) => {
          const found: Readonly<Record<string, unknown>> = { ...row };
          return [String(found[key]), nameOf(found)];
        }),
      );
    },
    enabled: id !== '',
    staleTime: STALE_MS,
  });
  const known = names.data?.get(id);
  const older = useQuery({
    queryKey: ['names', kind, id],
    queryFn: async () => (one ? nameOf({ ...(await callWith(one, { path: { id } })) }) : id),
    enabled: id !== '' && names.isFetched && known === undefined,
    staleTime: STALE_MS,
  });
  return known ?? older.data ?? id;
}
