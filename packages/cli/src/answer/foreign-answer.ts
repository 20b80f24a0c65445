import {
  decodeText,
  type HttpAnswer,
  type Middleware,
  recognizeMiddleware,
  saidBy,
} from 'screening-webhooks-terminal';
import type { Exchange } from '../http/exchange.js';

type Answered = Extract<Exchange, { kind: 'answered' }>;

/** Recognizes the middleware that has refused a delivery in front of its receiver; `undefined` if none has. */
export function middlewareOf(result: Exchange, url?: URL): Middleware | undefined {
  return result.kind === 'answered' ? recognizeMiddleware(toHttp(result, url)) : undefined;
}

/** `It said: …`, a sentence with what an answer says that is not of this toolkit. Empty: it says nothing. */
export function quoteOf(result: Exchange): string {
  const said = result.kind === 'answered' ? saidBy(toHttp(result)) : '';
  if (said === '') return '';
  return said.endsWith('.') ? ` It said: ${said}` : ` It said: ${said}.`;
}

function toHttp({ status, headers, body }: Answered, url?: URL): HttpAnswer {
  const isEncoded = headers.some(
    ([name, value]) => name.toLowerCase() === 'content-encoding' && value !== 'identity',
  );
  const text = isEncoded ? '' : decodeText(body);
  return { status, headers, body: text, ...(url && { url: url.href }) };
}
