import fc from 'fast-check';
import { expect } from 'vitest';
import { isRecord } from '../../src/sandbox/is-record.js';
import { openAction } from './adverse-actions.js';
import { arbitraryOf } from './arbitrary-of-schema.js';
import { describedOperations } from './openapi.js';
import { createEndpoint } from './orders.js';
import { packageOf } from './reports.js';
import { roleOf } from './role-of.js';
import type { TestService } from './service.js';

/**
 * Calls every operation with requests that mostly fit its schema: what it answers must be what the document says.
 *
 * @param runs How often each operation is called.
 */
export async function testContract(service: TestService, runs: number): Promise<void> {
  const { call, description } = service;
  const { integrationId } = description;
  const { body: document } = await call('GET', '/v1/openapi.json');
  // What is deleted would be missed by the others.
  const operations = [...describedOperations(document)].sort(
    (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
  );
  expect(operations.length).toBeGreaterThan(20);
  // Nothing listens there, so its delivery fails and can be replayed.
  await createEndpoint(service, 'http://localhost:9/');
  const { body: made } = await call('POST', '/v1/document-verifications', {
    documentConfigSlug: 'rn-license',
    state: 'CA',
    integrationId,
    formData: { licenseNumber: 'RN1234' },
  });
  await service.control('/clock', { advance: '15m' });
  const [event] = await service.list('/v1/events');
  const [delivery] = await service.list('/v1/webhook-deliveries');
  const [endpoint] = await service.list('/v1/webhook-endpoints');
  const [session] = await service.list('/v1/verification-sessions');
  const { body: candidate } = await call('POST', '/v1/candidates', {
    firstName: 'Maria',
    lastName: 'Ortiz',
    email: 'maria.ortiz@example.com',
  });
  const { id: roleId } = await roleOf(service.sql, 'registered-nurse');
  const packageId = await packageOf(service.sql, 'essential');
  const { body: report } = await call('POST', '/v1/reports', {
    candidateId: candidate['id'],
    packageId,
    workState: 'CA',
  });
  const { body: invitation } = await call('POST', '/v1/invitations', {
    candidateId: candidate['id'],
    roleId,
    workState: 'CA',
  });
  // Not the key that calls: the test must not revoke it.
  const { body: key } = await call('POST', '/v1/api-keys', {
    label: 'Intake form',
    scope: 'candidate_create',
  });
  const adverse = await openAction(service);
  const { body: tenant } = await call('POST', '/v1/partner/tenants', {
    facilityName: 'Facility',
    adminEmail: 'admin@facility.example',
    termsVersion: '2026-01',
  });
  const { body: onboarding } = await call('POST', '/v1/onboardings', {
    candidateId: candidate['id'],
    roleId,
    workState: 'CA',
  });
  const roster = 'first_name,last_name,email,work_state\nAna,Lopez,ana.lopez@example.com,CA\n';
  const headers = { 'content-type': 'text/csv' };
  const { body: imported } = await call('POST', `/v1/bulk-imports?roleId=${roleId}`, roster, {
    headers,
  });
  await service.control('/clock', { settle: true });
  const known = [
    adverse.id,
    adverse.report.id,
    tenant['tenantId'],
    packageId,
    'ssn-trace',
    roleId,
    onboarding['id'],
    imported['id'],
    candidate['id'],
    report['id'],
    invitation['id'],
    key['id'],
    made['verificationId'],
    event?.['id'],
    session?.['id'],
    delivery?.['id'],
    endpoint?.['id'],
    integrationId,
    'rn-license',
  ];

  const keys: Readonly<Record<string, string>> = {
    full_access: description.keys.full,
    candidate_create: description.keys.candidate,
  };

  // A URL parser removes a segment of one dot, and one of two with the segment before it: another path.
  const anyId = fc.string({ minLength: 1 }).filter((id) => id !== '.' && id !== '..');

  for (const operation of operations) {
    const callers = fc.constantFrom(...operation.scopes.map((scope) => keys[scope]));
    const parameters = fc.record(
      Object.fromEntries(
        operation.parameters
          .filter(({ in: where }) => where !== 'header')
          .map(({ name, in: where, schema }) => [
            String(name),
            where === 'path'
              ? fc.oneof(fc.constantFrom(...known), anyId)
              : fc.option(arbitraryOf(schema, document), { nil: undefined, freq: 2 }),
          ]),
      ),
    );
    const body = operation.requestSchema
      ? arbitraryOf(operation.requestSchema, document).map((value) =>
          isRecord(value) && 'integrationId' in value ? { ...value, integrationId } : value,
        )
      : fc.constant(undefined);
    await fc.assert(
      fc.asyncProperty(
        callers,
        parameters,
        body,
        fc.boolean(),
        async (key, values, sent, extra) => {
          const answer = await call(
            operation.method,
            pathOf(operation.path, operation.parameters, values, extra),
            operation.multipart ? new FormData() : sent,
            key === undefined ? {} : { key },
          );
          const type = answer.headers.get('content-type') ?? '';
          const parsed: unknown = /json/.test(type) ? JSON.parse(answer.text) : answer.text;
          expect(answer.status, answer.text).toBeLessThan(500);
          expect(operation.mismatch(answer.status, type, parsed), answer.text).toBeUndefined();
        },
      ),
      { numRuns: runs },
    );
  }
}

function pathOf(
  template: string,
  parameters: readonly Readonly<Record<string, unknown>>[],
  values: Readonly<Record<string, unknown>>,
  extra: boolean,
): string {
  const query = new URLSearchParams();
  let path = template;
  for (const { name, in: where } of parameters) {
    const value = values[String(name)];
    if (where === 'path') path = path.replace(`{${name}}`, encodeURIComponent(textOf(value)));
    else if (where === 'query' && value !== undefined) query.set(String(name), textOf(value));
  }
  if (extra && template.length % 2 === 0) query.set('unexpected', '1');
  return query.size === 0 ? path : `${path}?${query}`;
}

// Not every object has a string.
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
