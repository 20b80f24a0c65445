import type { SandboxSchemas } from '@screening-webhooks/sandbox';
import { checkSession } from '../session/presence.js';

/** What a stream tells. */
export type StreamNews =
  | { readonly kind: 'change'; readonly delivery: SandboxSchemas['WebhookDelivery'] }
  /** `missed`: there may have been changes that no stream has told. */
  | { readonly kind: 'open'; readonly missed: boolean }
  /** The browser connects again. */
  | { readonly kind: 'lost' }
  /** The service has answered with something else. */
  | { readonly kind: 'refused' };

const STREAM = '/v1/webhook-deliveries/stream';
const AGAIN_MS = 3000;

/** Reads the stream of deliveries until it is stopped. @param missed Whether it goes on for another tab. */
export function readStream(
  tell: (news: StreamNews) => void,
  signal: AbortSignal,
  missed: boolean,
): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const connect = (isLate: boolean) => {
      const opened = new EventSource(STREAM);
      source = opened;
      // Only at first: the browser itself goes on where it has lost the stream.
      let hasGap = isLate;
      // The browser may have opened it with the session of another tenant, whose deliveries are none of this page's.
      let checked: Promise<unknown> = Promise.resolve();
      const whenOwn = (news: StreamNews) => {
        const mine = checked;
        void mine.then(
          (state) => state === 'current' && mine === checked && !signal.aborted && tell(news),
        );
      };
      opened.addEventListener('open', () => {
        checked = checkSession();
        whenOwn({ kind: 'open', missed: hasGap });
        hasGap = false;
      });
      opened.addEventListener('message', ({ data }: MessageEvent<string>) =>
        whenOwn({ kind: 'change', delivery: JSON.parse(data) }),
      );
      opened.addEventListener('error', () => {
        if (opened.readyState !== EventSource.CLOSED) return tell({ kind: 'lost' });
        // The browser gives up when the answer is not a stream.
        tell({ kind: 'refused' });
        timer = setTimeout(connect, AGAIN_MS, true);
      });
    };
    const end = () => {
      clearTimeout(timer);
      source?.close();
      resolve();
    };
    if (signal.aborted) return end();
    signal.addEventListener('abort', end);
    connect(missed);
  });
}
