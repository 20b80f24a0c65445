import type { RequestListener } from 'node:http';
import request, { type Response } from 'supertest';
import { eventBody, signedHeaders } from './signed.js';

/** Delivers to `/hooks` of an app on Node. Default: a signed event. */
export async function postHook(
  app: RequestListener,
  body: string = eventBody(),
  headers?: Readonly<Record<string, string>>,
): Promise<Response> {
  return request(app)
    .post('/hooks')
    .set(headers ?? (await signedHeaders(body)))
    .send(body);
}
