import { UsageError } from 'screening-webhooks-terminal';
import { WebhookEndpoint } from '../../service/capabilities/webhooks/index.js';
import { aligned, shown } from '../output/print.js';
import type { Connection, ServiceOptions } from './connect.js';
import { comparableOrigin } from './find-service.js';

export const ENDPOINTS = '/v1/webhook-endpoints';

/** The help of an argument that {@link endpointAction} takes. */
export const endpointHelp = 'default: that of --forward-to, else the only one that is not a sink';

/** A connection, and the path of the endpoint that a command is about. */
interface EndpointConnection extends Connection {
  readonly path: string;
}

/**
 * Makes the action of a command about an endpoint: the one that is named, or the default.
 *
 * @throws UsageError when none is named and there is no default.
 */
export function endpointAction<Options extends ServiceOptions>(
  connect: (options: ServiceOptions) => Connection,
  act: (connection: EndpointConnection, options: Options) => Promise<void>,
): (named: string | undefined, options: Options) => Promise<void> {
  return async (named, options) => {
    const connection = connect(options);
    const id = named ?? (await defaultEndpoint(connection));
    await act({ ...connection, path: `${ENDPOINTS}/${encodeURIComponent(id)}` }, options);
  };
}

/**
 * The endpoint of `--forward-to`. Where it is not known, or is deleted: the only one of the default integration that is not a
 * sink of the service, or the only one at all.
 */
async function defaultEndpoint(connection: Connection): Promise<string> {
  const all = await connection.list(WebhookEndpoint, ENDPOINTS);
  const forwarded = all.find(({ id }) => id === connection.endpointId);
  if (forwarded) return forwarded.id;
  if (all.length === 0) {
    throw new UsageError(
      'the service has no endpoint. Create one with: screening-sandbox endpoints create <url>',
    );
  }
  const integrationId = await connection.defaultIntegration();
  const likely = all.filter(
    ({ owner, url }) => owner.id === integrationId && !isSink(url, connection.origins),
  );
  const [only, ...others] = likely.length > 0 ? likely : all;
  if (only && others.length === 0) return only.id;
  const rows = aligned(all.map(({ id, url }) => [id, shown(url)])).trimEnd();
  throw new UsageError(`the service has several endpoints. Name one of them:\n${rows}`);
}

function isSink(url: string, origins: readonly string[]): boolean {
  return origins.includes(comparableOrigin(url)) && new URL(url).pathname.startsWith('/sink/');
}
