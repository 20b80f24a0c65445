import { lazyRouteComponent } from '@tanstack/react-router';
import { noteSession } from './presence.js';
import { readSession } from './session.js';

const AGAIN_MS = 1000;
const RELOADED = 'reloaded-for-a-new-version';

/**
 * Loads a part of the dashboard. While the service does not answer, waits, so that the current page stays. If the service answers
 * but does not have the part, it is another version: the page is reloaded once.
 */
export function persistently<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    for (;;) {
      try {
        const part = await load();
        sessionStorage.removeItem(RELOADED);
        return part;
      } catch (error) {
        const state = await readSession();
        if (noteSession(state)) return new Promise<never>(() => {});
        if (state !== 'away') {
          const again = await load().catch(() => undefined);
          if (again) return again;
          if (sessionStorage.getItem(RELOADED) !== null) throw error;
          sessionStorage.setItem(RELOADED, 'yes');
          location.reload();
          return new Promise<never>(() => {});
        }
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  };
}

/** A component that is loaded when it is first shown. `name` is its export. */
export const lazyPart: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(persistently(load), name);
