import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/use-operation.js';

// Endpoints are few. All rows of a table share this one answer, which is read again when something has changed.
const endpointsQuery = {
  ...operationQuery('listWebhookEndpoints', { query: { limit: 100 } }),
  staleTime: Number.POSITIVE_INFINITY,
};

/** An endpoint, without a request of its own. Null if the endpoint was deleted or is not one of the newest 100. */
export function useListedEndpoint(id: string) {
  return useQuery({
    ...endpointsQuery,
    select: ({ data }) => data.find((endpoint) => endpoint.id === id) ?? null,
  });
}
