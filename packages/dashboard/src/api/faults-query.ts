import { queryOptions } from '@tanstack/react-query';
import { controls } from './controls.js';

/** The faults that are set, and every kind of fault. */
export const faultsQuery = queryOptions({
  queryKey: ['faults'],
  queryFn: () => controls.faults(),
});
