import { controls } from '../../api/controls.js';
import type { Answer } from '../../api/operations.js';
import { useChange } from '../../api/use-change.js';
import { DirectAction } from '../../resource/direct-action.js';
import { Button } from '../../ui/button.js';
import { CopyButton } from '../../ui/copy-button.js';
import { notify } from '../../ui/toast.js';
import { curlOf } from './curl-of.js';
import { fixtureOf } from './fixture-of.js';
import { hasAttemptDue } from './has-attempt-due.js';

type Delivery = Answer<'getWebhookDelivery'>;

/** What can be done with a delivery. */
export function DeliveryActions({ delivery }: { delivery: Delivery }) {
  const { id, requestBody, attempts } = delivery;
  // The API does not keep what a fault has sent.
  const exact = attempts.findLast(({ fault }) => fault === null);
  return (
    <>
      {exact ? (
        <CopyButton
          label="Copy as curl"
          text={() => curlOf({ url: exact.url, headers: exact.requestHeaders, body: requestBody })}
        />
      ) : (
        attempts.length > 0 && (
          <Button look="quiet" refusal="A fault may have changed what each attempt has sent.">
            Copy as curl
          </Button>
        )
      )}
      <CopyButton label="Copy as fixture" text={() => fixtureOf(delivery)} />
      <DeliverNow delivery={delivery} />
      <DirectAction
        operation="replayWebhookDelivery"
        look="primary"
        input={{ path: { id } }}
        on={delivery}
      />
    </>
  );
}

/** Makes the next attempt at once. */
function DeliverNow({ delivery }: { delivery: Delivery }) {
  const change = useChange((key) => controls.deliverNow(key, delivery.id));
  const isDue = hasAttemptDue(delivery);
  return (
    <Button
      refusal={isDue ? undefined : 'No attempt is due.'}
      pending={change.isPending}
      onClick={() =>
        change.mutate(undefined, {
          onSuccess: () => notify('The attempt was made.'),
          onError: ({ message }) => notify(message),
        })
      }
    >
      Deliver now
    </Button>
  );
}
