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
 * @throws the error of the response: middleware may have replaced its methods.
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

  if (!request.complete) {
    if (isOverHttp2(request, response)) closeStreamLater(response);
    else if (!isDrainable(request)) closeConnectionLater(request, response);
  }
  response.end(ack.body);
  request.resume();
}

// A body that was read in part is too large, or it stalls. Draining it is not worth the wait.
function isDrainable(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return !request.readableDidRead && length !== undefined && Number(length) <= MOST_TO_DRAIN;
}

// Once the answer is sent, Node's server calls `destroySoon` of the socket, which closes the connection at once. This replacement
// ends only the server's side, and reads what the sender still sends. So `finish` comes at once, and the sender gets the answer.
function closeConnectionLater(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  response.setHeader('connection', 'close');
  socket.destroySoon = () => {
    const close = (): void => void socket.destroy();
    const timer = setTimeout(close, LINGER_MS);
    socket.once('close', () => clearTimeout(timer)).end();
    request.once('end', close);
  };
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
