import { context, trace } from '@opentelemetry/api';
import type { Inbox, ReceiverOptions } from '@screening-webhooks/core';
import { ignoreErrors } from './ignore-errors.js';
import type { SpanCache } from './span-cache.js';

type InboxOption<Framework> = ReceiverOptions<Framework>['inbox'];

/**
 * Wraps an inbox to remember which span stored an event. No trace data is written into the inbox. A value that is not an
 * inbox passes through; the receiver rejects it.
 */
export function linkedInbox<Framework>(
  inbox: InboxOption<Framework>,
  accepted: SpanCache,
): InboxOption<Framework> {
  if (typeof inbox === 'function') return (framework) => linked(inbox(framework), accepted);
  return inbox && linked(inbox, accepted);
}

function linked(inbox: Inbox, accepted: SpanCache): Inbox {
  if (typeof inbox?.store !== 'function') return inbox;
  return {
    store(event, entry) {
      // Before the event is stored, because a worker may process it before `store` resolves.
      ignoreErrors(() => {
        const span = trace.getSpan(context.active());
        if (span?.isRecording()) accepted.add(event.id, span.spanContext());
      });
      return inbox.store(event, entry);
    },
  };
}
