import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/use-operation.js';
import { Broken, Text } from '../../ui/text.js';

/** The host and path of an endpoint's URL. Its id until the endpoint is read, and if it was deleted: a link of it always has a name. */
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

/** The host of a URL, and its path if it has one: endpoints often differ by the path alone. */
export function hostAndPath(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return pathname === '/' ? host : `${host}${pathname}`;
}

/** An endpoint, without a request of its own. It is `null` if it was deleted, and `undefined` if it is not read yet or not one of the newest 100. */
export function useListedEndpoint(id: string) {
  return useQuery({
    // Endpoints are few. All rows of a table share this one answer, which is read again when something has changed.
    ...operationQuery('listWebhookEndpoints', { query: { limit: 100 } }),
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ data, hasMore }) =>
      data.find((endpoint) => endpoint.id === id) ?? (hasMore ? undefined : null),
  });
}

export function EventTypeName({ type }: { type: string }) {
  return <Broken text={type} after="." />;
}
