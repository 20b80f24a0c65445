import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { call } from './call.js';
import type { Input, OperationId } from './operations.js';
import { refreshAll } from './refresh.js';

/** A read, kept under the operation and its input. */
export function operationQuery<Id extends OperationId>(id: Id, input: Input<Id> = {}) {
  return queryOptions({
    queryKey: [id, input],
    queryFn: ({ signal }) => call(id, input, signal),
  });
}

/** The answer of a read. It is read again when something has changed. */
export function useOperation<Id extends OperationId>(
  id: Id,
  input: Input<Id> = {},
  options: { readonly enabled?: boolean } = {},
) {
  return useQuery({ ...operationQuery(id, input), ...options });
}

/** Runs a change, and then reads again what the page shows. */
export function useChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  return useMutation({
    mutationFn: change,
    onSuccess() {
      // After the callback of the caller, which would not be called if what is read took the caller from the page.
      setTimeout(() => void refreshAll());
    },
  });
}
