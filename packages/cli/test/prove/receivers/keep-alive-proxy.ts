import { Agent, request as httpRequest, type RequestListener } from 'node:http';
import { serve } from 'screening-webhooks-test-support/serve';
import { onTestFinished } from 'vitest';

/** Serves a receiver behind a proxy that keeps its connections to it open, for the length of one test. */
export async function behindKeepAlive(receiver: RequestListener): Promise<RequestListener> {
  const { port } = await serve(receiver);
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  return (req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks);
      const {
        connection: _connection,
        'transfer-encoding': _encoding,
        ...headers
      } = { ...req.headers, 'content-length': String(body.length) };
      const upstream = httpRequest(
        { port, host: '127.0.0.1', method: req.method, path: req.url, agent, headers },
        (answer) => {
          res.writeHead(answer.statusCode ?? 502);
          answer.pipe(res);
        },
      );
      upstream.on('error', () => res.writeHead(502).end());
      upstream.end(body);
    });
  };
}
