import { context, trace } from '@opentelemetry/api';
import type { Inbox, ReceiverOptions } from '@screening-webhooks/core';
import { quietly } from './quietly.js';
import type { RememberedSpans } from './remembered-spans.js';

type InboxOption<Framework> = ReceiverOptions<Framework>['inbox'];

/**
 * An inbox beside which is remembered which span stored an event. Nothing of a trace goes into the inbox itself. What is
 * no inbox is left for the receiver to refuse.
 */
export function linkedInbox<Framework>(
  inbox: InboxOption<Framework>,
  accepted: RememberedSpans,
): InboxOption<Framework> {
  if (typeof inbox === 'function') return (framework) => linked(inbox(framework), accepted);
  return inbox && linked(inbox, accepted);
}

function linked(inbox: Inbox, accepted: RememberedSpans): Inbox {
  if (typeof inbox?.store !== 'function') return inbox;
  return {
    store(event, entry) {
      // Before it is stored: a worker may have it before we hear of that.
      quietly(() => {
        const span = trace.getSpan(context.active());
        if (span?.isRecording()) accepted.remember(event.id, span.spanContext());
      });
      return inbox.store(event, entry);
    },
  };
}
