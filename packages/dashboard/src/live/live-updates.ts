import type { SandboxSchemas } from '@screening-webhooks/sandbox';
import { useEffect, useState } from 'react';
import { refreshAll, replaceRows } from '../api/list-feed.js';
import { checkSession, watchSession } from '../session/presence.js';
import { session } from '../session/session.js';
import { type NotLive, readStream, type StreamNews } from './read-stream.js';

type Delivery = SandboxSchemas['WebhookDelivery'];

// Tabs of another tenant have a stream of their own.
const NAME = `screening-deliveries-${session.tenantId}`;
const BATCH_MS = 150;
const REFRESH_MS = 500;

/** How the updates of a page are. `opening`: nothing was told yet, which takes seconds. */
type LiveState = 'opening' | 'live' | NotLive;

/**
 * Keeps what the page shows up to date. The tabs of a browser share one stream: the one that holds the lock reads it and passes
 * on what it gets. When it is closed, another one takes over.
 */
export function useLiveUpdates(): LiveState {
  const [state, setState] = useState<LiveState>('opening');
  useEffect(() => {
    const channel = new BroadcastChannel(NAME);
    const stop = new AbortController();
    const updates = batched();
    let wasLost = false;
    const stopWatch = watchSession(updates.refresh);
    const take = (news: StreamNews) => {
      if (news.kind === 'change') return updates.add(news.delivery);
      setState(news.kind);
      // What could not be read meanwhile is read, too.
      if (news.kind === 'live' && (news.missed || wasLost)) updates.refresh();
      wasLost = news.kind !== 'live';
      if (news.kind === 'refused') void checkSession();
    };
    const share = (news: StreamNews) => {
      channel.postMessage(news);
      take(news);
    };
    channel.addEventListener('message', ({ data }: MessageEvent<StreamNews>) => take(data));
    void holdLock(stop.signal, () => readStream(share, stop.signal));
    return () => {
      stop.abort();
      stopWatch();
      updates.stop();
      channel.close();
    };
  }, []);
  return state;
}

async function holdLock(signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  // Over plain HTTP from another machine there are no locks: each tab reads for itself.
  if (!('locks' in navigator)) return run();
  const ran = await navigator.locks.request(NAME, { ifAvailable: true }, async (lock) => {
    if (lock) await run();
    return lock !== null;
  });
  if (ran || signal.aborted) return;
  try {
    await navigator.locks.request(NAME, { signal }, run);
  } catch (error) {
    // Stopped while it waited.
    if (!signal.aborted) throw error;
  }
}

/** Applies changes together, so that a burst of thousands draws the page a few times only. */
function batched() {
  let pending = new Map<string, Delivery>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;
  const refresh = () => {
    refreshTimer ??= setTimeout(() => {
      refreshTimer = undefined;
      void refreshAll();
    }, REFRESH_MS);
  };
  const apply = () => {
    timer = undefined;
    replaceRows('listWebhookDeliveries', pending);
    replaceRows('listWebhookDeliveriesOfEndpoint', pending);
    pending = new Map();
    // What else has changed with them.
    refresh();
  };
  return {
    add(delivery: Delivery) {
      pending.set(delivery.id, delivery);
      timer ??= setTimeout(apply, BATCH_MS);
    },
    refresh,
    stop() {
      clearTimeout(timer);
      clearTimeout(refreshTimer);
    },
  };
}
