import { readFileSync } from 'node:fs';
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
  const index = readFileSync(new URL('../src/index.ts', import.meta.url), 'utf8');
  const clauses = [...index.matchAll(/export (type )?\{([^}]*)\}/g)];
  const types = clauses.flatMap(([, typeOnly, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && (typeOnly || name.startsWith('type ')))
      .map((name) => name.replace(/^type /, '')),
  );
  // Every export has the form that is matched above.
  expect(index.match(/^export /gm)).toHaveLength(clauses.length);
  expect(types.sort()).toEqual([
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
