import { createReceiver, type EventEnvelope } from '@screening-webhooks/core';

/** A receiver that records deliveries, and whose answers can be set. */
export interface RecordingReceiver {
  /** The function that takes deliveries. */
  readonly deliverTo: (request: Request) => Promise<Response>;
  /** The verified events, one for each delivery that was accepted. */
  readonly events: EventEnvelope[];
  /** The deliveries as received. */
  readonly requests: { readonly headers: Headers; readonly body: string }[];
  /** The statuses of the next answers, before the receiver's own. */
  readonly failures: number[];
  /** Clears the records, and sets the secret. */
  restart(secret: string): void;
}

/** Creates a receiver of the toolkit that verifies signatures and records its deliveries. */
export function recordingReceiver(): RecordingReceiver {
  const events: EventEnvelope[] = [];
  const requests: { headers: Headers; body: string }[] = [];
  const failures: number[] = [];
  let receiver: { fetch(request: Request): Promise<Response> } | undefined;
  return {
    events,
    requests,
    failures,
    async deliverTo(request) {
      requests.push({ headers: request.headers, body: await request.clone().text() });
      const status = failures.shift();
      if (status !== undefined) return new Response(null, { status });
      return receiver?.fetch(request) ?? new Response(null, { status: 503 });
    },
    restart(secret) {
      events.length = 0;
      requests.length = 0;
      failures.length = 0;
      receiver = createReceiver({
        secret,
        observe: false,
        handlers: {
          '*': (event) => {
            events.push(event);
          },
        },
      });
    },
  };
}
