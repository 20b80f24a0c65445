import type { SandboxSchemas } from '@screening-webhooks/sandbox';
import { checkSession } from '../session/presence.js';

export type StreamNews =
  | { readonly kind: 'change'; readonly delivery: SandboxSchemas['WebhookDelivery'] }
  /** An id has come. `missed`: there may have been changes that no stream has told. */
  | { readonly kind: 'live'; readonly missed: boolean }
  | { readonly kind: NotLive };

/**
 * Why a stream tells nothing. `silent`: nothing comes, as behind a proxy that holds it back. `lost`: the browser connects again.
 * `refused`: the service has answered with something else.
 */
export type NotLive = 'silent' | 'lost' | 'refused';

const STREAM = '/v1/webhook-deliveries/stream?positions=true';
const AGAIN_MS = 3000;
// The service sends an id at once, and then one at least every 15 seconds.
const LATE_MS = 5000;
const SILENCE_MS = 35_000;

/**
 * Reads the stream of deliveries until it is stopped. A browser counts it as open when its headers have come, also where a proxy holds
 * back all that follows: it is live with its first id.
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
      // Only at first: the page may have read its lists before. The browser itself continues where it has lost the stream.
      let hasGap = true;
      // The browser may have opened it with the session of another tenant, whose deliveries are none of this page's.
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
        // Again and again, for tabs that are opened meanwhile.
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
        // The browser gives up when the answer is not a stream.
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
