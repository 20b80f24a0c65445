import { recordsOf, type TestService } from './service.js';

type Json = Readonly<Record<string, unknown>>;

/** A verification to order. Default: of a license, for the demo integration. */
export interface Order {
  readonly licenseNumber?: string;
  /** In place of the license number. */
  readonly formData?: Json;
  readonly documentConfigSlug?: string;
  readonly externalId?: string;
  readonly sessionId?: string;
  readonly integrationId?: string;
  readonly candidateId?: unknown;
  readonly metadata?: Json;
  readonly fileIds?: readonly unknown[];
}

/** Orders a verification and returns its id. */
export async function order(
  { send, description }: TestService,
  { licenseNumber = 'RN1234', ...more }: Order,
): Promise<string> {
  const body = await send('POST', '/v1/document-verifications', {
    documentConfigSlug: 'rn-license',
    state: 'CA',
    integrationId: description.integrationId,
    formData: { licenseNumber },
    ...more,
  });
  return String(body['verificationId']);
}

/** Creates an endpoint of the demo integration for all its events. */
export async function createEndpoint(
  { send, description }: TestService,
  url: string,
): Promise<{ readonly id: string; readonly secret: string }> {
  const { integrationId } = description;
  const body = await send('POST', '/v1/webhook-endpoints', { url, integrationId });
  return { id: String(body['id']), secret: String(body['secret']) };
}

/** The only delivery for a verification. */
export interface DeliveryHistory {
  readonly delivery: Json;
  readonly attempts: readonly Json[];
}

export async function deliveryOf(
  { call, list }: TestService,
  verificationId: string,
): Promise<DeliveryHistory> {
  const found = await list(`/v1/webhook-deliveries?subjectId=${verificationId}`);
  if (found.length !== 1) throw new Error(`${found.length} deliveries tell of ${verificationId}.`);
  const { body } = await call('GET', `/v1/webhook-deliveries/${found[0]?.['id']}`);
  return { delivery: body, attempts: recordsOf(body['attempts']) };
}
