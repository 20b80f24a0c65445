import { describe, expect, it, vi } from 'vitest';
import {
  createVerifier,
  RawBodyUnavailableError,
  signBody,
  type VerifierOptions,
} from '../../src/index.js';
import { recorder, TIMERS, useFakeTime } from '../support/manual.js';
import { recordedEvent } from '../support/sample-event.js';
import {
  NOW_SECONDS,
  now,
  SECRET,
  sampleDelivery,
  signedDelivery,
  toBody,
} from '../support/signed-delivery.js';

useFakeTime({ toFake: [...TIMERS] });

function observedVerifier() {
  const { seen, observe } = recorder();
  return { seen, verifier: createVerifier({ secret: SECRET, now, observe }) };
}

it('a genuine delivery is its event; the app observes the rest, and no timer is left', async () => {
  const { seen, verifier } = observedVerifier();
  const body = toBody(recordedEvent());
  const delivery = await signedDelivery(body, { readBody: async () => body });
  expect(await verifier.verify(delivery)).toEqual({ ok: true, event: recordedEvent() });
  expect(seen).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

it('a refused delivery comes with its ack, and is observed', async () => {
  const { seen, verifier } = observedVerifier();
  const delivery = await signedDelivery(recordedEvent(), { secret: 'other' });
  expect(await verifier.verify(delivery)).toMatchObject({ ok: false, ack: { status: 401 } });
  expect(seen).toMatchObject([{ outcome: { kind: 'rejected' }, late: false }]);
});

it('a mistake of an adapter is a 500, observed with its error', async () => {
  const { seen, verifier } = observedVerifier();
  const error = new Error('adapter');
  const delivery = await signedDelivery(recordedEvent(), { readBody: () => Promise.reject(error) });
  expect(await verifier.verify(delivery)).toMatchObject({ ok: false, ack: { status: 500 } });
  expect(seen).toMatchObject([{ outcome: { kind: 'failed', error } }]);
});

it('a body that is gone is thrown, for the error handling of the framework', async () => {
  const { seen, verifier } = observedVerifier();
  const error = new RawBodyUnavailableError('express.json()');
  const delivery = await signedDelivery(recordedEvent(), { readBody: () => Promise.reject(error) });
  await expect(verifier.verify(delivery)).rejects.toBe(error);
  expect(seen).toMatchObject([{ outcome: { error } }]);
});

it.each(['handlers', 'dedupe', 'inbox', 'lease', 'retention', 'namespace'])(
  '%s is an option of a receiver, not of a verifier',
  (name) => {
    expect(() => createVerifier({ secret: SECRET, [name]: {} } as VerifierOptions)).toThrow(
      `${name}: unknown option of a verifier. The options are secret, integrationId, tolerance, ackTimeout, maxBodyBytes, formData, metadata, observe, now.`,
    );
  },
);

describe('fetch', () => {
  const request = async (secret = SECRET) => {
    const body = toBody(recordedEvent());
    const headers = {
      'content-type': 'application/json',
      'service-signature': await signBody(body, { secret, timestamp: NOW_SECONDS }),
    };
    return new Request('https://app.example/hooks', {
      method: 'POST',
      headers,
      body: new Blob([new Uint8Array(body)]),
    });
  };

  it('a genuine request is its event', async () => {
    const { verifier, seen } = observedVerifier();
    const result = await verifier.fetch(await request());
    expect(result).toEqual({ ok: true, event: recordedEvent() });
    expect(seen).toEqual([]);
  });

  it('a refused request comes with its ack and the response to return', async () => {
    const { verifier, seen } = observedVerifier();
    const result = await verifier.fetch(await request('other'));
    if (result.ok) throw new Error('It was accepted.');
    expect(result.ack.status).toBe(401);
    expect(result.response.status).toBe(401);
    expect(await result.response.text()).toBe(result.ack.body);
    expect(seen).toMatchObject([{ outcome: { kind: 'rejected' } }]);
  });

  it('a request whose body is gone rejects', async () => {
    const { verifier } = observedVerifier();
    const used = await request();
    await used.text();
    await expect(verifier.fetch(used)).rejects.toBeInstanceOf(RawBodyUnavailableError);
  });
});

it('takes the framework, as a receiver does', async () => {
  const verifier = createVerifier<string>({ secret: (framework) => framework, now });
  const delivery = await sampleDelivery();
  expect(await verifier.verify(delivery, { framework: SECRET })).toMatchObject({ ok: true });
});
