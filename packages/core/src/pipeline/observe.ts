import { notify } from '../observer.js';
import type { VerifierSettings } from '../settings.js';
import type { Outcome } from './outcome.js';
import type { Passage } from './passage.js';

/** Tells the observer, if there is one, how a delivery ended. */
export function observe<Framework>(
  { facts, receivedAt }: Passage<Framework>,
  settings: Pick<VerifierSettings<Framework>, 'observe' | 'now'>,
  outcome: Outcome,
  late: boolean,
): void {
  if (!settings.observe) return;
  const durationMs = settings.now() - receivedAt;
  notify(settings.observe, { ...facts, outcome, late, receivedAt, durationMs });
}
