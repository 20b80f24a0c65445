import { filterTable } from './generated/filters.js';
import type { JsonSchema } from './json-schema.js';

type Filters = Readonly<Record<string, JsonSchema>>;

const filters: Readonly<Partial<Record<string, Filters>>> = filterTable;

/** The filters of a list: its query parameters, except those for paging. */
export function filtersOf(id: string): Filters {
  return filters[id] ?? {};
}
