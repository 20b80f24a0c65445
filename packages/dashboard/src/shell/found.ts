import { queryOptions } from '@tanstack/react-query';
import { callWith } from '../api/call.js';
import { filtersOf } from '../api/filters.js';
import { readPage } from '../api/list-feed.js';
import { idOf } from '../api/list-pages.js';
import { queryClient } from '../api/query-client.js';
import type { Target } from '../resource/objects.js';
import { type Source, sources } from '../resource/sources.js';
import { labelOf } from '../words/fields.js';
import type { Place } from './actions.js';

const MOST_FOUND = 5;
const STALE_MS = 60_000;

interface Search extends Source {
  readonly kind: string;
  /** The filter of the list that takes the text. Without it, all rows are loaded and searched here: there are few. */
  readonly filter?: 'q' | 'externalId';
  readonly target: (value: string) => Target;
}

const on = (page: string) => (id: string) => ({ to: `${page}/${id}` });

const bySource = (field: string, target: Search['target'], filter?: 'q'): readonly Search[] => {
  const source = sources[field];
  return source ? [{ ...source, kind: labelOf(field), target, ...(filter && { filter }) }] : [];
};

const filter = 'externalId';

// biome-ignore format: a line for each.
const searches: readonly Search[] = [
  { kind: 'Verification', list: 'listDocumentVerifications', filter, shown: ['documentConfigSlug', 'status'], target: on('/verifications') },
  { kind: 'Event', list: 'listEvents', filter, shown: ['type'], target: on('/events') },
  { kind: 'Delivery', list: 'listWebhookDeliveries', filter, shown: ['eventType', 'status'], target: on('/deliveries') },
  ...Object.entries(sources).flatMap(([field, { many }]) => many ? bySource(field, on(many.page), 'q') : []),
  ...bySource('integrationId', on('/integrations')),
  ...bySource('keyId', on('/keys')),
  ...bySource('checkTypeSlug', on('/check-types')),
  ...bySource('documentConfigSlug', on('/documents')),
  ...bySource('sourceSlug', () => ({ to: '/sources' })),
  ...bySource('eventType', (type) => ({ to: '/catalogue', search: { type } })),
];

async function find(search: Search, text: string): Promise<readonly Place[]> {
  const { kind, value, shown, target } = search;
  const asked = search.filter && { ...search.query, [search.filter]: text, limit: MOST_FOUND };
  const rows = asked ? (await callWith(search.list, { query: asked })).data : await allOf(search);
  const found = rows.flatMap((row) => {
    const properties: Readonly<Record<string, unknown>> = { ...row };
    const name = shown.map((each) => properties[each]).join(' ');
    const id = value === undefined ? idOf(row) : String(properties[value]);
    // People know slugs, not ids.
    const known = value === undefined ? name : `${name} ${id}`;
    if (!search.filter && !includesWords(known, text)) return [];
    return { title: search.filter === filter ? `${text}: ${name}` : name, kind, does: target(id) };
  });
  return found.slice(0, MOST_FOUND);
}

function allOf({ list, query = {} }: Search): Promise<readonly object[]> {
  return queryClient.fetchQuery({
    queryKey: ['all', list, query],
    async queryFn() {
      const rows: object[] = [];
      let cursor: string | undefined;
      do {
        const page = await readPage(['list', list, query, {}], cursor);
        rows.push(...page.data);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return rows;
    },
    staleTime: STALE_MS,
  });
}

export function includesWords(text: string, words: string): boolean {
  const all = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** The searches for a text. The API refuses a text that is too long. */
export function foundQueries(text: string) {
  return searches.map((search) => {
    const longest = search.filter && filtersOf(search.list)[search.filter]?.maxLength;
    return queryOptions({
      queryKey: ['found', search.kind, text],
      queryFn: () => find(search, text),
      enabled: text !== '' && text.length <= (longest ?? Number.POSITIVE_INFINITY),
    });
  });
}
