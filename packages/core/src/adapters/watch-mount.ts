import type { Ack } from '../outcome/ack.js';
import type { Delivery } from '../pipeline/delivery.js';

/**
 * Watches the requests without a signature that a handler refuses, and says once on the console that no path selects them: the handler
 * is mounted without one.
 *
 * @param name The function that made the handler.
 * @returns A function of the ack, the delivery, and what gives the request's target if no path has selected it.
 */
export function watchMount(
  name: string,
): (ack: Ack, delivery: Delivery, unroutedTarget: () => string | undefined) => void {
  let first: string | undefined;
  let hasWarned = false;
  return ({ outcome }, delivery, unroutedTarget) => {
    if (hasWarned || outcome.kind !== 'rejected') return;
    if (delivery.header('service-signature') !== null) return;
    const path = unroutedTarget()?.split('?', 1)[0];
    first ??= path;
    // Where no router is, an app compares the path itself. Its handler then gets one path, and hardly ever the root.
    if (!path || (path === first && path !== '/')) return;
    hasWarned = true;
    // biome-ignore lint/suspicious/noConsole: about the app, not about a delivery, so it is nothing for the observer.
    console.warn(
      `[screening-webhooks] ${name}() has no path, and refuses other requests of the app. Mount it at its path.`,
    );
  };
}
