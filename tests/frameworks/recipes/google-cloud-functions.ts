import { http } from '@google-cloud/functions-framework';
import { createReceiver } from '@screening-webhooks/core';

const receiver = createReceiver({
  secret: () => {
    const { SCREENING_SECRET } = process.env;
    if (!SCREENING_SECRET) throw new Error('SCREENING_SECRET is not set.');
    return SCREENING_SECRET;
  },
  handlers: {
    'document_verification.completed': ({ id, data }) => console.log(id, data.externalId),
  },
});

http('screening', async (req, res) => {
  const ack = await receiver.receive({
    method: req.method,
    header: (name) => req.get(name) ?? null,
    // The framework has read the body, and keeps its bytes. A request without a body has none.
    readBody: () => req.rawBody ?? new Uint8Array(),
  });
  res.status(ack.status).set(ack.headers).send(ack.body);
});
