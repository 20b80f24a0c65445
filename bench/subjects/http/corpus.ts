import { deliveryOfSize } from '../delivery-of-size.js';

export const PATH = '/webhooks/screening';

/** Signed deliveries of distinct events, each as the bytes of a whole request. */
export function corpusOf(deliveries: number, bytes: number): Promise<readonly Buffer[]> {
  return Promise.all(
    Array.from({ length: deliveries }, async (_, index) => {
      const { body, header } = await deliveryOfSize(bytes, { id: `evt_${bytes}_${index}` });
      const lines = [
        `POST ${PATH} HTTP/1.1`,
        'host: 127.0.0.1',
        'content-type: application/json',
        `content-length: ${body.length}`,
        `service-signature: ${header}`,
      ];
      return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]);
    }),
  );
}
