import fc from 'fast-check';
import { expect } from 'vitest';
import { isRecord } from '../../src/handle/call-service.js';
import { openAction } from './adverse-actions.js';
import { arbitraryOf } from './arbitrary-of-schema.js';
import { type DescribedOperation, describedOperations } from './openapi.js';
import { createEndpoint, order } from './orders.js';
import { provision } from './provision.js';
import { createCandidate, orderReport, packageOf } from './reports.js';
import { roleOf } from './role-of.js';
import type { TestService } from './service.js';
import { smallRoster, uploadRoster } from './upload-roster.js';

/**
 * Calls every operation with requests that mostly match its schema. Its answers must match the document.
 *
 * @param runs How often each operation is called.
 */
export async function testContract(service: TestService, runs: number): Promise<void> {
  const { call, description } = service;
  const { integrationId } = description;
  const { body: document } = await call('GET', '/v1/openapi.json');
  // Deletions come last, because other operations need the objects.
  const operations = [...describedOperations(document)].sort(
    (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
  );
  expect(operations.length).toBeGreaterThan(20);
  // Nothing listens there, so its delivery fails and can be replayed.
  await createEndpoint(service, 'http://localhost:9/');
  const verificationId = await order(service, {});
  await service.control('/clock', { advance: '15m' });
  const [event] = await service.list('/v1/events');
  const [delivery] = await service.list('/v1/webhook-deliveries');
  const [endpoint] = await service.list('/v1/webhook-endpoints');
  const [session] = await service.list('/v1/verification-sessions');
  const candidateId = await createCandidate(service, {
    dateOfBirth: undefined,
    ssnLast4: undefined,
  });
  const { id: roleId } = await roleOf(service.sql, 'registered-nurse');
  const packageId = await packageOf(service.sql, 'essential');
  const report = await orderReport(service, { candidateId, packageId });
  const forRole = { candidateId, roleId, workState: 'CA' };
  const invitation = await service.send('POST', '/v1/invitations', forRole);
  // Not the calling key, which the test must not revoke.
  const wanted = { label: 'Intake form', scope: 'candidate_create' };
  const key = await service.send('POST', '/v1/api-keys', wanted);
  const adverse = await openAction(service);
  const { tenantId } = await provision(service);
  const onboarding = await service.send('POST', '/v1/onboardings', forRole);
  const imported = await uploadRoster(service, smallRoster, `?roleId=${roleId}`);
  await service.control('/clock', { settle: true });
  const known = [
    adverse.id,
    adverse.report.id,
    tenantId,
    packageId,
    'ssn-trace',
    roleId,
    onboarding['id'],
    imported['id'],
    candidateId,
    report.id,
    invitation['id'],
    key['id'],
    verificationId,
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

  // URL parsers remove the segments `.` and `..`, the latter with its parent, which changes the path.
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
    await refuseAll(service, operation);
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
            'multipart/form-data' in operation.bodies ? new FormData() : sent,
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

/** Calls an operation in each way that is refused before its input is read. */
async function refuseAll(
  { call }: TestService,
  { method, path: template, bodies, mismatch }: DescribedOperation,
): Promise<void> {
  const path = template.replaceAll(/\{\w+\}/g, 'x');
  const json = 'application/json' in bodies || Object.keys(bodies).length === 0;
  const form = new FormData();
  const wrong = [
    ['api_key_missing', path, undefined, { authorization: '' }],
    ['api_key_invalid', path, undefined, { authorization: 'Bearer bss_full_x' }],
    ['parameter_unknown', `${path}?unexpected=1`, json ? {} : form, {}],
    ['parameter_invalid', `${path}?x=%FF`, json ? {} : form, {}],
    ...(method === 'GET'
      ? []
      : ([
          ['idempotency_key_invalid', path, undefined, { 'idempotency-key': 'é' }],
          ['content_type_unsupported', path, 'x', { 'content-type': 'text/plain' }],
          ['payload_too_large', path, json ? {} : form, { 'content-length': '99999999' }],
          ['validation_failed', path, json ? [1e3] : form, {}],
          ...(json
            ? ([['malformed_json', path, '{', {}]] as const)
            : ([
                ['malformed_multipart', path, 'x', { 'content-type': 'multipart/form-data' }],
              ] as const)),
        ] as const)),
  ] as const;
  for (const [code, at, sent, headers] of wrong) {
    const { status, body, text } = await call(method, at, method === 'GET' ? undefined : sent, {
      headers,
    });
    // An operation for partners refuses other tenants first.
    if (
      code !== 'api_key_missing' &&
      code !== 'api_key_invalid' &&
      body['code'] === 'partner_required'
    )
      continue;
    expect([method, at, body['code']], text).toEqual([method, at, code]);
    expect([method, at, mismatch(status, 'application/problem+json', body)]).toEqual([
      method,
      at,
      undefined,
    ]);
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

// Some objects cannot be converted to a string.
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
