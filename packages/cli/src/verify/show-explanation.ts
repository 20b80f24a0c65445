import { toAck } from '@screening-webhooks/core/adapter';
import { type Explanation, isGenuine } from '@screening-webhooks/explain';
import { type Style, wrap } from 'screening-webhooks-terminal';
import type { NamedSecret } from '../target/secrets.js';

/** Settings for the output of an explanation. */
export interface ExplanationView {
  readonly secrets: readonly NamedSecret[];
  /** The clock that the delivery was checked against, in milliseconds since the epoch. */
  readonly now: number;
  /** Whether that clock is the time of a captured delivery's receipt. */
  readonly atReceipt: boolean;
  readonly style: Style;
  readonly columns: number;
}

/** Formats an explanation as lines: valid since when and by which secret, or the findings with their fixes. */
export function showExplanation(explanation: Explanation, view: ExplanationView): string[] {
  const { style, columns, secrets } = view;
  if (explanation.ok) {
    const which = whichSecret(explanation.secretIndex, secrets);
    const by = which === '' ? '' : `, by ${which}`;
    return [`${style.good('Valid')}: signed ${ageOf(explanation.timestamp, view)}${by}.`];
  }
  const indented = (text: string): readonly string[] =>
    wrap(text, columns - 2).map((line) => `  ${line}`);
  const findings = [explanation, ...explanation.otherFindings];
  const verdict = isGenuine(explanation)
    ? `${style.good('The signature is genuine')}, ${style.bad(`but ${refusalReason(explanation, view)}`)}`
    : style.bad('Not valid');
  const shown = findings.flatMap(({ cause, summary, detail, fix }, index) => [
    ...(index === 0
      ? [`${verdict}: ${style.strong(cause)}`]
      : ['', `Also: ${style.strong(cause)}`]),
    ...indented(summary),
    ...(detail === undefined ? [] : indented(`Detail: ${detail}.`)),
    ...indented(`Fix: ${fix}`),
  ]);
  const { code } = explanation;
  const { status } = toAck({ kind: 'rejected', rejection: { ok: false, code } });
  const proof = `${proofOf(explanation, secrets)}A receiver answers ${status} ${code}.`;
  return [...shown, '', ...wrap(style.quiet(proof), columns)];
}

/** The explanation for JSON, with the name of the matching secret, if it has one. */
export function withSecretName(
  explanation: Explanation,
  secrets: readonly NamedSecret[],
): Explanation & { readonly secretName?: string } {
  const { secretIndex } = explanation;
  const name = secretIndex === undefined ? undefined : secrets[secretIndex]?.name;
  return { ...explanation, ...(name !== undefined && { secretName: name }) };
}

/** Names a secret: `secret 2 of 3 (next)`. Empty for an only secret without a name. */
function whichSecret(index: number, secrets: readonly NamedSecret[]): string {
  const name = secrets[index]?.name;
  if (secrets.length === 1) return name === undefined ? '' : `the secret of ${name}`;
  return `secret ${index + 1} of ${secrets.length}${name === undefined ? '' : ` (${name})`}`;
}

function ageOf(timestamp: number, { now, atReceipt }: ExplanationView): string {
  const age = Math.floor(now / 1000) - timestamp;
  if (atReceipt) return age < 0 ? `${-age} s after its receipt` : `${age} s before its receipt`;
  return age < 0 ? `${-age} s ahead of the clock` : `${age} s ago`;
}

type Refused = Explanation & { readonly ok: false };

/** Why a receiver refuses a delivery whose signature is genuine. */
function refusalReason({ cause, seconds = 0 }: Refused, { atReceipt }: ExplanationView): string {
  if (cause === 'delivery_stale') {
    return `the delivery ${atReceipt ? 'was' : 'is'} ${formatDuration(seconds)} old${atReceipt ? ' at its receipt' : ''}`;
  }
  if (cause === 'clock_skew') {
    return `its time ${atReceipt ? 'was' : 'is'} ${formatDuration(seconds)} ahead of the clock${atReceipt ? ' at its receipt' : ''}`;
  }
  return 'a receiver refuses the delivery';
}

/** A duration in its largest unit: `90 s`, `8 min`, `3 h`, `12 days`. */
function formatDuration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} days`;
}

function proofOf(explanation: Refused, secrets: readonly NamedSecret[]): string {
  const { proven, otherFindings, secretIndex = 0 } = explanation;
  if (!proven) return secrets.length === 1 ? '' : `None of the ${secrets.length} secrets fits. `;
  const which = whichSecret(secretIndex, secrets);
  if (isGenuine(explanation)) return which === '' ? '' : `The signature matches ${which}. `;
  const matches = which === '' ? 'the signature matches' : `the signature matches ${which}`;
  return `With ${otherFindings.length > 0 ? 'all of this' : 'this'} undone, ${matches}. `;
}
