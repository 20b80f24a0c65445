import type { TestService } from './service.js';

type Json = Readonly<Record<string, unknown>>;

/** A tenant, as returned to its partner. */
export interface Provisioned {
  readonly tenantId: string;
  readonly key: string;
  readonly integrationId: string;
  readonly body: Json;
}

/** Provisions a tenant of the account. */
export async function provision(
  { send }: TestService,
  more: Json = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Provisioned> {
  const order = {
    facilityName: 'Lakeside Clinic',
    adminEmail: 'admin@lakeside.example',
    termsVersion: '2026-01',
    ...more,
  };
  const body = await send('POST', '/v1/partner/tenants', order, { headers });
  return {
    tenantId: String(body['tenantId']),
    key: String(body['secretKey']),
    integrationId: String(body['integrationId']),
    body,
  };
}
