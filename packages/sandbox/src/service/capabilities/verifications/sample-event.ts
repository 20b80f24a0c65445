import { toWire, type WireOf } from '../../http/wire.js';
import type { Command } from '../../kernel/command.js';
import { relatedObjects } from './finish-verification.js';
import { configsBySlug, type VerificationRow } from './records.js';
import { DocumentVerification } from './wire.js';

type Outcome = Pick<
  WireOf<typeof DocumentVerification>,
  'documentConfigSlug' | 'status' | 'formData' | 'errorMessage' | 'attemptCount'
>;

const YEAR = 365 * 86_400_000;
const SECONDS = 30_000;

const samples: Readonly<Record<string, (day: (offset: number) => string) => Outcome>> = {
  'document_verification.completed': (day) => ({
    documentConfigSlug: 'rn-license',
    status: 'VERIFIED',
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
    status: 'FAILED',
    formData: { licenseNumber: 'RN000000', holderName: 'Maria Ortiz' },
    errorMessage: 'No license with this number was found at the issuing source.',
    attemptCount: 1,
  }),
  'document_verification.recorded': (day) => ({
    documentConfigSlug: 'cpr-card',
    status: 'RECORDED',
    formData: { holderName: 'Maria Ortiz', issuer: 'Sandbox Heart Group', expiresOn: day(YEAR) },
    errorMessage: null,
    attemptCount: 0,
  }),
};

/** A sample of an event of a verification, with a realistic record. `undefined` if no verification emits the type. */
export async function sampleEvent(
  { tx, now, nextId }: Command,
  type: string,
  { tenantId, integrationId }: Pick<VerificationRow, 'tenantId' | 'integrationId'>,
) {
  const verificationId = await nextId('dv');
  const sessionId = await nextId('dvs');
  const day = (offset: number): string =>
    new Date(now.getTime() + offset).toISOString().slice(0, 10);
  const outcome = Object.hasOwn(samples, type) ? samples[type]?.(day) : undefined;
  if (!outcome) return undefined;
  const tenant = { tenantId, integrationId: null };
  const [config] = await configsBySlug(tx, tenant, [outcome.documentConfigSlug]);
  if (!config) throw new Error(`The configuration ${outcome.documentConfigSlug} is gone.`);
  // Times are strings, because an edit of a triggered event may refer to any of its values.
  const data = toWire(DocumentVerification, {
    ...outcome,
    checkTypeSlug: config.checkTypeSlug,
    verified: outcome.status === 'VERIFIED',
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
  const related = () => relatedObjects(tx, { tenantId, integrationId, config });
  return { subjectId: verificationId, data, related };
}
