import { toAck } from '@screening-webhooks/core/adapter';
import {
  type ExplainCause,
  type Explanation,
  type Finding,
  isGenuine,
} from '@screening-webhooks/explain';

/** An explanation as the page shows it, as plain text. */
export interface Verdict {
  readonly verifies: boolean;
  /** One sentence. */
  readonly sentence: string;
  /** In the order in which a receiver would meet them. */
  readonly findings: readonly Pick<Finding, 'cause' | 'summary' | 'detail' | 'fix'>[];
  /** Further remarks. */
  readonly notes: readonly string[];
}

/** The circumstances of the check. */
export interface CheckedWith {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether `now` is the time of the arrival, not of the check. */
  readonly atArrival: boolean;
  /** Whether the body was pasted or typed as text, which may have changed its bytes. */
  readonly pastedBody: boolean;
}

/** Causes that copying and pasting may have introduced. */
const MAY_BE_THE_COPY: ReadonlySet<ExplainCause> = new Set([
  'body_replacement_characters',
  'body_text_changed',
  'unknown_secret_or_body',
]);

/** Puts an explanation into words. */
export function verdictOf(explanation: Explanation, checked: CheckedWith): Verdict {
  if (explanation.ok) {
    return {
      verifies: true,
      sentence: `It verifies: signed ${ageOf(explanation.timestamp, checked)}, with this secret.`,
      findings: [],
      notes: [
        'If a receiver refuses it all the same, that receiver has another secret, other bytes of the body, or another clock.',
      ],
    };
  }
  const { code, cause, otherFindings } = explanation;
  const { status } = toAck({ kind: 'rejected', rejection: { ok: false, code } });
  return {
    verifies: false,
    sentence: `${isGenuine(explanation) ? 'The signature is genuine, but' : 'It does not verify:'} a receiver answers ${status} ${code}.`,
    findings: [explanation, ...otherFindings],
    notes: [
      ...proofOf(explanation),
      ...(cause === 'delivery_stale' && !checked.atArrival
        ? ['It was checked at this moment. Enter when it arrived, to check it at that time.']
        : []),
      ...(checked.pastedBody && MAY_BE_THE_COPY.has(cause)
        ? [
            'The body was pasted, and a copy can change bytes that are not seen. To be sure, choose a file with the exact bytes.',
          ]
        : []),
    ],
  };
}

function ageOf(timestamp: number, { now, atArrival }: CheckedWith): string {
  const age = Math.floor(now / 1000) - timestamp;
  if (atArrival) return age < 0 ? `${-age} s after it arrived` : `${age} s before it arrived`;
  return age < 0 ? `${-age} s ahead of this clock` : `${age} s ago`;
}

function proofOf(explanation: Explanation & { readonly ok: false }): readonly string[] {
  if (!explanation.proven || isGenuine(explanation)) return [];
  const undone = explanation.otherFindings.length > 0 ? 'all of this' : 'this';
  return [`With ${undone} undone, the signature matches.`];
}
