import { UsageError } from 'screening-webhooks-terminal';
import type { z } from 'zod';
import { WebhookEndpoint } from '../../service/capabilities/webhooks/index.js';
import type { Host } from '../host.js';
import { aligned, shown } from '../output/print.js';
import { askAll } from './ask.js';
import { type Connection, connect, type ServiceOptions } from './connect.js';
import { defaultIntegration } from './default-integration.js';
import { comparableOrigin } from './find-service.js';

type Endpoint = z.output<typeof WebhookEndpoint>;

const PATH = '/v1/webhook-endpoints';

/** The help of an argument that {@link connectToEndpoint} takes. */
export const endpointHelp = 'default: that of --forward-to, else the only one that is not a sink';

/** Connects to an endpoint: the one that is named, or the default. @throws UsageError when there is no default. */
export async function connectToEndpoint(
  options: ServiceOptions,
  host: Host,
  id: string | undefined,
) {
  const connection = connect(options, host);
  const path = `${PATH}/${encodeURIComponent(id ?? (await defaultEndpoint(connection)))}`;
  return { connection, path };
}

/**
 * The endpoint of `--forward-to`. Where it is not known, or is deleted: the only one of the default integration that is not a
 * sink of the service, or the only one at all.
 */
async function defaultEndpoint(connection: Connection): Promise<string> {
  const all = await askAll(connection, WebhookEndpoint, PATH);
  const forwarded = all.find(({ id }) => id === connection.endpointId);
  if (forwarded) return forwarded.id;
  if (all.length === 0) {
    throw new UsageError(
      'the service has no endpoint. Create one with: screening-sandbox endpoints create <url>',
    );
  }
  const integrationId = await defaultIntegration(connection);
  const likely = all.filter(
    (endpoint) => endpoint.owner.id === integrationId && !isSink(endpoint, connection),
  );
  const [only, ...others] = likely.length > 0 ? likely : all;
  if (only && others.length === 0) return only.id;
  const rows = aligned(all.map(({ id, url }) => [id, shown(url)])).trimEnd();
  throw new UsageError(`the service has several endpoints. Name one of them:\n${rows}`);
}

function isSink({ url }: Endpoint, { origins }: Connection): boolean {
  return origins.includes(comparableOrigin(url)) && new URL(url).pathname.startsWith('/sink/');
}
