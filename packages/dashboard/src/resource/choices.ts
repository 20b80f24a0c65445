import { useEffect } from 'react';
import { useList } from '../api/use-list.js';
import { type Options, optionsOf, sources } from './sources.js';

/** All values for a field. Undefined: it has none to choose from, or they could not be loaded. While they load there are none. */
export function useChoices(field: string): Options | undefined {
  const source = sources[field];
  const { list = 'listEventTypes', query } = source ?? {};
  const { rows, isError, hasNextPage, fetchNextPage } = useList(list, query, {}, Boolean(source));
  useEffect(() => {
    if (hasNextPage) void fetchNextPage();
  }, [hasNextPage, fetchNextPage]);
  return source && !isError ? optionsOf(source, rows) : undefined;
}
