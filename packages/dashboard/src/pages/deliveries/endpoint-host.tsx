import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/use-operation.js';
import { Broken, Text } from '../../ui/text.js';

/** The host and path of an endpoint's URL, or its id until loaded and if deleted, so that a link always has a name. */
export function EndpointHost({ id }: { id: string }) {
  const { data: endpoint } = useListedEndpoint(id);
  if (endpoint) return <Broken text={hostAndPath(endpoint.url)} after="/" />;
  return (
    <>
      {endpoint === null && 'deleted endpoint '}
      <Text mono>{id}</Text>
    </>
  );
}

/** The host of a URL, and its path if it has one: endpoints often differ only in the path. */
export function hostAndPath(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return pathname === '/' ? host : `${host}${pathname}`;
}

/** An endpoint, without a separate request. `null` if deleted, `undefined` until loaded or if not one of the newest 100. */
export function useListedEndpoint(id: string) {
  return useQuery({
    // There are few endpoints. All rows of a table share this answer, which is reloaded when something has changed.
    ...operationQuery('listWebhookEndpoints', { query: { limit: 100 } }),
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ data, hasMore }) =>
      data.find((endpoint) => endpoint.id === id) ?? (hasMore ? undefined : null),
  });
}

export function EventTypeName({ type }: { type: string }) {
  return <Broken text={type} after="." />;
}
