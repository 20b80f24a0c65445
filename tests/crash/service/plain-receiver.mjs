import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A receiver that records every request in a file, before it answers. One event in fifteen is never accepted. Of the other
 * requests, one in fifteen is refused and one in sixty gets no answer.
 *
 * @param options `maxDelay`: the milliseconds to an answer, at most.
 * @returns its URL.
 */
export async function receivePlainly({ file }, { maxDelay = 60 } = {}) {
  const server = createServer((request, response) => {
    // The sender may be gone.
    answer(request, response, { file, maxDelay }).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${server.address().port}/`;
}

async function answer(request, response, { file, maxDelay }) {
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  const { id } = JSON.parse(body.toString());
  const entry = {
    delivery: request.headers['service-delivery-id'],
    number: Number(request.headers['service-delivery-attempt']),
    event: id,
    body: digest(body),
  };
  appendFileSync(file, `${JSON.stringify(entry)}\n`);
  const dice = Math.random();
  if (dice < 1 / 60) return;
  await sleep(Math.random() * maxDelay);
  response.statusCode = isNeverAccepted(id) || dice < 1 / 12 ? 500 : 200;
  response.end();
}

/** Whether the receiver refuses every attempt of an event. */
function isNeverAccepted(id) {
  return Number.parseInt(digest(id).slice(0, 8), 16) % 15 === 0;
}

/** Hashes the bytes of a request. */
export function digest(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
