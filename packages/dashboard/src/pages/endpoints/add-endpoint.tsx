import { lazyRouteComponent } from '@tanstack/react-router';
import { useState } from 'react';
import { call, change } from '../../api/call.js';
import { useChange } from '../../api/use-change.js';
import { Action } from '../../resource/action.js';
import { useDefaultIntegration } from '../../resource/default-integration.js';
import { persistently } from '../../session/persistently.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-note.js';
import { notify } from '../../ui/toast.js';
import { NewSecret } from './use-reveal.js';

const NewEndpointFields = lazyRouteComponent(
  persistently(() => import('./endpoint-fields.js')),
  'NewEndpointFields',
);

/** The button that adds an endpoint, and shows its secret. */
export function AddEndpoint({ label = 'Add endpoint' }: { label?: string }) {
  const preset = useDefaultIntegration();
  const [secret, setSecret] = useState<string>();
  const close = () => setSecret(undefined);
  return (
    <>
      <Action
        operation="createWebhookEndpoint"
        look="primary"
        label={label}
        submit="Add endpoint"
        sent={({ integrationId = preset.id ?? '', ...body }) =>
          integrationId === '' ? { ...body, owner: 'account' } : { ...body, integrationId }
        }
        when={() => ({
          refusal: preset.id === undefined ? 'The integrations are still being read.' : undefined,
        })}
        fields={<NewEndpointFields preset={preset} />}
        onDone={(endpoint) => setSecret(endpoint.secret)}
      />
      {secret !== undefined && (
        <Dialog title="The endpoint is added" onClose={close}>
          <NewSecret secret={secret} onClose={close} />
        </Dialog>
      )}
    </>
  );
}

/** The receiver that the service brings along, for those who have none yet. */
export const sinkUrl = `${location.origin}/sink/first`;

/** The two ways to a first endpoint: that of an app, or the built-in receiver, of the default integration or of a new one. */
export function FirstEndpoint() {
  const sink = useChange(async (key) => {
    const { defaultIntegrationId } = await call('getAccount');
    const body = { name: 'Demo integration' };
    const integrationId =
      defaultIntegrationId ?? (await change(key, 'createIntegration', { body })).id;
    await change(key, 'createWebhookEndpoint', { body: { url: sinkUrl, integrationId } });
    notify('The endpoint is added. It points at the built-in receiver.');
  });
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <AddEndpoint label="Add an endpoint" />
        <Button pending={sink.isPending} onClick={() => sink.mutate(undefined)}>
          Use the built-in receiver
        </Button>
      </div>
      {sink.isError && <ErrorNote error={sink.error} />}
    </>
  );
}
