import type { DocumentVerification, EventOf } from '../../src/index.js';

const record: DocumentVerification = {
  verificationId: 'dv_7h2k9m4q1x8z',
  externalId: 'clinician-4711',
  integrationId: 'int_staffing',
  sessionId: 'dvs_3f8a',
  sessionReference: 'session-3f8a',
  documentConfigSlug: 'rn-license',
  checkTypeSlug: 'nursing-license',
  state: 'CA',
  status: 'RECORDED',
  verified: false,
  formData: { licenseNumber: 'RN123456', holder: 'Zoë Müller-Ångström' },
  verificationFileUploads: ['https://files.example/front.jpg'],
  errorMessage: null,
  attemptCount: 1,
  metadata: { orderId: 7 },
  createdAt: '2026-11-20T10:00:00.000Z',
  completedAt: '2026-11-20T10:00:04.000Z',
};

export type RecordedEvent = EventOf<'document_verification.recorded'>;

/** A complete `document_verification.recorded` event. */
export function recordedEvent(id = 'evt_1', data: object = {}): RecordedEvent {
  return {
    id,
    type: 'document_verification.recorded',
    created: '2026-11-20T10:00:05.000Z',
    data: { ...record, verified: false, ...data },
  };
}
