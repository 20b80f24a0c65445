import { call, change } from '../../api/call.js';
import { useChange } from '../../api/use-change.js';
import { notify } from '../../ui/toast.js';

/** The receiver that the service brings along, for those who have none yet. */
export const sinkUrl = `${location.origin}/sink/first`;

/** Adds an endpoint that points at the built-in receiver, of the default integration or of a new one. */
export function useSinkEndpoint() {
  return useChange(async (key) => {
    const { defaultIntegrationId } = await call('getAccount');
    const body = { name: 'Demo integration' };
    const integrationId =
      defaultIntegrationId ?? (await change(key, 'createIntegration', { body })).id;
    await change(key, 'createWebhookEndpoint', { body: { url: sinkUrl, integrationId } });
    notify('The endpoint is added. It points at the built-in receiver.');
  });
}
