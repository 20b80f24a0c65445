import type { Command } from '../../kernel/command.js';
import { relatedObjects } from './related-objects.js';
import type { VerificationRecord } from './wire.js';

/** What differs between the samples. */
type Outcome = Pick<
  VerificationRecord,
  | 'documentConfigSlug'
  | 'checkTypeSlug'
  | 'status'
  | 'verified'
  | 'formData'
  | 'errorMessage'
  | 'attemptCount'
>;

const YEAR = 365 * 86_400_000;
const SECONDS = 30_000;

const samples: Readonly<Record<string, (day: (offset: number) => string) => Outcome>> = {
  'document_verification.completed': (day) => ({
    documentConfigSlug: 'rn-license',
    checkTypeSlug: 'license-verification',
    status: 'VERIFIED',
    verified: true,
    formData: {
      licenseNumber: 'RN954321',
      holderName: 'Maria Ortiz',
      licenseStatus: 'active',
      issuedOn: day(-2 * YEAR),
      expiresOn: day(YEAR),
    },
    errorMessage: null,
    attemptCount: 1,
  }),
  'document_verification.failed': () => ({
    documentConfigSlug: 'rn-license',
    checkTypeSlug: 'license-verification',
    status: 'FAILED',
    verified: false,
    formData: { licenseNumber: 'RN000000', holderName: 'Maria Ortiz' },
    errorMessage: 'No license with this number was found at the issuing source.',
    attemptCount: 1,
  }),
  'document_verification.recorded': (day) => ({
    documentConfigSlug: 'cpr-card',
    checkTypeSlug: 'certification',
    status: 'RECORDED',
    verified: false,
    formData: { holderName: 'Maria Ortiz', issuer: 'Sandbox Heart Group', expiresOn: day(YEAR) },
    errorMessage: null,
    attemptCount: 0,
  }),
};

/** The ids that a sample has. */
interface SampleIds {
  readonly verificationId: string;
  readonly sessionId: string;
  readonly integrationId: string;
}

/** A sample of an event of a verification, with a realistic record. Undefined: no verification emits the type. */
export async function sampleEvent(
  { tx, now, nextId }: Command,
  type: string,
  integrationId: string,
) {
  const ids = { verificationId: await nextId('dv'), sessionId: await nextId('dvs'), integrationId };
  const data = sampleRecord(type, ids, now);
  if (!data) return undefined;
  return {
    subjectId: data.verificationId,
    data,
    related: () => relatedObjects(tx, integrationId, data.documentConfigSlug),
  };
}

/** A record of spec section 2 as an event of this type would carry it. Undefined: no verification emits the type. */
function sampleRecord(
  eventType: string,
  { verificationId, sessionId, integrationId }: SampleIds,
  now: Date,
): VerificationRecord | undefined {
  const day = (offset: number): string =>
    new Date(now.getTime() + offset).toISOString().slice(0, 10);
  const outcome = Object.hasOwn(samples, eventType) ? samples[eventType]?.(day) : undefined;
  if (!outcome) return undefined;
  const { documentConfigSlug, checkTypeSlug, status, verified, formData, ...rest } = outcome;
  return {
    verificationId,
    externalId: 'clinician-1',
    integrationId,
    sessionId,
    sessionReference: sessionId,
    documentConfigSlug,
    checkTypeSlug,
    state: 'CA',
    status,
    verified,
    formData,
    verificationFileUploads: [],
    errorMessage: rest.errorMessage,
    attemptCount: rest.attemptCount,
    metadata: { orderId: 'order-1' },
    createdAt: new Date(now.getTime() - SECONDS).toISOString(),
    completedAt: now.toISOString(),
  };
}
