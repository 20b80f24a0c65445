import type { EventDataByType } from '@screening-webhooks/core';

const verification = {
  verificationId: 'dv_5m2kq7xw3t9cjh4nzr8v6pfb',
  externalId: 'clinician-4711',
  integrationId: 'int_b7h2vx9q4kzmw3tn8rcjp6fd',
  sessionId: 'dvs_k4wn8z2rq6xvt3mh9cjb7pf5',
  sessionReference: 'onboarding-2026-11-4711',
  documentConfigSlug: 'rn-license',
  checkTypeSlug: 'nursing-license',
  state: 'CA',
  formData: {
    licenseNumber: 'RN954321',
    holderName: 'Maria Fernanda Ortiz',
    issuedOn: '2019-06-01',
    expiresOn: '2027-05-31',
  },
  verificationFileUploads: ['https://files.example.com/v/5m2kq7xw/front.jpg'],
  errorMessage: null,
  attemptCount: 1,
  metadata: { orderId: 'ord_20817', facility: 'Bayview General' },
  createdAt: '2026-11-20T09:58:41.120Z',
  completedAt: '2026-11-20T09:58:47.903Z',
} as const;

/** The default `data` of a fixture, by event type: complete and constant. */
export const sampleData: EventDataByType = {
  'document_verification.completed': { ...verification, status: 'VERIFIED', verified: true },
  'document_verification.failed': {
    ...verification,
    status: 'FAILED',
    verified: false,
    errorMessage: 'No license with this number was found at the issuing source.',
    attemptCount: 3,
    completedAt: '2026-11-20T10:01:12.455Z',
  },
  'document_verification.recorded': {
    ...verification,
    documentConfigSlug: 'cpr-card',
    checkTypeSlug: 'certification',
    status: 'RECORDED',
    verified: false,
    formData: { holderName: 'Maria Fernanda Ortiz', issuer: 'Red Cross', expiresOn: '2027-01-15' },
  },
  'report.completed': { reportId: 'rpt_8c3vq5zk2xw7mtn9h4rjbp6f', status: 'complete' },
  'candidate.completed': { candidateId: 'cand_2x7kq9vw4zt3mhn8rcjbp6f5' },
};
