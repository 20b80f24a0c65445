import type { Terminal } from 'screening-webhooks-terminal';
import { WebhookDeliveryWithAttempts } from '../../service/capabilities/webhooks/index.js';
import type { OnEvent, ServiceEvent } from '../../service/config/service-config.js';
import { Problem } from '../../service/http/problem.js';
import type { Service } from '../../service/start-service.js';
import { attemptLine, endedAttempts } from '../output/show-attempt.js';

type AttemptEvent = Extract<ServiceEvent, { event: 'delivery' }>;

// More lines at once help nobody, and would fill the memory.
const MOST_WAITING = 1000;

/** Prints a line to stderr for each attempt of one endpoint that has ended. */
export function attemptPrinter({ err }: Pick<Terminal, 'err'>, onError: (error: unknown) => void) {
  const waiting: AttemptEvent[] = [];
  let leftOut = 0;
  let source: { readonly service: Pick<Service, 'readDelivery'>; readonly endpointId: string };
  let isPrinting = true;

  async function print({ deliveryId, number, endpointId }: AttemptEvent): Promise<void> {
    if (endpointId !== source.endpointId) return;
    const read = await source.service.readDelivery(deliveryId);
    // In the form that a client gets.
    const delivery = WebhookDeliveryWithAttempts.parse(JSON.parse(JSON.stringify(read)));
    // The requests that a fault has added follow the attempt.
    const next = delivery.attempts.find((each) => each.number > number && each.trigger !== 'fault');
    const count = next ? next.number - 1 : delivery.attemptCount;
    for (const attempt of endedAttempts(delivery.attempts, count)) {
      err(attemptLine(delivery, attempt, { colors: false }));
    }
  }

  async function printAll(): Promise<void> {
    isPrinting = true;
    for (let event = waiting.shift(); event; event = waiting.shift()) {
      try {
        await print(event);
      } catch (error) {
        // A reset has removed the delivery.
        if (!(error instanceof Problem && error.code === 'resource_not_found')) onError(error);
      }
    }
    if (leftOut > 0) err(`screening-sandbox: ${leftOut} more attempts, which are not shown\n`);
    leftOut = 0;
    isPrinting = false;
  }

  return {
    /** Takes an event of the service, even before {@link begin}. */
    onEvent(event) {
      if (event.event !== 'delivery') return;
      if (waiting.length >= MOST_WAITING) leftOut += 1;
      else waiting.push(event);
      if (!isPrinting) void printAll();
    },
    begin(service: Pick<Service, 'readDelivery'>, endpointId: string): void {
      source = { service, endpointId };
      void printAll();
    },
  } satisfies { readonly onEvent: OnEvent; readonly begin: unknown };
}
