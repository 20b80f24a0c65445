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

/** Whether the page is usable: its session is valid and for the tenant it shows, and the service answers. */
export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribe, read, read);
}

/**
 * Records the new state of the session. A page without unsaved input goes to the login, which leads back, or reloads for the
 * other tenant. A page with unsaved input stays, and says what to do.
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

/** {@link readSession} and {@link noteSession}. Never resolves if the page leaves. */
export async function checkSession(): Promise<SessionState> {
  const now = await readSession();
  return noteSession(now) ? new Promise<never>(() => {}) : now;
}

/**
 * Watches for other tabs that sign in or act as another tenant: each announces itself when it opens a page. A page without a
 * current session also checks it on focus, because a login may happen without a tab of the dashboard.
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
