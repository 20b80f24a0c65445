import type { IncomingHttpHeaders } from 'node:http';
import { serve } from 'screening-webhooks-test-support/serve';

/** A delivery as received over the socket. */
export interface ReceivedDelivery {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** The reaction of a scripted receiver to a delivery: a status, or a closed connection. */
export type ScriptedAnswer = number | 'hang up';

/** A receiver that verifies nothing, and whose test sets the answers. */
export interface ScriptedReceiver {
  readonly url: string;
  readonly deliveries: ReceivedDelivery[];
  /** The next answers. Afterwards, it answers 200. */
  readonly answers: ScriptedAnswer[];
}

/** Starts a receiver for the duration of a test. Its redirects point to another of its paths. */
export async function startScriptedReceiver(): Promise<ScriptedReceiver> {
  const deliveries: ReceivedDelivery[] = [];
  const answers: ScriptedAnswer[] = [];
  const { url } = await serve(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    deliveries.push({ path: req.url ?? '', headers: req.headers, bytes });
    const answer = answers.shift() ?? 200;
    if (answer === 'hang up') return req.socket.destroy();
    const redirect = answer >= 300 && answer < 400 ? { location: '/elsewhere' } : {};
    return res.writeHead(answer, redirect).end(answer === 204 ? '' : `answer ${answer}`);
  });
  return { url: `${url}/webhooks/screening`, deliveries, answers };
}
