import type { SandboxSchemas } from '@screening-webhooks/sandbox';
import { useEffect, useState } from 'react';
import { refreshAll, replaceRows } from '../api/list-feed.js';
import { checkSession, watchSession } from '../session/presence.js';
import { session } from '../session/session.js';
import { type NotLive, readStream, type StreamNews } from './read-stream.js';

type Delivery = SandboxSchemas['WebhookDelivery'];

// Tabs that show another tenant have their own stream.
const NAME = `screening-deliveries-${session.tenantId}`;
const BATCH_MS = 150;
const REFRESH_MS = 500;

/** The state of the live updates of a page. `opening`: no news yet, which can take seconds. */
type LiveState = 'opening' | 'live' | NotLive;

/**
 * Keeps the page up to date. The tabs of a browser share one stream: the tab that holds the lock reads it and passes on its
 * news. When that tab is closed, another takes over.
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
      // Catches up on the time without a stream.
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
  // Over plain HTTP from another machine there are no locks: each tab reads its own stream.
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

/** Applies changes in batches, so that a burst of thousands draws the page only a few times. */
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
    // Other data has changed with the deliveries.
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
