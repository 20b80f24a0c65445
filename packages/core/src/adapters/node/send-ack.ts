import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import type { Ack } from '../../outcome/ack.js';

// An unread body up to this size is drained, which keeps the connection. Above it, closing is cheaper.
const MOST_TO_DRAIN = 256 * 1024;
const LINGER_MS = 2000;

/**
 * Writes an ack to a Node response. Does nothing when something else has answered or the sender is gone.
 *
 * A body that was not read to its end is drained when it is small. Otherwise the connection closes, after a
 * delay in which the sender can read the answer: closing with unread bytes resets the connection (RFC 9112 section 9.6).
 * Over HTTP/2, only its stream closes, after the same delay (RFC 9113 section 8.1).
 *
 * @throws What the response throws: middleware may have replaced its methods.
 */
export function sendAck(request: IncomingMessage, response: ServerResponse, ack: Ack): void {
  if (response.headersSent || response.destroyed) return;
  try {
    write(request, response, ack);
  } catch (error) {
    // Nothing can answer after the headers were sent: the sender would wait for the rest.
    if (response.headersSent) response.destroy();
    throw error;
  }
}

function write(request: IncomingMessage, response: ServerResponse, ack: Ack): void {
  response.statusCode = ack.status;
  for (const [name, value] of Object.entries(ack.headers)) response.setHeader(name, value);
  response.setHeader('content-length', Buffer.byteLength(ack.body));

  const isHttp2 = isOverHttp2(request, response);
  if (isHttp2 || request.complete || isDrainable(request)) {
    response.end(ack.body);
    if (isHttp2 && !request.complete) closeStreamLater(response);
    request.resume();
    return;
  }
  response.setHeader('connection', 'close');
  response.write(ack.body);
  endWhenDrained(request, response);
}

// A body that was read in part is too large, or it stalls. Draining it is not worth the wait.
function isDrainable(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return !request.readableDidRead && length !== undefined && Number(length) <= MOST_TO_DRAIN;
}

function endWhenDrained(request: IncomingMessage, response: ServerResponse): void {
  const timer = setTimeout(end, LINGER_MS);
  request.once('close', end).once('end', end).resume();

  function end(): void {
    clearTimeout(timer);
    request.off('close', end).off('end', end);
    try {
      response.end();
    } catch {
      // Nobody is left to catch what a replaced `end` throws: it would end the process.
      response.destroy();
    }
  }
}

function isOverHttp2(
  request: IncomingMessage,
  response: ServerResponse | Http2ServerResponse,
): response is Http2ServerResponse {
  return request.httpVersionMajor === 2 && 'stream' in response;
}

// Node closes the stream of a body that nobody has read, and of no other. `resume` counts as reading.
function closeStreamLater({ stream }: Http2ServerResponse): void {
  const timer = setTimeout(() => stream.destroy(), LINGER_MS);
  stream.once('close', () => clearTimeout(timer));
}
