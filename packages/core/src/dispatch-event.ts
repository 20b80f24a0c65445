import { checkEnvelope } from './events/parse-event.js';
import type { EventEnvelope } from './events/webhook-event.js';
import { withSource } from './events/with-source.js';
import { runHandler } from './handlers/run-handler.js';
import { rejected } from './pipeline/outcome.js';
import type { DispatchContext, DispatchOutcome } from './receiver.js';
import type { ReceiverSettings } from './settings.js';

/** `receiver.dispatch`: the handlers, and what decides which one runs with what. */
export async function dispatchEvent<Framework>(
  event: EventEnvelope,
  { framework, signal }: DispatchContext<Framework>,
  settings: ReceiverSettings<Framework>,
): Promise<DispatchOutcome> {
  const checked = checkEnvelope(event);
  if (!checked.ok) return rejected(checked);

  const validated = await settings.applySchemas(checked.event);
  if (!validated.ok) return rejected(validated);

  const handler = settings.route(event.type);
  if (!handler) return { kind: 'ignored' };

  // A copy: the event is the caller's.
  const own = withSource({ ...validated.event });
  const limit = limitTime(settings.times.handlerTimeout, signal);
  const outcome = await runHandler(handler, own, { signal: limit.signal, framework });
  limit.end();
  return outcome;
}

// AbortSignal.timeout cannot be cleared: at a thousand events a second it would hold ten minutes of them.
function limitTime(ms: number, outer?: AbortSignal): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const onOuter = (): void => controller.abort(outer?.reason);
  const timer = setTimeout(() => {
    controller.abort(new Error(`The handler did not end within handlerTimeout (${ms} ms).`));
  }, ms);
  outer?.addEventListener('abort', onOuter, { once: true });
  if (outer?.aborted) onOuter();
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', onOuter);
    },
  };
}
