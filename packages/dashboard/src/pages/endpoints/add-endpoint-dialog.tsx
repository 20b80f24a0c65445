import { useState } from 'react';
import { call, change } from '../../api/call.js';
import { useChange } from '../../api/use-change.js';
import { ChoiceOf } from '../../resource/choice-of.js';
import { useDefaultIntegration } from '../../resource/default-integration.js';
import { OperationForm } from '../../resource/operation-form.js';
import { Dialog } from '../../ui/dialog.js';
import { notify } from '../../ui/toast.js';
import { EventTypeChoice } from './event-type-choice.js';
import { NewSecret } from './use-reveal.js';

const ACCOUNT = 'account';

/** Adds an endpoint, and shows its secret. Owner and event types are fields of their own, because the types depend on the owner. */
export function AddEndpointDialog({ onClose }: { onClose: () => void }) {
  const preset = useDefaultIntegration();
  const [owner, setOwner] = useState<string>();
  const [eventTypes, setEventTypes] = useState<readonly string[]>();
  const [secret, setSecret] = useState<string>();
  const chosen = owner ?? preset.id ?? ACCOUNT;
  if (secret !== undefined) {
    return (
      <Dialog title="The endpoint is added" onClose={onClose}>
        <NewSecret secret={secret} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog title="Add an endpoint" onClose={onClose}>
      <OperationForm
        operation="createWebhookEndpoint"
        hidden={['owner', 'integrationId', 'eventTypes', 'retryPolicy']}
        also={{
          ...(chosen === ACCOUNT ? { owner: chosen } : { integrationId: chosen }),
          ...(eventTypes ? { eventTypes } : {}),
        }}
        submit="Add endpoint"
        refusal={preset.id === undefined ? 'The integrations are still being read.' : undefined}
        onCancel={onClose}
        onDone={(endpoint) => setSecret(endpoint.secret)}
      >
        <ChoiceOf
          field="integrationId"
          label="Owner"
          hint={`An endpoint gets the events of its owner. ${preset.hint ?? ''}`}
          none="The account"
          value={chosen === ACCOUNT ? '' : chosen}
          onChange={(next) => {
            setOwner(next === '' ? ACCOUNT : next);
            setEventTypes(undefined);
          }}
        />
        <EventTypeChoice
          scope={chosen === ACCOUNT ? 'account' : 'integration'}
          value={eventTypes}
          onChange={setEventTypes}
        />
      </OperationForm>
    </Dialog>
  );
}

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
