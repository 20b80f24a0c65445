import type { SandboxSchemas } from '@screening-webhooks/sandbox';
import { checkSession } from '../session/presence.js';

export type StreamNews =
  | { readonly kind: 'change'; readonly delivery: SandboxSchemas['WebhookDelivery'] }
  /** An id has arrived. `missed`: no stream may have reported some changes. */
  | { readonly kind: 'live'; readonly missed: boolean }
  | { readonly kind: NotLive };

/**
 * Why a stream has no news. `silent`: nothing arrives, for example behind a proxy that buffers. `lost`: the browser reconnects.
 * `refused`: the service has answered with something else.
 */
export type NotLive = 'silent' | 'lost' | 'refused';

const STREAM = '/v1/webhook-deliveries/stream?positions=true';
const AGAIN_MS = 3000;
// The service sends an id at once, and then one at least every 15 seconds.
const LATE_MS = 5000;
const SILENCE_MS = 35_000;

/**
 * Reads the stream of deliveries until it is stopped. For a browser, a stream is open once its headers have arrived, even if a
 * proxy buffers everything after them. So the stream is live only with its first id.
 */
export function readStream(
  tell: (news: StreamNews) => void,
  signal: AbortSignal,
  whose: typeof checkSession = checkSession,
): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let late: ReturnType<typeof setInterval> | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      clearInterval(late);
      clearTimeout(timer);
    };
    const connect = () => {
      const opened = new EventSource(STREAM);
      source = opened;
      // Only at first: the page may have read its lists before. Later, the browser resumes where it lost the stream.
      let hasGap = true;
      // The browser may have opened the stream with the session of another tenant, whose deliveries must not be shown here.
      let checked: Promise<unknown> = Promise.resolve();
      const connectAgain = (kind: NotLive) => {
        rest();
        opened.close();
        tell({ kind });
        timer = setTimeout(connect, AGAIN_MS);
      };
      const expectMore = () => {
        rest();
        timer = setTimeout(connectAgain, SILENCE_MS, 'silent');
      };
      const expectFirst = () => {
        expectMore();
        // Repeatedly, for tabs that are opened later.
        late = setInterval(tell, LATE_MS, { kind: 'silent' });
      };
      const whenOwn = (news: StreamNews) => {
        expectMore();
        const mine = checked;
        void mine.then((state) => {
          if (mine !== checked || opened !== source || signal.aborted) return;
          if (state === 'current') tell(news);
          else if (state === 'away') connectAgain('lost');
        });
      };
      expectFirst();
      opened.addEventListener('open', () => {
        checked = whose();
      });
      opened.addEventListener('position', () => {
        whenOwn({ kind: 'live', missed: hasGap });
        hasGap = false;
      });
      opened.addEventListener('message', ({ data }: MessageEvent<string>) =>
        whenOwn({ kind: 'change', delivery: JSON.parse(data) }),
      );
      opened.addEventListener('error', () => {
        // The browser gives up if the answer is not a stream.
        if (opened.readyState === EventSource.CLOSED) return connectAgain('refused');
        tell({ kind: 'lost' });
        expectFirst();
      });
    };
    const end = () => {
      rest();
      source?.close();
      resolve();
    };
    if (signal.aborted) return end();
    signal.addEventListener('abort', end);
    connect();
  });
}
