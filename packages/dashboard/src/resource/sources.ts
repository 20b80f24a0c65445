import type { ListId } from '../api/operations.js';
import { keyIn } from '../words/fields.js';
import type { NamedKind } from './references.js';

export type Options = readonly (readonly [value: string, shown: string])[];

export interface Source {
  readonly list: ListId;
  readonly query?: object;
  /** The property that is the value. Default: `id`. */
  readonly value?: string;
  readonly shown: readonly string[];
  /** Set if there may be thousands: the list is searched by name. */
  readonly many?: {
    readonly kind: NamedKind;
    readonly page: '/candidates' | '/endpoints' | '/packages' | '/roles';
  };
  /** Set if there may be many and the API cannot search them: all are loaded, and searched here. */
  readonly several?: true;
  /** Options that are not objects of the list. */
  readonly extraOptions?: Options;
}

const checkTypes: Source = { list: 'listCheckTypes', value: 'slug', shown: ['name'] };
const documents: Source = {
  list: 'listDocumentConfigs',
  value: 'slug',
  shown: ['name'],
  several: true,
};
const eventTypes: Source = { list: 'listEventTypes', value: 'type', shown: ['type'] };
const active = { archived: false };

// biome-ignore format: a line for each.
export const sources: Readonly<Record<string, Source>> = {
  candidateId: { list: 'listCandidates', shown: ['firstName', 'lastName', 'email'], many: { kind: 'candidate', page: '/candidates' } },
  roleId: { list: 'listRoles', query: active, shown: ['name'], many: { kind: 'role', page: '/roles' } },
  packageId: { list: 'listPackages', query: active, shown: ['name'], many: { kind: 'package', page: '/packages' } },
  endpointId: { list: 'listWebhookEndpoints', shown: ['url'], many: { kind: 'endpoint', page: '/endpoints' } },
  integrationId: { list: 'listIntegrations', query: { status: 'active' }, shown: ['name'], several: true },
  keyId: { list: 'listApiKeys', shown: ['label', 'last4'], extraOptions: [['dashboard', 'The dashboard']] },
  checkTypeSlug: checkTypes,
  checkTypeSlugs: checkTypes,
  sourceSlug: { list: 'listVerificationSources', value: 'slug', shown: ['name'] },
  documentConfigSlug: documents,
  documentConfigSlugs: documents,
  eventType: eventTypes,
  eventTypes,
  'listEvents.type': eventTypes,
};

/** The key of the source of a property, in a form or among the filters of a list. `undefined` if it has none. */
export function choicesOf(path: string, form?: string): string | undefined {
  return keyIn(sources, path, form);
}

export function optionsOf(source: Source, rows: readonly object[]): Options {
  const { value = 'id', shown, extraOptions = [] } = source;
  const ofRow = (row: object) => {
    const found: Readonly<Record<string, unknown>> = { ...row };
    return [String(found[value]), shown.map((property) => found[property]).join(' ')] as const;
  };
  return [...extraOptions, ...rows.map(ofRow)];
}
