import { Text } from '../../ui/text.js';
import { useListedEndpoint } from './use-listed-endpoint.js';

/** The host of an endpoint's URL. Its id, if the endpoint was deleted. */
export function EndpointHost({ id }: { id: string }) {
  const { data: endpoint, isPending } = useListedEndpoint(id);
  if (isPending) return null;
  return endpoint ? <Text>{hostOf(endpoint.url)}</Text> : <Text mono>{id}</Text>;
}

/** The host of a URL, and its path if it has one: endpoints often differ by the path alone. */
function hostOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return pathname === '/' ? host : `${host}${pathname}`;
}
