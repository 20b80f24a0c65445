import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { Action, whyNot } from '../../resource/action.js';
import { DirectAction } from '../../resource/direct-action.js';
import { hostOf } from './host-of.js';

type Endpoint = Answer<'getWebhookEndpoint'>;

/** Pauses an endpoint, or releases or discards what it holds. */
export function PauseActions({ endpoint }: { endpoint: Endpoint }) {
  const path = { id: endpoint.id };
  const held = useHeld(endpoint);
  if (whyNot('pauseWebhookEndpoint', endpoint) === undefined) {
    return (
      <DirectAction
        operation="pauseWebhookEndpoint"
        label="Pause"
        input={{ path }}
        done="The endpoint is paused: its deliveries are held."
      />
    );
  }
  return (
    <>
      <DirectAction
        operation="resumeWebhookEndpoint"
        label="Resume"
        look="primary"
        input={{ path, body: {} }}
        done="The endpoint is resumed: held deliveries are sent, oldest first."
      />
      <Action
        operation="resumeWebhookEndpoint"
        label="Resume and discard"
        look="danger"
        path={path}
        initial={{ discard: true }}
        hidden={['discard']}
        confirm={hostOf(endpoint.url)}
        done="The endpoint is resumed. What it held is canceled."
      >
        Held deliveries are canceled and never sent{held === undefined ? '' : `: ${held} now`}.
      </Action>
    </>
  );
}

/** How many deliveries an endpoint holds. Undefined: it is not paused, or they are not counted yet. */
export function useHeld({ id, paused, createdAt }: Endpoint): number | undefined {
  // The end of the range is not part of it, and a delivery may be created in the same millisecond.
  const createdAfter = new Date(Date.parse(createdAt) - 1).toISOString();
  const { data } = useOperation(
    'getWebhookDeliveryStatistics',
    { query: { endpointId: id, createdAfter } },
    { enabled: paused },
  );
  return data?.byStatus.held;
}
