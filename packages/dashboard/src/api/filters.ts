import { filterTable } from './generated/filters.js';
import type { JsonSchema } from './json-schema.js';

type Filters = Readonly<Record<string, JsonSchema>>;

const filters: Readonly<Partial<Record<string, Filters>>> = filterTable;

/** What a list is filtered by: its query parameters, but for those of its pages. */
export function filtersOf(id: string): Filters {
  return filters[id] ?? {};
}
