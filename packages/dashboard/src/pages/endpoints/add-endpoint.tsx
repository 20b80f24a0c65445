import { useState } from 'react';
import { call, change } from '../../api/call.js';
import { useChange } from '../../api/use-change.js';
import { Action } from '../../resource/action.js';
import { useDefaultIntegration } from '../../resource/default-integration.js';
import { lazyPart } from '../../session/persistently.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-note.js';
import { notify } from '../../ui/toast.js';
import { NewSecret } from './use-reveal.js';

const NewEndpointFields = lazyPart(() => import('./endpoint-fields.js'), 'NewEndpointFields');

export function AddEndpoint({ label = 'Add endpoint' }: { label?: string }) {
  const preset = useDefaultIntegration();
  const [secret, setSecret] = useState<string>();
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
          refusal: preset.id === undefined ? 'Loading the integrations …' : undefined,
        })}
        fields={<NewEndpointFields preset={preset} />}
        onDone={(endpoint) => setSecret(endpoint.secret)}
      />
      <NewSecret title="Endpoint added" secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}

export const sinkUrl = `${location.origin}/sink/first`;

export function FirstEndpoint() {
  const sink = useChange(async (key) => {
    const { defaultIntegrationId } = await call('getAccount');
    const body = { name: 'Demo integration' };
    const integrationId =
      defaultIntegrationId ?? (await change(key, 'createIntegration', { body })).id;
    await change(key, 'createWebhookEndpoint', { body: { url: sinkUrl, integrationId } });
    notify('Endpoint added. It points to the built-in receiver.');
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
