import { recordsOf, type TestService } from './service.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * Bodies of operations that need other objects, by path. Each body uses new objects of the caller, so that it can be sent
 * once.
 */
export function validBodies({
  send,
}: TestService): Readonly<Record<string, (key: string) => Promise<Json>>> {
  async function firstOf(key: string, path: string): Promise<unknown> {
    const { data } = await send('GET', path, undefined, { key });
    const [first] = recordsOf(data);
    if (!first) throw new Error(`${path} is empty.`);
    return first['id'];
  }

  async function candidate(key: string): Promise<unknown> {
    const person = { firstName: 'Ana', lastName: 'Lopez', email: 'ana.lopez@example.com' };
    return (await send('POST', '/v1/candidates', person, { key }))['id'];
  }

  const forRole = async (key: string): Promise<Json> => ({
    candidateId: await candidate(key),
    roleId: await firstOf(key, '/v1/roles'),
    workState: 'CA',
  });
  return {
    '/v1/document-verifications/{verificationId}/submit': async () => ({
      formData: { licenseNumber: 'RN1234' },
    }),
    '/v1/reports': async (key) => ({
      candidateId: await candidate(key),
      packageId: await firstOf(key, '/v1/packages'),
      workState: 'CA',
    }),
    '/v1/reports/{id}/adjudicate': async () => ({ decision: 'engage' }),
    '/v1/invitations': forRole,
    '/v1/onboardings': forRole,
    '/v1/partner/tenants': async () => ({
      facilityName: 'Facility',
      adminEmail: 'admin@facility.example',
      termsVersion: '2026-01',
    }),
  };
}
