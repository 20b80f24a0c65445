import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.js';
import { queryClient } from '../api/query-client.js';

const STALE_MS = 60_000;
const page = { query: { limit: 100 } } as const;

interface Kind {
  /** The newest objects. */
  readonly newest: () => Promise<{ readonly data: readonly object[] }>;
  /** One that is older. */
  readonly one?: (id: string) => Promise<object>;
  /** Default: that of a thing with a name. */
  readonly nameOf?: (found: Readonly<Record<string, unknown>>) => string;
  readonly key?: 'id' | 'slug';
}

type Person = { readonly firstName: string; readonly lastName: string };

/** A person as others write them. */
export const fullName = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;

const kinds = {
  candidate: {
    newest: () => call('listCandidates', page),
    one: (id) => call('getCandidate', { path: { id } }),
    nameOf: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  },
  role: {
    newest: () => call('listRoles', page),
    one: (id) => call('getRole', { path: { id } }),
  },
  package: {
    newest: () => call('listPackages', page),
    one: (id) => call('getPackage', { path: { id } }),
  },
  integration: {
    newest: () => call('listIntegrations', page),
    one: (id) => call('getIntegration', { path: { id } }),
  },
  endpoint: {
    newest: () => call('listWebhookEndpoints', page),
    one: (id) => call('getWebhookEndpoint', { path: { id } }),
    nameOf: ({ url }) => String(url),
  },
  check: { newest: () => call('listCheckTypes'), key: 'slug' },
  document: { newest: () => call('listDocumentConfigs', page), key: 'slug' },
} satisfies Readonly<Record<string, Kind>>;

export type NamedKind = keyof typeof kinds;

/** The name of an object that another one refers to. Its id until it is known. */
export function useName(kind: NamedKind, id: string): string {
  const { newest, one, nameOf = ({ name }) => String(name), key = 'id' }: Kind = kinds[kind];
  const names = useQuery({
    queryKey: ['names', kind],
    queryFn: async () =>
      new Map((await newest()).data.map((row) => [valueIn(row, key), nameOf({ ...row })])),
    enabled: id !== '',
    staleTime: STALE_MS,
  });
  const known = names.data?.get(id);
  const older = useQuery({
    queryKey: ['names', kind, id],
    queryFn: async () => (one ? nameOf({ ...(await one(id)) }) : id),
    enabled: id !== '' && names.isFetched && known === undefined,
    staleTime: STALE_MS,
  });
  return known ?? older.data ?? id;
}

function valueIn(row: object, key: string): string {
  return String(Object.entries(row).find(([name]) => name === key)?.[1]);
}

/** Reads the name of an object again, because it was changed. */
export function forgetName(kind: NamedKind, id: string): void {
  void queryClient.invalidateQueries({ queryKey: ['names', kind, id] });
}
