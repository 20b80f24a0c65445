import { webhook } from '@screening-webhooks/express';
import express from 'express';

/** @param save Called with the clinician's id and the state of the license. If it rejects, the service delivers again. */
export function createApp(secret, save) {
  const app = express();
  app.post(
    '/webhooks/screening',
    webhook({
      secret,
      handlers: {
        'document_verification.completed': ({ data }) => save(data.externalId, 'verified'),
        'document_verification.recorded': ({ data }) => save(data.externalId, 'in review'),
        'document_verification.failed': ({ data }) => save(data.externalId, data.errorMessage),
      },
    }),
  );
  return app;
}