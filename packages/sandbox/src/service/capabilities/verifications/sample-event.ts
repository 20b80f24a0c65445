import { toWire, type WireOf } from '../../http/wire.js';
import type { Command } from '../../kernel/command.js';
import { configsBySlug } from './catalog-records.js';
import { relatedObjects } from './finish-verification.js';
import { DocumentVerification } from './wire.js';

/** The fields in which the samples differ. */
type Outcome = Pick<
  WireOf<typeof DocumentVerification>,
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

/** A sample of an event of a verification, with a realistic record. Undefined: no verification emits the type. */
export async function sampleEvent(
  { tx, now, nextId }: Command,
  type: string,
  integrationId: string,
) {
  const verificationId = await nextId('dv');
  const sessionId = await nextId('dvs');
  const day = (offset: number): string =>
    new Date(now.getTime() + offset).toISOString().slice(0, 10);
  const outcome = Object.hasOwn(samples, type) ? samples[type]?.(day) : undefined;
  if (!outcome) return undefined;
  // Its times are texts, because an edit of a triggered event may name any value of it.
  const data = toWire(DocumentVerification, {
    ...outcome,
    verificationId,
    externalId: 'clinician-1',
    integrationId,
    sessionId,
    sessionReference: sessionId,
    state: 'CA',
    verificationFileUploads: [],
    metadata: { orderId: 'order-1' },
    createdAt: new Date(now.getTime() - SECONDS).toISOString(),
    completedAt: now.toISOString(),
  });
  return {
    subjectId: verificationId,
    data,
    async related() {
      const [config] = await configsBySlug(tx, [outcome.documentConfigSlug]);
      if (!config) throw new Error(`The configuration ${outcome.documentConfigSlug} is gone.`);
      return relatedObjects(tx, integrationId, config);
    },
  };
}
