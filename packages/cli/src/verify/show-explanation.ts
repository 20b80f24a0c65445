import type { Explanation } from '@screening-webhooks/explain';
import { type Style, wrap } from 'screening-webhooks-terminal';
import type { NamedSecret } from '../target/secrets.js';

/** What an explanation is shown with. */
export interface ExplanationView {
  readonly secrets: readonly NamedSecret[];
  /** The clock that the delivery was checked against, in milliseconds since the epoch. */
  readonly now: number;
  /** Whether that clock is the time of the receipt of a captured delivery. */
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
  const shown = findings.flatMap(({ cause, summary, detail, fix }, index) => [
    ...(index === 0
      ? [`${style.bad('Not valid')}: ${style.strong(cause)}`]
      : ['', `Also: ${style.strong(cause)}`]),
    ...indented(summary),
    ...(detail === undefined ? [] : indented(`Detail: ${detail}.`)),
    ...indented(`Fix: ${fix}`),
  ]);
  const proof = `${proofOf(explanation, secrets)}A receiver answers ${explanation.code}.`;
  return [...shown, '', ...wrap(style.quiet(proof), columns)];
}

/** The explanation with the name of the secret that fits, if it has one. For JSON. */
export function withSecretName(
  explanation: Explanation,
  secrets: readonly NamedSecret[],
): Explanation & { readonly secretName?: string } {
  const { secretIndex } = explanation;
  const name = secretIndex === undefined ? undefined : secrets[secretIndex]?.name;
  return { ...explanation, ...(name !== undefined && { secretName: name }) };
}

/** Names a secret: `secret 2 of 3 (next)`. Empty for the only one without a name. */
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

function proofOf(
  { proven, otherFindings, seconds, secretIndex = 0 }: Explanation & { readonly ok: false },
  secrets: readonly NamedSecret[],
): string {
  if (!proven) return secrets.length === 1 ? '' : `None of the ${secrets.length} secrets fits. `;
  const which = whichSecret(secretIndex, secrets);
  const matches = which === '' ? 'the signature matches' : `the signature matches ${which}`;
  if (otherFindings.length > 0) return `With all of this undone, ${matches}. `;
  if (seconds === undefined) return `With this undone, ${matches}. `;
  return which === ''
    ? 'The signature itself is genuine. '
    : `The signature itself is genuine: it matches ${which}. `;
}
