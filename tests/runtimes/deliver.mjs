import { createHmac } from 'node:crypto';

/** Delivers a signed event with this id. @returns `{ status, outcome, ms }`: the answer, and how long it took. */
export async function deliver(url, id, secret) {
  const body = JSON.stringify({
    id,
    type: 'document_verification.recorded',
    created: '2026-11-20T10:00:05.000Z',
    data: { integrationId: 'int_1', verified: false },
  });
  const t = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'service-signature': `t=${t},v1=${v1}` };
  const start = performance.now();
  const response = await fetch(url, { method: 'POST', headers, body });
  const { outcome } = await response.json();
  return { status: response.status, outcome, ms: performance.now() - start };
}
