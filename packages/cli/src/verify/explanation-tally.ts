import type { ExplainCause, Explanation } from '@screening-webhooks/explain';
import type { Style } from 'screening-webhooks-terminal';
import { jsonLine } from '../json.js';

/** Counts explanations by cause. */
export interface ExplanationTally {
  readonly add: (explanation: Explanation) => void;
  readonly checked: () => number;
  readonly allValid: () => boolean;
  /** Formats the counts as a sentence, and a second one when no secret fits anything. */
  readonly show: (style: Style, secrets: number) => string[];
  /** Formats the counts as one line of JSON. */
  readonly asJson: (interrupted: boolean) => string;
}

/** An empty tally. */
export function createExplanationTally(): ExplanationTally {
  const causes = new Map<ExplainCause, number>();
  let checked = 0;
  let valid = 0;
  return {
    add(explanation) {
      checked += 1;
      if (explanation.ok) valid += 1;
      else causes.set(explanation.cause, (causes.get(explanation.cause) ?? 0) + 1);
    },
    checked: () => checked,
    allValid: () => valid === checked,
    show(style, secrets) {
      const paint = valid === checked ? style.good : style.bad;
      const counts = [...causes].map(([cause, count]) => `${count} ${cause}`);
      const sentence = `${[`${valid} of ${checked} valid`, ...counts].join(', ')}.`;
      // One delivery may have been altered. That each of several was altered beyond recognition is unlikely.
      const noneFits = checked > 1 && causes.get('unknown_secret_or_body') === checked;
      const given = secrets === 1 ? 'the secret is probably' : 'the secrets are probably';
      return [
        paint(sentence),
        ...(noneFits ? [`No secret fits any delivery, so ${given} of another endpoint.`] : []),
      ];
    },
    asJson: (interrupted) =>
      jsonLine({
        summary: { deliveries: checked, valid, causes: Object.fromEntries(causes), interrupted },
      }),
  };
}
