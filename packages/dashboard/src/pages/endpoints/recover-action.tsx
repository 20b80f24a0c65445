import type { Answer } from '../../api/operations.js';
import { useNow } from '../../clock/use-clock.js';
import { Action } from '../../resource/action.js';
import { notify } from '../../ui/toast.js';

const DAY_MS = 86_400_000;

/** Replays what has failed since a time. */
export function RecoverAction({ endpoint }: { endpoint: Answer<'getWebhookEndpoint'> }) {
  const since = new Date(useNow() - DAY_MS).toISOString();
  return (
    <Action
      operation="recoverWebhookDeliveries"
      label="Recover"
      on={endpoint}
      path={{ id: endpoint.id }}
      initial={{ since }}
      onDone={({ found }) => notify(`Failed deliveries that are replayed: ${found}.`)}
    >
      Each failed delivery of the time is attempted once more.
    </Action>
  );
}
