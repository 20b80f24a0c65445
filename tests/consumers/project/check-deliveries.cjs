// Sends signed deliveries over HTTP to an app as ES module and as CommonJS, and checks the answers.
const assert = require('node:assert/strict');
const { once } = require('node:events');

const secret = 'whsec_consumer';
const body = JSON.stringify({
  id: 'evt_1',
  type: 'document_verification.completed',
  created: '2026-01-01T00:00:00Z',
  data: { verified: true, externalId: 'nurse-7' },
});

/** `mount` gets the secret and the handlers, and returns what listens, with the receiver on /webhooks. */
async function checkDeliveries(mount, signBody) {
  const handled = [];
  const app = await mount({
    secret,
    handlers: { 'document_verification.completed': ({ data }) => handled.push(data.externalId) },
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const header = await signBody(body, { secret });
    const post = async (sent) => {
      const response = await fetch(`http://127.0.0.1:${server.address().port}/webhooks`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Service-Signature': header },
        body: sent,
      });
      const { outcome, code } = await response.json();
      return { status: response.status, outcome, code };
    };
    assert.deepEqual(await post(body), { status: 200, outcome: 'processed', code: undefined });
    assert.deepEqual(await post(body), { status: 200, outcome: 'duplicate', code: undefined });
    assert.deepEqual(await post(body.replace('nurse-7', 'nurse-8')), {
      status: 401,
      outcome: 'rejected',
      code: 'signature_mismatch',
    });
    assert.deepEqual(handled, ['nurse-7']);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

module.exports = { checkDeliveries };
