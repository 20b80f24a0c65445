import { useState } from 'react';
import type { Answer } from '../../api/operations.js';
import { Countdown } from '../../clock/time.js';
import { useNow } from '../../clock/use-clock.js';
import { Action } from '../../resource/action.js';
import { Card } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Dialog } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Facts } from '../../ui/facts.js';
import { Text } from '../../ui/text.js';
import { hostOf } from './host-of.js';
import { NewSecret } from './new-secret.js';
import { useReveal } from './use-reveal.js';

/** The signing secret of an endpoint. It stays hidden until it is asked for. */
export function SecretCard({ endpoint }: { endpoint: Answer<'getWebhookEndpoint'> }) {
  const { id, secretHint, previousSecretExpiresAt: end } = endpoint;
  const overlaps = useNow() < Date.parse(end ?? '');
  const { button, secrets, error } = useReveal(id);
  return (
    <Card
      title="Signing secret"
      actions={
        <>
          {button}
          <RollSecret endpoint={endpoint} overlaps={overlaps} />
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Facts
          rows={{
            'Ends with': <Text mono>…{secretHint}</Text>,
            'Previous secret':
              overlaps && end !== null ? (
                <>
                  Signs as well, and ends <Countdown to={end} />
                </>
              ) : (
                'None signs'
              ),
          }}
        />
        {error && <ErrorNote error={error} />}
        {secrets && <CodeBlock label="Current signing secret" text={secrets.secret} />}
        {secrets && secrets.previousSecret !== null && overlaps && (
          <>
            <p className="text-muted">The previous secret:</p>
            <CodeBlock label="Previous signing secret" text={secrets.previousSecret} />
          </>
        )}
      </div>
    </Card>
  );
}

/** Gives an endpoint a new secret, and shows it. During an overlap, a further roll ends the oldest secret at once. */
function RollSecret({
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
