import { createReceiver, type EventEnvelope, signBody } from '@screening-webhooks/core';
import type { Express } from 'express';
import request, { type Test } from 'supertest';
import type { Clinicians } from '../src/clinicians.js';
import { createApp } from '../src/create-app.js';
import { logOutcomes } from '../src/log-outcomes.js';
import { memoryClinicians } from '../src/memory-clinicians.js';
import { screeningHandlers } from '../src/screening-handlers.js';

/** The API key for the app's own routes. */
export const API_KEY = 'test-api-key';

/** The signing secret of the endpoint. */
export const SECRET = 'whsec_test';

/** The app with Ada in its data and an array as log. `replaced` replaces operations of the storage. */
export function testApp(
  replaced: Partial<Clinicians> = {},
  secret: string | readonly string[] = SECRET,
) {
  const clinicians = { ...memoryClinicians([{ id: 'ada', name: 'Ada Amsel' }]), ...replaced };
  const log: string[] = [];
  const addLine = (line: string): void => {
    log.push(line);
  };
  const screening = createReceiver({
    secret,
    handlers: screeningHandlers(clinicians),
    observe: logOutcomes(addLine),
  });
  const app = createApp({ clinicians, apiKey: API_KEY, log: addLine, screening });
  return { app, clinicians, log, screening };
}

/** Sends a delivery with a real signature. `alter` changes the body after signing. */
export async function deliver(
  to: Express | string,
  event: EventEnvelope,
  alter = (body: string): string => body,
): Promise<Awaited<Test>> {
  const body = JSON.stringify(event);
  return request(to)
    .post('/webhooks/screening')
    .set('content-type', 'application/json')
    .set('service-signature', await signBody(body, { secret: SECRET }))
    .send(alter(body));
}
