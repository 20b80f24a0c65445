import type { RejectionCode } from '@screening-webhooks/core';
import { isBytes } from '@screening-webhooks/core/adapter';
import type { Diagnosis, ExplainCause } from './diagnosis.js';
import { findMatch } from './find-match.js';
import { type Finding, toFinding, toFindings } from './finding.js';
import { type ParsedHeader, readHeader } from './read-header.js';
import { secretVariants } from './secret-variants.js';
import { checkBody, checkClock, checkRequest, type Headers } from './static-checks.js';

/** A delivery as it was received, and the options to verify it with. */
export interface DeliveryToExplain {
  /** The bytes that were passed to the verification. */
  readonly body: Uint8Array;
  /** The value of `Service-Signature` that was passed to the verification. */
  readonly header: string | null | undefined;
  /** All headers of the delivery, if known. They reveal a renamed signature header and an incomplete body. */
  readonly headers?: Iterable<readonly [string, string]> | undefined;
  /** The signing secret exactly as configured, white space included; several during a rotation. */
  readonly secret: string | readonly string[];
  /** Seconds that `t` may differ from the clock, in either direction. Default 300. */
  readonly tolerance?: number | undefined;
  /** The clock, in milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** Whether a delivery verifies, and if not, why. It contains no byte of the secret or the body. */
export type Explanation =
  | {
      readonly ok: true;
      /** `t` in Unix seconds. */
      readonly timestamp: number;
      /** Which of the given secrets signed it: 0 is the first. */
      readonly secretIndex: number;
    }
  | ({
      readonly ok: false;
      /**
       * The code of the receiver's answer. (A secret with white space or quotes around it, or an invisible character, makes
       * `createReceiver` throw instead.)
       */
      readonly code: RejectionCode;
      /** True when a MAC matched after every finding was undone. Otherwise the cause is visible in the header or the body. */
      readonly proven: boolean;
      /** When `proven`: which of the given secrets signed it, or whose variant did. 0 is the first. */
      readonly secretIndex?: number | undefined;
      /** Other faults, in the order in which a receiver would meet them. Often empty. */
      readonly otherFindings: readonly Finding[];
    } & Finding);

/**
 * Finds out why a delivery does not verify, and how to fix it. Reports a change of the body or the secret only if a MAC
 * matched after the change was undone. Other causes are visible in the headers or the body. If it finds none of these, the
 * cause is `unknown_secret_or_body`.
 *
 * For development only: one call may compute 8,192 MACs, and anyone can send garbage.
 *
 * @throws TypeError for a malformed option, naming the option and the fix. White space around a secret is allowed here.
 * @example
 * const explanation = await explainDelivery({ body, header: request.headers.get('Service-Signature'), secret });
 * if (!explanation.ok) console.warn(explanation.summary, explanation.fix);
 */
export async function explainDelivery(delivery: DeliveryToExplain): Promise<Explanation> {
  const { body } = delivery;
  if (!isBytes(body)) throw new TypeError('body: expected a Uint8Array, the bytes as received.');
  const secrets = checkSecrets(delivery.secret);
  const tolerance = checkTolerance(delivery.tolerance);
  const now = (delivery.now ?? Date.now)();
  const headers = [...(delivery.headers ?? [])];

  const header = readHeader(delivery.header, headers);
  const match = await findMatch(header.signed, body, secretVariants(secrets));
  const clock = match && checkClock(match.timestamp, tolerance, now);

  // In the order in which a receiver checks a delivery: it answers the first code.
  const code = header.code ?? 'signature_mismatch';
  const ofSignature = match?.diagnoses ?? unproven(header, body, headers);
  const faults = [
    ...checkRequest(headers, body),
    ...[...header.diagnoses, ...ofSignature].map((diagnosis) => ({ diagnosis, code })),
    ...(clock ? [clock] : []),
  ];
  const diagnoses = faults.map(({ diagnosis }) => diagnosis);
  const [first, ...otherFindings] = toFindings(diagnoses, clock?.seconds);
  if (match?.timestamp !== undefined && !first) {
    return { ok: true, timestamp: Number(match.timestamp), secretIndex: match.secretIndex };
  }
  return {
    ok: false,
    code: faults[0]?.code ?? code,
    ...(first ?? toFinding('unknown_secret_or_body')),
    proven: match !== undefined,
    ...(match && { secretIndex: match.secretIndex }),
    otherFindings,
  };
}

/** Causes that do not concern the signature. */
const NOT_OF_THE_SIGNATURE: ReadonlySet<ExplainCause> = new Set<ExplainCause>([
  'content_type_refused',
  'content_encoding_refused',
  'delivery_stale',
  'clock_skew',
]);

/**
 * Whether the signature itself is genuine, even if a receiver refuses the delivery for another reason: its age, the clock or its
 * content type.
 */
export function isGenuine(explanation: Explanation): boolean {
  if (explanation.ok) return true;
  const findings = [explanation, ...explanation.otherFindings];
  return explanation.proven && findings.every(({ cause }) => NOT_OF_THE_SIGNATURE.has(cause));
}

/** The diagnoses of signature and body when no MAC matches: those that their form shows, or that the cause is unknown. */
function unproven(
  { signed, diagnoses, diagnosisIfUnproven }: ParsedHeader,
  body: Uint8Array,
  headers: Headers,
): readonly Diagnosis[] {
  if (diagnosisIfUnproven) return [diagnosisIfUnproven];
  const searched = signed.some(({ candidates }) => candidates.length > 0);
  if (!searched && diagnoses.length > 0) return [];
  return [checkBody(body, headers) ?? 'unknown_secret_or_body'];
}

function checkSecrets(secret: string | readonly string[]): readonly string[] {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const isUsable = (each: unknown) => typeof each === 'string' && each.trim() !== '';
  if (!Array.isArray(secrets) || secrets.length === 0 || !secrets.every(isUsable)) {
    throw new TypeError(
      "secret: expected the endpoint's signing secret, or a list of them, none of them empty. Check that the environment variable is set.",
    );
  }
  return secrets;
}

function checkTolerance(tolerance = 300): number {
  if (typeof tolerance !== 'number' || !Number.isFinite(tolerance) || tolerance < 0) {
    throw new TypeError(
      `tolerance: expected seconds, a finite number of at least 0, got ${String(tolerance)}. Leave it out for the 300 s of the specification.`,
    );
  }
  return tolerance;
}
