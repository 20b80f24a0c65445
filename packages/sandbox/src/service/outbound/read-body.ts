import type { Readable } from 'node:stream';
import { limits } from '../limits/limits.js';

export interface BodyLimits {
  readonly bytes: number;
  readonly milliseconds: number;
}

/** The bounds of the answer to a delivery. */
export const defaultBodyLimits: BodyLimits = {
  bytes: limits.responseBody.most,
  milliseconds: 1_000,
};

/**
 * Reads a body as UTF-8 up to the limits, and destroys the stream. Never rejects. `truncated`: the rest was too long, too late or
 * never came.
 */
export function readBody(
  response: Readable,
  limits: BodyLimits,
): Promise<{ readonly body: string; readonly truncated: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (complete: boolean): void => {
      clearTimeout(timer);
      const bytes = Buffer.concat(chunks).subarray(0, limits.bytes);
      resolve({ body: decode(bytes, complete), truncated: !complete });
      response.destroy();
    };
    const timer = setTimeout(() => finish(false), limits.milliseconds);
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > limits.bytes) finish(false);
    });
    // A body that is cut off ends without this event.
    response.on('end', () => finish(true));
    response.on('error', () => finish(false));
    response.on('close', () => finish(false));
  });
}

function decode(bytes: Uint8Array, complete: boolean): string {
  // A cut within a character drops its first bytes, as `stream` keeps them for more to come.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: !complete });
}
