import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, isDeleted } from './call.js';
import type { Input, ReadId } from './operations.js';

export function operationQuery<Id extends ReadId>(id: Id, input: Input<Id> = {}) {
  return queryOptions({ queryKey: [id, input], queryFn: ({ signal }) => call(id, input, signal) });
}

/** The answer of a read operation. It is reloaded when something has changed. */
export function useOperation<Id extends ReadId>(
  id: Id,
  input: Input<Id> = {},
  { enabled = true }: { readonly enabled?: boolean } = {},
) {
  // A page that is opened after the deletion does read, and says that the object does not exist.
  const [openedAt] = useState(() => performance.now());
  return useQuery({
    ...operationQuery(id, input),
    enabled: () => enabled && !isDeleted(id, input, openedAt),
  });
}
