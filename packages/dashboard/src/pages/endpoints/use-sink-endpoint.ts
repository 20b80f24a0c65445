import { call } from '../../api/call.js';
import { useChange } from '../../api/use-operation.js';
import { notify } from '../../ui/toast.js';

/** The receiver that the service brings along, for those who have none yet. */
export const sinkUrl = `${location.origin}/sink/first`;

/** Adds an endpoint that points at the built-in receiver, of the integration that exists or of a new one. */
export function useSinkEndpoint() {
  return useChange(async () => {
    const { data } = await call('listIntegrations', { query: { status: 'active' } });
    const [active] = data;
    const body = { name: 'Demo integration' };
    const { id: integrationId } = active ?? (await call('createIntegration', { body }));
    await call('createWebhookEndpoint', { body: { url: sinkUrl, integrationId } });
    notify('The endpoint is added. It points at the built-in receiver.');
  });
}
