import { exportedTypes } from 'screening-webhooks-test-support/exported-types';
import { expect, it } from 'vitest';
import * as client from '../src/index.js';

it('exports these values and no others', () => {
  expect(Object.keys(client).sort()).toEqual([
    'InvalidInputError',
    'ServiceError',
    'createClient',
    'reconcile',
    'reconcileEvery',
    'resultType',
    'scheduledReconciliation',
  ]);
});

it('exports these types and no others', () => {
  expect(exportedTypes(new URL('../src/index.ts', import.meta.url))).toEqual([
    'ClientFetch',
    'ClientOptions',
    'CreateReportOptions',
    'ReconcileEveryOptions',
    'ReconcileOptions',
    'ReconciliationLoop',
    'ReconciliationReport',
    'Report',
    'ReportOrder',
    'ResultType',
    'ScreeningClient',
    'ServiceErrorCode',
    'VerificationList',
    'VerificationRecord',
  ]);
});
