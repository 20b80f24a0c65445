import { Readable } from 'node:stream';
import { defaultBodyLimits, readBody } from '../../../outbound/read-body.js';
import type { SendResult } from '../../../outbound/send.js';
import { untilAborted } from '../../../outbound/until-aborted.js';
import type { StartedAttempt } from './run-attempt.js';

/** Sends an attempt to a function instead of a socket. Never rejects. */
export async function sendInProcess(
  deliverTo: (request: Request) => Promise<Response>,
  { url, method, headers, body, transferMode, timeoutSeconds }: StartedAttempt,
  signal: AbortSignal,
): Promise<SendResult> {
  const startedAt = performance.now();
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
  const either = AbortSignal.any([signal, timeout]);
  const duration = (): number => Math.round(performance.now() - startedAt);
  try {
    const request = new Request(url, {
      method,
      headers,
      // A GET `Request` of the web standard cannot have a body.
      ...(method === 'GET' ? {} : { body: Buffer.from(body) }),
      signal: either,
    });
    // The function may ignore the signal.
    const response = await untilAborted(deliverTo(request), either);
    const durationMs = duration();
    // As over a socket, only the status counts, so a body that breaks off or never ends is cut.
    const read = await readBody(Readable.from(response.body ?? []), defaultBodyLimits);
    if (transferMode === 'hang up' || transferMode === 'ignore the answer') {
      const code = transferMode === 'hang up' ? 'cut_off' : 'timeout';
      return { durationMs, error: { code, message: 'The fault did not take the response.' } };
    }
    const { status, headers: responseHeaders } = response;
    return {
      durationMs,
      response: { status, headers: Object.fromEntries(responseHeaders), ...read },
    };
  } catch (error) {
    const code = timeout.aborted ? 'timeout' : signal.aborted ? 'aborted' : 'connection_failed';
    return {
      durationMs: duration(),
      error: {
        code,
        message: timeout.aborted ? `No response within ${timeoutSeconds} s.` : describe(error),
      },
    };
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
