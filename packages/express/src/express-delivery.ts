import type { Delivery } from '@screening-webhooks/core';
import { isBytes } from '@screening-webhooks/core/adapter';
import { nodeDelivery } from '@screening-webhooks/core/node';
import type { Request } from 'express';

const FIX =
  'In Express: give the JSON parser that runs before this route { verify: keepRawBody } (from @screening-webhooks/express), or mount this route before it. In NestJS: NestFactory.create(AppModule, { rawBody: true }).';

/**
 * An Express request as a delivery.
 *
 * @throws TypeError for what another framework passes to its handlers.
 */
export function expressDelivery(request: Request & { readonly rawBody?: unknown }): Delivery {
  return nodeDelivery(request, {
    // keepRawBody, Firebase and Nest keep the bytes in `rawBody`; express.raw() leaves them in `body`.
    rawBody: () => [request.rawBody, request.body].find(isBytes),
    fix: FIX,
  });
}
