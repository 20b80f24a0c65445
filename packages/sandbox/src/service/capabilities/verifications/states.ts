import type { documentVerifications } from '../../db/schema/index.js';
import { byStatus, defineStates } from '../../http/state-machine.js';

export type VerificationStatus = (typeof documentVerifications.$inferSelect)['status'];

/** The changes of a document verification (service tables 1.3). */
export const verificationStates = defineStates({
  ...byStatus<VerificationStatus>(),
  actions: {
    submit: {
      from: ['PENDING'],
      to: 'PROCESSING',
      by: 'caller',
      guard: 'all required fields and files are present, or only files',
      effects: ['without fields, they are read from the files', 'the issuing source is asked'],
    },
    confirm: {
      from: ['PROCESSING'],
      to: 'VERIFIED',
      by: 'service',
      effects: ['verified is true', 'document_verification.completed'],
    },
    deny: {
      from: ['PROCESSING'],
      to: 'FAILED',
      by: 'service',
      effects: ['errorMessage is set', 'document_verification.failed'],
    },
    record: {
      from: ['PROCESSING'],
      to: 'RECORDED',
      by: 'service',
      guard: 'no source is configured',
      effects: ['document_verification.recorded'],
    },
    expire: {
      from: ['PENDING'],
      to: 'FAILED',
      by: 'service',
      guard: 'the session has expired',
      effects: ['errorMessage is set', 'document_verification.failed'],
    },
    cancel: { from: ['PENDING', 'PROCESSING'], to: 'CANCELED', by: 'caller', effects: [] },
  },
});

type ConfigStatus = 'custom' | 'fixed';

/** The actions on a document configuration. All tenants share the configurations of the catalog, so no tenant can change these. */
export const configStates = defineStates({
  of: ({ tenantId }: { readonly tenantId: string | null }): ConfigStatus =>
    tenantId === null ? 'fixed' : 'custom',
  columns: (_status: ConfigStatus) => ({}),
  shownBy: (status: readonly ConfigStatus[]) => ({
    custom: status.map((one) => one === 'custom'),
  }),
  actions: { change: { from: ['custom'], by: 'caller', effects: [] } },
});
