import { useSyncExternalStore } from 'react';
import { hasUnsaved } from '../ui/unsaved.js';
import { readSession, type SessionState, session } from './session.js';

const NAME = 'screening-session';

let state: SessionState = 'current';
const listeners = new Set<() => void>();

const read = () => state;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resolves when the next change of {@link useSessionState} is noted. */
export const sessionChange = () => new Promise<void>((resolve) => void subscribe(resolve));

/** Whether the page can go on: its session counts, is that of the tenant it shows, and the service answers. */
export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribe, read, read);
}

/**
 * Takes note of what has become of the session. A page that holds nothing unsaved leaves for the login, which leads back, or is loaded
 * again for the other tenant. One that does stays, and says what to do.
 *
 * @returns whether the page leaves.
 */
export function noteSession(now: SessionState): boolean {
  if (now !== 'current' && now !== 'away' && !hasUnsaved()) {
    const { pathname, search } = location;
    if (now === 'ended') location.assign(`/login?to=${encodeURIComponent(pathname + search)}`);
    else location.reload();
    return true;
  }
  if (now === state) return false;
  state = now;
  for (const listener of listeners) listener();
  return false;
}

/** {@link readSession}, and {@link noteSession}. */
export async function checkSession(): Promise<SessionState> {
  const now = await readSession();
  // What leaves has nothing more to show.
  return noteSession(now) ? new Promise<never>(() => {}) : now;
}

/**
 * Watches for other tabs that sign in, or that act as another tenant: they tell when they open a page. What a browser does without a
 * tab of the dashboard is noticed when somebody looks at this one again.
 */
export function watchSession(onBack: () => void): () => void {
  const channel = new BroadcastChannel(NAME);
  const check = async () => {
    const before = state;
    if ((await checkSession()) === 'current' && before !== 'current') onBack();
  };
  channel.addEventListener('message', () => void check());
  channel.postMessage(session.tenantId);
  const look = () => {
    if (state !== 'current') void check();
  };
  window.addEventListener('focus', look);
  return () => {
    channel.close();
    window.removeEventListener('focus', look);
  };
}
