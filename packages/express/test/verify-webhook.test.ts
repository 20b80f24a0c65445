import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { eventBody, SECRET, signedHeaders } from '../../testing/test/support/signed.js';
import { verifyWebhook } from '../src/index.js';
import { expressVersions } from './support/express-versions.js';

describe.each(expressVersions)('%s', (_version, express) => {
  const app = express();
  app.post('/hooks', verifyWebhook({ secret: SECRET }), (req, res) => {
    const event = req.webhookEvent;
    res.status(202).json({ type: event?.type, id: event?.id });
  });

  it('puts the event on the request and lets the app answer', async () => {
    const body = eventBody('evt_v');
    const response = await request(app)
      .post('/hooks')
      .set(await signedHeaders(body))
      .send(body);
    expect(response.status).toBe(202);
    expect(response.body).toEqual({ type: 'document_verification.recorded', id: 'evt_v' });
  });

  it('answers deliveries that it refuses, and does not call the app', async () => {
    const response = await request(app)
      .post('/hooks')
      .set(await signedHeaders('{}'))
      .send(eventBody());
    expect(response.status).toBe(401);
    expect(response.body).toEqual({ outcome: 'rejected', code: 'signature_mismatch' });
  });
});
