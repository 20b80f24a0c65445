import { UsageError } from '@screening-webhooks/terminal';
import { WebhookEndpoint } from '../../webhooks/endpoints/wire.js';
import { askPage } from './ask.js';
import type { Connection } from './connect.js';

/** The path of an endpoint: the one that is named, or the only one. @throws UsageError when there is another number of them. */
export async function endpointPath(connection: Connection, id: string | undefined) {
  return `/v1/webhook-endpoints/${encodeURIComponent(id ?? (await onlyEndpoint(connection)))}`;
}

async function onlyEndpoint(connection: Connection): Promise<string> {
  const path = '/v1/webhook-endpoints';
  const [only, ...others] = await askPage(connection, WebhookEndpoint, path, { limit: 100 });
  if (!only) {
    throw new UsageError(
      'the service has no endpoint. Create one with: screening-sandbox endpoints create <url>',
    );
  }
  if (others.length === 0) return only.id;
  const ids = [only, ...others].map((each) => each.id).join(', ');
  throw new UsageError(`the service has several endpoints. Name one of them: ${ids}.`);
}
