import type { Terminal } from 'screening-webhooks-terminal';
import { UsageError } from 'screening-webhooks-terminal';
import { z } from 'zod';
import { SandboxError } from '../../handle/call-service.js';
import { WebhookEndpointWithSecret } from '../../service/capabilities/webhooks/index.js';
import { shown } from '../output/print.js';
import { type Connection, ServiceAwayError } from './connect.js';

const LISTENS = '/_sandbox/listens';

const Listen = z.object({
  id: z.string(),
  /** Whether the endpoint existed before, and stays. */
  stays: z.boolean(),
  endpoint: WebhookEndpointWithSecret,
  /** The `Last-Event-ID` with which a stream misses nothing of a new endpoint. */
  lastEventId: z.string(),
});

interface Wanted {
  readonly url: string;
  readonly integrationId: string | undefined;
  readonly eventTypes: readonly string[] | undefined;
}

/** Holds an endpoint for as long as a command runs. The service deletes it once its stream has been closed for a minute. */
export function holdEndpoint({ url, eventTypes, ...wanted }: Wanted, { err }: Terminal) {
  let held: z.output<typeof Listen> | undefined;

  return {
    get endpoint() {
      return held?.endpoint;
    },
    /** Whether the endpoint existed before, and stays. */
    get stays() {
      return held?.stays === true;
    },
    /**
     * Makes the endpoint, or continues with the present one.
     *
     * @returns the query of its stream, and the `Last-Event-ID` with which the stream misses nothing of a new endpoint.
     */
    async begin({ control, defaultIntegration }: Connection) {
      const before = held;
      const integrationId =
        before?.endpoint.owner.id ?? wanted.integrationId ?? (await defaultIntegration());
      const now = await control(Listen, 'POST', LISTENS, {
        url,
        eventTypes,
        integrationId,
        listenId: before?.id,
        secret: before?.endpoint.secret,
      });
      held = now;
      const isSame = before?.id === now.id;
      if (before && !isSame) err(describeOther(before.endpoint.secret, now.endpoint));
      return { query: { listenId: now.id }, ...(isSame ? {} : { after: now.lastEventId }) };
    },
    /** Deletes the endpoint, unless it existed before or another command shares it. */
    async end({ control }: Connection): Promise<void> {
      if (held === undefined) return;
      try {
        await control(z.unknown(), 'DELETE', `${LISTENS}/${held.id}`);
      } catch (error) {
        if (error instanceof ServiceAwayError) {
          if (!held.stays)
            err(
              'The service does not answer. It deletes the endpoint about a minute after it is back.\n',
            );
          // Otherwise the service has lost the endpoint with its state.
        } else if (!(error instanceof SandboxError || error instanceof UsageError)) throw error;
      }
    },
  };
}

function describeOther(
  secret: string,
  { id, secret: now }: z.output<typeof WebhookEndpointWithSecret>,
): string {
  const signed =
    now === secret ? 'with the same signing secret' : `with another signing secret: ${shown(now)}`;
  return `The service had lost the endpoint. It is ${id} now, ${signed}. Events from in between were not delivered: screening-sandbox events list\n`;
}
