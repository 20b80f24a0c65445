import { useList } from '../../api/list-feed.js';
import type { Answer } from '../../api/operations.js';
import { Text } from '../../ui/text.js';

/** Who has an endpoint, by name. */
export function OwnerName({ owner }: { owner: Answer<'getWebhookEndpoint'>['owner'] }) {
  const { rows } = useList('listIntegrations');
  if (owner.type === 'account') return <>The account</>;
  return <Text>{rows.find(({ id }) => id === owner.id)?.name ?? owner.id}</Text>;
}
