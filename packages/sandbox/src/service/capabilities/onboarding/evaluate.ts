import { Temporal } from 'temporal-polyfill';
import type { documentVerifications, Requirement, reports } from '../../db/schema/index.js';
import { addCalendarDays } from '../../kernel/calendar/days.js';
import type { CheckStatus } from '../reports/index.js';
import type { VerificationStatus } from '../verifications/index.js';

type Verification = typeof documentVerifications.$inferSelect;
type Report = typeof reports.$inferSelect;

export interface DocumentEvidence
  extends Pick<Verification, 'state' | 'status' | 'formData' | 'createdAt' | 'completedAt'> {
  readonly kind: 'document';
  /** The slug of the document configuration. */
  readonly slug: string;
  readonly sourceId: string;
}

export interface CheckEvidence extends Pick<Report, 'createdAt' | 'completedAt'> {
  readonly kind: 'check';
  /** The slug of the check type. */
  readonly slug: string;
  /** The report. */
  readonly sourceId: string;
  readonly status: CheckStatus;
  readonly report: Pick<Report, 'status' | 'adjudication'>;
}

export type Evidence = DocumentEvidence | CheckEvidence;

export const requirementStates = ['missing', 'pending', 'satisfied', 'failed', 'expired'] as const;

/** How far a candidate meets a requirement of a role. */
export interface EvaluatedRequirement {
  readonly kind: Requirement['kind'];
  readonly slug: string;
  readonly required: boolean;
  readonly state: (typeof requirementStates)[number];
  /** The verification or the report that counts. `null` if there is none. */
  readonly sourceId: string | null;
  /** When the satisfying evidence expires or expired. */
  readonly expiresAt: Date | null;
}

export interface Circumstances {
  readonly workState: string;
  /** An IANA name. Days end in this zone. */
  readonly timeZone: string;
  readonly now: Date;
}

/**
 * Evaluates the requirements of a role that apply to a work state, in their order.
 *
 * The best evidence counts. Satisfying evidence comes before pending evidence, whatever a later attempt has found. With neither,
 * the last ended evidence counts, so a failure is ignored once a later attempt has succeeded, even if that has expired since.
 * Canceled evidence never counts.
 */
export function evaluate(
  requirements: readonly Requirement[],
  circumstances: Circumstances,
  evidence: readonly Evidence[],
): EvaluatedRequirement[] {
  const { workState } = circumstances;
  return requirements
    .filter(({ states }) => states === undefined || states.includes(workState))
    .map((requirement) => evaluateOne(requirement, circumstances, evidence));
}

export const onboardingStatuses = ['in_progress', 'complete', 'blocked'] as const;

/** Summarizes the required requirements. Ignores the optional ones. */
export function onboardingStatus(
  requirements: readonly Pick<EvaluatedRequirement, 'required' | 'state'>[],
): (typeof onboardingStatuses)[number] {
  const states = requirements.filter(({ required }) => required).map(({ state }) => state);
  if (states.every((state) => state === 'satisfied')) return 'complete';
  return states.includes('failed') ? 'blocked' : 'in_progress';
}

/** The state of one piece of evidence, before its expiry is considered. */
type FoundState = 'pending' | 'satisfied' | 'failed';

interface Finding {
  readonly state: FoundState | 'expired';
  readonly sourceId: string;
  /** When it ended or, if it has not ended, began. */
  readonly at: Date;
  readonly expiresAt: Date | null;
}

function evaluateOne(
  requirement: Requirement,
  circumstances: Circumstances,
  evidence: readonly Evidence[],
): EvaluatedRequirement {
  const { kind, slug, required } = requirement;
  const findings = evidence.flatMap((one): Finding[] => {
    if (one.kind !== kind || one.slug !== slug) return [];
    if (one.kind === 'document' && one.state !== circumstances.workState) return [];
    const state = one.kind === 'document' ? documentStates[one.status] : checkState(one);
    return state === undefined ? [] : [toFinding(one, state, requirement, circumstances)];
  });
  const best = findBest(findings);
  return {
    kind,
    slug,
    required,
    state: best?.state ?? 'missing',
    sourceId: best?.sourceId ?? null,
    expiresAt: best?.expiresAt ?? null,
  };
}

const documentStates: Readonly<Record<VerificationStatus, FoundState | undefined>> = {
  PENDING: 'pending',
  PROCESSING: 'pending',
  VERIFIED: 'satisfied',
  RECORDED: 'satisfied',
  FAILED: 'failed',
  CANCELED: undefined,
};

function checkState({ status, report }: CheckEvidence): FoundState | undefined {
  if (status === 'canceled' || report.status === 'canceled') return undefined;
  // A disputed report was complete, and will be again.
  if (report.status !== 'complete' && report.status !== 'disputed') return 'pending';
  if (status === 'clear' || report.adjudication === 'engaged') return 'satisfied';
  return report.adjudication === null ? 'pending' : 'failed';
}

function toFinding(
  evidence: Evidence,
  state: FoundState,
  { validForDays }: Requirement,
  { timeZone, now }: Circumstances,
): Finding {
  const { sourceId, createdAt, completedAt } = evidence;
  const finding = { sourceId, at: completedAt ?? createdAt };
  if (state !== 'satisfied') return { ...finding, state, expiresAt: null };
  const expiresOn = evidence.kind === 'document' ? evidence.formData['expiresOn'] : undefined;
  const expiresAt = earliest(
    documentExpiry(expiresOn, timeZone),
    validForDays === undefined ? null : addCalendarDays(finding.at, validForDays, timeZone),
  );
  return { ...finding, state: expiresAt && expiresAt <= now ? 'expired' : state, expiresAt };
}

function earliest(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}

function findBest(findings: readonly Finding[]): Finding | undefined {
  const satisfied = findings.filter(({ state }) => state === 'satisfied');
  const pending = findings.filter(({ state }) => state === 'pending');
  return (
    last(satisfied, ({ expiresAt }) => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) ??
    last(pending, ({ at }) => at.getTime()) ??
    last(findings, ({ at }) => at.getTime())
  );
}

/** Returns the finding with the greatest number. If several have it, returns the last one in the list. */
function last(
  findings: readonly Finding[],
  numberOf: (finding: Finding) => number,
): Finding | undefined {
  return findings.reduce<Finding | undefined>(
    (best, one) => (best && numberOf(best) > numberOf(one) ? best : one),
    undefined,
  );
}

/** When a document expires that is valid on its last day. `null` if its form has no such date. */
export function documentExpiry(expiresOn: unknown, timeZone: string): Date | null {
  if (typeof expiresOn !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(expiresOn)) return null;
  try {
    const next = Temporal.PlainDate.from(expiresOn, { overflow: 'reject' }).add({ days: 1 });
    return new Date(next.toZonedDateTime(timeZone).epochMilliseconds);
  } catch (error) {
    // Other configurations may have any text in this field.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
