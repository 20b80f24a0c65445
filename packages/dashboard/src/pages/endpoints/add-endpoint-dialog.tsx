import { useState } from 'react';
import { call, change } from '../../api/call.js';
import { useChange } from '../../api/use-change.js';
import { ChoiceOf } from '../../resource/choice-of.js';
import { useDefaultIntegration } from '../../resource/default-integration.js';
import { Fields } from '../../resource/form/field.js';
import { FormOf } from '../../resource/form/form-of.js';
import { useField, useFormAround, useOperationForm } from '../../resource/form/use-form.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-note.js';
import { notify } from '../../ui/toast.js';
import { EventTypeChoice } from './event-type-choice.js';
import { NewSecret } from './use-reveal.js';

/** Adds an endpoint, and shows its secret. */
export function AddEndpointDialog({ onClose }: { onClose: () => void }) {
  const preset = useDefaultIntegration();
  const [secret, setSecret] = useState<string>();
  const form = useOperationForm('createWebhookEndpoint', {
    sent: ({ integrationId = preset.id ?? '', ...body }) => ({
      ...body,
      ...(integrationId === '' ? { owner: 'account' } : { integrationId }),
    }),
  });
  if (secret !== undefined) {
    return (
      <Dialog title="The endpoint is added" onClose={onClose}>
        <NewSecret secret={secret} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog title="Add an endpoint" onClose={onClose}>
      <FormOf
        form={form}
        submit="Add endpoint"
        refusal={preset.id === undefined ? 'The integrations are still being read.' : undefined}
        onCancel={onClose}
        onDone={(endpoint) => setSecret(endpoint.secret)}
      >
        <Fields hidden={['owner', 'integrationId', 'eventTypes', 'retryPolicy']} />
        <OwnerFields />
      </FormOf>
    </Dialog>
  );
}

/** Owner and event types, which depend on the owner. */
function OwnerFields() {
  const preset = useDefaultIntegration();
  const { set } = useFormAround();
  const { path, label, error, value = preset.id ?? '' } = useField('integrationId');
  return (
    <>
      <ChoiceOf
        field="integrationId"
        label={label}
        hint={`An endpoint gets the events of its owner. ${preset.hint ?? ''}`}
        none="The account"
        error={error}
        value={String(value)}
        onChange={(next) => {
          set(path, next);
          set('eventTypes', undefined);
        }}
      />
      <EventTypeChoice scope={value === '' ? 'account' : 'integration'} />
    </>
  );
}

/** The receiver that the service brings along, for those who have none yet. */
export const sinkUrl = `${location.origin}/sink/first`;

/** The two ways to a first endpoint: that of an app, or the built-in receiver, of the default integration or of a new one. */
export function FirstEndpoint() {
  const [isAdding, setAdding] = useState(false);
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
        <Button look="primary" onClick={() => setAdding(true)}>
          Add an endpoint
        </Button>
        <Button pending={sink.isPending} onClick={() => sink.mutate(undefined)}>
          Use the built-in receiver
        </Button>
      </div>
      {sink.isError && <ErrorNote error={sink.error} />}
      {isAdding && <AddEndpointDialog onClose={() => setAdding(false)} />}
    </>
  );
}
