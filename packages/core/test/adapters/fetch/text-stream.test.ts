import { expect, it } from 'vitest';
import { createReceiver, RawBodyUnavailableError, signBody } from '../../../src/index.js';
import { expectNoProcessFailures } from '../../support/process-failures.js';
import { recordedEvent } from '../../support/sample-event.js';
import { SECRET } from '../../support/signed-delivery.js';

expectNoProcessFailures();
const text = JSON.stringify(recordedEvent());

async function receive(headers: Readonly<Record<string, string>>): Promise<Response> {
  const receiver = createReceiver({ secret: SECRET, observe: false, handlers: { '*': () => {} } });
  // Node's own option, which the types of the browser do not have.
  const init: RequestInit & { readonly duplex: 'half' } = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'service-signature': await signBody(text, { secret: SECRET }),
      ...headers,
    },
    body: new ReadableStream({
      start(controller) {
        controller.enqueue(text);
        controller.close();
      },
    }),
    duplex: 'half',
  };
  return receiver.fetch(new Request('https://example.com', init));
}

it('a request that streams text has no raw bytes: RawBodyUnavailableError', async () => {
  await expect(receive({})).rejects.toThrow(RawBodyUnavailableError);
});

it('with a content length, where the runtime reads it, it is refused too', async () => {
  expect((await receive({ 'content-length': String(text.length) })).status).toBe(400);
});
