import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.js';
import { queryClient } from '../api/query-client.js';

const STALE_MS = 60_000;
const page = { query: { limit: 100 } } as const;

interface Kind {
  /** The names of the newest objects by their ids. */
  readonly newest: () => Promise<ReadonlyMap<string, string>>;
  /** The name of one that is older. */
  readonly one?: (id: string) => Promise<string>;
}

type Person = { readonly firstName: string; readonly lastName: string };

/** A person as others write them. */
export const fullName = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;

const kinds = {
  candidate: {
    newest: async () =>
      new Map(
        (await call('listCandidates', page)).data.map((found) => [found.id, fullName(found)]),
      ),
    one: async (id) => fullName(await call('getCandidate', { path: { id } })),
  },
  role: {
    newest: async () =>
      new Map((await call('listRoles', page)).data.map(({ id, name }) => [id, name])),
    one: async (id) => (await call('getRole', { path: { id } })).name,
  },
  package: {
    newest: async () =>
      new Map((await call('listPackages', page)).data.map(({ id, name }) => [id, name])),
    one: async (id) => (await call('getPackage', { path: { id } })).name,
  },
  integration: {
    newest: async () =>
      new Map((await call('listIntegrations', page)).data.map(({ id, name }) => [id, name])),
    one: async (id) => (await call('getIntegration', { path: { id } })).name,
  },
  check: {
    newest: async () =>
      new Map((await call('listCheckTypes')).data.map(({ slug, name }) => [slug, name])),
  },
  document: {
    newest: async () =>
      new Map((await call('listDocumentConfigs', page)).data.map(({ slug, name }) => [slug, name])),
  },
} satisfies Readonly<Record<string, Kind>>;

export type NamedKind = keyof typeof kinds;

/** The name of an object that another one refers to. Its id until it is known. */
export function useName(kind: NamedKind, id: string): string {
  const { newest, one }: Kind = kinds[kind];
  const names = useQuery({ queryKey: ['names', kind], queryFn: newest, staleTime: STALE_MS });
  const known = names.data?.get(id);
  const older = useQuery({
    queryKey: ['names', kind, id],
    queryFn: () => one?.(id) ?? id,
    enabled: names.isFetched && known === undefined,
    staleTime: STALE_MS,
  });
  return known ?? older.data ?? id;
}

/** Reads the name of an object again, because it was changed. */
export function forgetName(kind: NamedKind, id: string): void {
  void queryClient.invalidateQueries({ queryKey: ['names', kind, id] });
}
