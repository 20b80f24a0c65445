import { useList } from '../api/list-feed.js';
import type { ListId } from '../api/operations.js';

/** Values to choose from, and what is shown for them. */
export type Options = readonly (readonly [value: string, shown: string])[];

interface Suggestions {
  readonly options: Options;
  /** Whether these are all. Otherwise another value may be typed. */
  readonly complete: boolean;
}

interface Source {
  readonly list: ListId;
  readonly query?: object;
  /** The property that is the value. Default: `id`. */
  readonly value?: string;
  /** The properties that a person knows the object by. */
  readonly shown: readonly string[];
}

const candidates: Source = { list: 'listCandidates', shown: ['firstName', 'lastName', 'email'] };
const checkTypes: Source = { list: 'listCheckTypes', value: 'slug', shown: ['name'] };
const eventTypes: Source = { list: 'listEventTypes', value: 'type', shown: ['type'] };

/** Where the values of fields of this name come from, whatever request they are part of. */
const sources: Readonly<Record<string, Source>> = {
  candidateId: candidates,
  roleId: { list: 'listRoles', query: { archived: false }, shown: ['name'] },
  packageId: { list: 'listPackages', query: { archived: false }, shown: ['name'] },
  integrationId: { list: 'listIntegrations', query: { status: 'active' }, shown: ['name'] },
  endpointId: { list: 'listWebhookEndpoints', shown: ['url'] },
  checkTypeSlug: checkTypes,
  checkTypeSlugs: checkTypes,
  sourceSlug: { list: 'listVerificationSources', value: 'slug', shown: ['name'] },
  documentConfigSlug: { list: 'listDocumentConfigs', value: 'slug', shown: ['name'] },
  documentConfigSlugs: { list: 'listDocumentConfigs', value: 'slug', shown: ['name'] },
  eventType: eventTypes,
  eventTypes,
  // Only events are filtered by `type`.
  type: eventTypes,
};

/** Whether a field of this name has values to choose from. */
export function hasChoices(field: string): boolean {
  return field in sources;
}

/** The newest values for a field. Undefined: it has none to choose from, or they could not be loaded. */
export function useChoices(field: string): Options | undefined {
  return useSuggestions(field)?.options;
}

/**
 * {@link useChoices}, and whether there are more. While they load there are none, so that a field to choose in is one from the
 * start: one that changed its kind would lose the focus, and what was typed into it.
 */
export function useSuggestions(field: string): Suggestions | undefined {
  const source = sources[field];
  const { list = 'listEventTypes', query, value = 'id', shown = [] } = source ?? {};
  const { rows, isError, hasNextPage } = useList(list, query, {}, source !== undefined);
  if (!source || isError) return undefined;
  const options = rows.map((row) => {
    const found: Readonly<Record<string, unknown>> = { ...row };
    const name = shown.map((property) => found[property]).join(' ');
    return [String(found[value]), name] as const;
  });
  return { options, complete: !hasNextPage };
}
