import type { IncomingMessage } from 'node:http';

/**
 * For an app with a global JSON parser: `express.json({ verify: keepRawBody })` keeps the exact bytes of signed
 * deliveries, and of nothing else, on `req.rawBody`.
 *
 * @example
 * app.use(express.json({ verify: keepRawBody }));
 */
export function keepRawBody(request: IncomingMessage, _response: unknown, rawBody: Buffer): void {
  if (request.headers['service-signature'] !== undefined) Object.assign(request, { rawBody });
}
