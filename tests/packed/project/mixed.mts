// An ES module of an app whose other modules are CommonJS: they have other copies of the declarations, which must agree.
import { createServer } from 'node:http2';
import {
  createReceiver,
  type DedupeStore,
  type EventOf,
  type Handlers,
  type Receiver,
  type WebhookEvent,
} from '@screening-webhooks/core';
import { listener } from '@screening-webhooks/core/node';
import { webhook } from '@screening-webhooks/express';
import { fixture } from '@screening-webhooks/testing';
import { audit, handlers, nameOf, receiverOn } from './consumer.cjs';

const secret = 'whsec_mixed';

export const receiver: Receiver = createReceiver({ secret, handlers });
export const audited = webhook({ secret, handlers: { ...handlers, '*': audit } });
export const server = createServer(listener({ secret, handlers }));
export const passed: Handlers = handlers;
export const shared = (store: DedupeStore) => webhook(receiverOn(store));
export const event: EventOf<'report.completed'> = fixture('report.completed');
audit(event);

export async function logged(body: Uint8Array, log: (event: WebhookEvent) => void) {
  const given: Parameters<typeof audit>[0] = event;
  log(given);
  return nameOf(body, null);
}
