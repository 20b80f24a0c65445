import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { type SizedDelivery, secret } from './delivery-of-size.js';

/** The least that a verified event can cost: HMAC, comparison, JSON. It reads neither the header nor the clock. */
export function floorOf({ body, header }: SizedDelivery): () => unknown {
  const verify = macFloorOf({ body, header });
  return () => {
    verify();
    return JSON.parse(body.toString());
  };
}

/** The same without the JSON. */
export function macFloorOf({ body, header }: SizedDelivery): () => boolean {
  const [t = '', v1 = ''] = header.split(',').map((pair) => pair.split('=')[1] ?? '');
  const key = createSecretKey(secret, 'utf8');
  const expected = Buffer.from(v1, 'hex');
  return () => {
    const mac = createHmac('sha256', key).update(`${t}.`).update(body).digest();
    if (!timingSafeEqual(mac, expected)) throw new Error('mismatch');
    return true;
  };
}
