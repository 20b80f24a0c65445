import { useState } from 'react';
import type { Answer } from '../../api/operations.js';
import { Action } from '../../resource/action.js';
import { Dialog } from '../../ui/dialog.js';
import { hostOf } from './host-of.js';
import { NewSecret } from './new-secret.js';

/** Gives an endpoint a new secret, and shows it. During an overlap, a further roll ends the oldest secret at once. */
export function RollSecret({
  endpoint: { id, url },
  overlaps,
}: {
  endpoint: Answer<'getWebhookEndpoint'>;
  overlaps: boolean;
}) {
  const [secret, setSecret] = useState<string>();
  const shared = {
    operation: 'rollWebhookEndpointSecret',
    path: { id },
    hidden: ['force'],
    done: 'The secret is rolled.',
    onDone: (answer: Answer<'rollWebhookEndpointSecret'>) => setSecret(answer.secret),
  } as const;
  return (
    <>
      {overlaps ? (
        <Action
          {...shared}
          key="force"
          label="Force another roll"
          look="danger"
          initial={{ force: true }}
          confirm={hostOf(url)}
        >
          The previous secret ends at once, before its time. An app that verifies with nothing else
          refuses deliveries from then on.
        </Action>
      ) : (
        <Action {...shared} key="roll" label="Roll secret">
          During the overlap, each delivery is signed with both secrets, so that your app can change
          from one to the other without a refused delivery.
        </Action>
      )}
      {secret !== undefined && (
        <Dialog title="The new signing secret" onClose={() => setSecret(undefined)}>
          <NewSecret secret={secret} onClose={() => setSecret(undefined)} />
        </Dialog>
      )}
    </>
  );
}
