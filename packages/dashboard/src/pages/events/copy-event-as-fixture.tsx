import { useList } from '../../api/list-feed.js';
import { useOperation } from '../../api/use-operation.js';
import { CopyButton } from '../../ui/copy-button.js';
import { fixtureOf } from '../deliveries/fixture-of.js';

/** Copies the newest delivery of an event for tests of a receiver. Only a delivery has the bytes that are signed. */
export function CopyEventAsFixture({ eventId }: { eventId: string }) {
  const [newest] = useList('listWebhookDeliveries', { eventId }).rows;
  const { data } = useOperation(
    'getWebhookDelivery',
    { path: { id: newest?.id ?? '' } },
    { enabled: newest !== undefined },
  );
  return data && <CopyButton label="Copy as fixture" text={() => fixtureOf(data)} />;
}
