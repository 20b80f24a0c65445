import { checkEnvelope } from '../events/parse-event.js';
import type { EventEnvelope } from '../events/webhook-event.js';
import { withSource } from '../events/with-source.js';
import { handlerTimedOut, runHandler } from '../handlers/run-handler.js';
import { type DispatchOutcome, rejected } from '../outcome/outcome.js';
import type { ReceiverSettings } from '../pipeline/settings.js';
import type { DispatchContext } from './receiver.js';

/** Validates an event and runs its handler: `receiver.dispatch`. */
export async function dispatchEvent<Framework>(
  event: EventEnvelope,
  { framework, signal }: DispatchContext<Framework>,
  settings: ReceiverSettings<Framework>,
): Promise<DispatchOutcome> {
  // What a receiver has taken is not too deep, and an event by hand may be anything.
  const checked = checkEnvelope(event, true);
  if (!checked.ok) return rejected(checked);

  const validated = await settings.applySchemas(checked.event);
  if (!validated.ok) return rejected(validated);

  const handler = settings.route(event.type);
  if (!handler) return { kind: 'ignored' };

  // A copy: the event belongs to the caller.
  const copy = withSource({ ...validated.event });
  const limit = limitTime(settings.times.handlerTimeout, signal);
  const outcome = await runHandler(handler, copy, { signal: limit.signal, framework });
  limit.end();
  return outcome;
}

// AbortSignal.timeout cannot be cleared: at a thousand events a second it would hold the timers of ten minutes.
function limitTime(ms: number, outer?: AbortSignal): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const onOuterAbort = (): void => controller.abort(outer?.reason);
  const timer = setTimeout(() => controller.abort(handlerTimedOut(ms)), ms);
  outer?.addEventListener('abort', onOuterAbort);
  if (outer?.aborted) onOuterAbort();
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', onOuterAbort);
    },
  };
}
