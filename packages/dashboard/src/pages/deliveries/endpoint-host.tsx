import { Text } from '../../ui/text.js';
import { useListedEndpoint } from './use-listed-endpoint.js';

/** The host of an endpoint's URL. Its id until the endpoint is read, and if it was deleted: a link of it always has a name. */
export function EndpointHost({ id }: { id: string }) {
  const { data: endpoint } = useListedEndpoint(id);
  return endpoint ? <Text>{hostOf(endpoint.url)}</Text> : <Text mono>{id}</Text>;
}

/** The host of a URL, and its path if it has one: endpoints often differ by the path alone. */
function hostOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return pathname === '/' ? host : `${host}${pathname}`;
}
