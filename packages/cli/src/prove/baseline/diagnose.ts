import type { Middleware } from 'screening-webhooks-terminal';
import { middlewareOf, quoteOf } from '../../answer/foreign-answer.js';
import { readOutcome } from '../../answer/reported-outcome.js';
import type { Exchange } from '../../http/exchange.js';
import type { CheckContext, Delivery } from '../check-context.js';
import { answerOf, isAck } from '../finding.js';
import { alternatives } from './alternatives.js';
import type { Cause, CauseCode } from './cause.js';

type Answered = Extract<Exchange, { kind: 'answered' }>;

const WINDOW_SECONDS = 300;
const OTHER_SECRET = 'whsec_of_another_endpoint';

/**
 * Finds out why a plain genuine event was not acked. Sends forgeries and deliveries in the forms that misconfigured receivers
 * accept. A delivery that is acked proves the cause.
 *
 * @throws Interrupted when the run is over.
 */
export async function diagnose(context: CheckContext, plain: Exchange): Promise<Cause> {
  switch (plain.kind) {
    case 'timed_out':
      return cause(
        'no_answer',
        `it gave no answer within ${context.settings.timeout / 1000} s. Its handler hangs, or it waits for a body that a parser has read`,
      );
    case 'answered':
      return diagnoseAnswer(context, plain);
    default:
      return cause(
        'connection_closed',
        'it closes the connection without an answer. It may crash; read its log',
      );
  }
}

/** Describes a refusal in sentences: the status, the middleware that has refused, and the text of the answer. */
export function describeRefusal(result: Exchange, url: URL): string {
  const middleware = middlewareOf(result, url);
  return `${answerOf(result)}${middleware ? wordsOf(middleware) : '.'}${quoteOf(result)}`;
}

/** The cause together with the text of the answer, which may be more precise. */
async function diagnoseAnswer(context: CheckContext, plain: Answered): Promise<Cause> {
  const { code, sentence } = await causeOfAnswer(context, plain);
  return { code, sentence: sentence + quoteOf(plain) };
}

async function causeOfAnswer(context: CheckContext, plain: Answered): Promise<Cause> {
  const { url, host } = context.settings;
  const middleware = middlewareOf(plain, url);
  const answer = answerOf(plain);
  const reported = readOutcome(plain.body);
  const code = reported?.code;
  const location = header(plain, 'location');
  if (middleware && refusesNoSignature(plain.status)) return causeOf(middleware, answer);
  if (plain.status >= 300 && plain.status < 400) {
    const target = location === undefined ? 'elsewhere' : `to ${location}`;
    return cause('redirected', `${answer}, a redirect ${target}. The service does not follow it`);
  }
  if (plain.status === 405) {
    return cause('method_not_allowed', `${answer}. ${url.pathname} does not accept POST`);
  }
  if (plain.status === 503) {
    return cause('overloaded', `${answer}. The receiver is overloaded, draining or not ready`);
  }
  if ([411, 413, 415, 431].includes(plain.status)) {
    return cause(
      'request_refused',
      `${answer}. It refuses the request before it checks the signature: its size, or the content type application/json`,
    );
  }
  const clock = Date.parse(header(plain, 'date') ?? '');
  const behind = Math.round((host.now() - clock) / 1000);
  if (Math.abs(behind) > WINDOW_SECONDS) {
    const direction = behind > 0 ? 'behind' : 'ahead of';
    return cause(
      'clock',
      `${answer}. Its clock is ${Math.abs(behind)} s ${direction} the clock here, and ${WINDOW_SECONDS} s are allowed`,
    );
  }

  const forged = await tryOut(context, 'forged', { secret: OTHER_SECRET });
  const sameAsForged = forged.kind === 'answered' && forged.status === plain.status;
  if (plain.status === 404 && sameAsForged) {
    return cause(
      'not_found',
      `${answer}. Nothing receives webhooks at ${url.pathname}; check the path`,
    );
  }
  if (code !== 'wrong_integration' && code !== 'data_invalid') {
    for (const alternative of alternatives(context)) {
      if (!isAck(await context.send(alternative.delivery))) continue;
      return { code: alternative.code, sentence: `${answer}, but ${alternative.sentence}.` };
    }
  }
  // Only now: a receiver that verifies has acked one of the alternatives, whatever its refusals say.
  if (sameAsForged && middleware) return causeOf(middleware, answer);
  const but = `The signature matches (a forged event gets ${answerOf(forged)})`;
  if (plain.status >= 500) {
    return sameAsForged
      ? cause(
          'server_error',
          `${answer} for a genuine and for a forged event. It fails before it has checked the signature: a secret that is not set, or a store that is down; read its log`,
        )
      : cause('handler_failed', `${answer}. ${but}, then its handler fails; read its log`);
  }
  if (sameAsForged) {
    // A receiver of this toolkit has verified the signature.
    const isOther =
      reported === undefined
        ? ', or something in front of the receiver refuses every delivery'
        : '';
    return cause(
      'wrong_secret',
      `${answer}, as for a forged event. Most likely its secret is not the one of --secret, or a body parser changes the bytes before they are verified${isOther}`,
    );
  }
  return cause('event_refused', `${answer}. ${but}, then it refuses the sample event`);
}

/** Whether receivers refuse a signature with another status than this one. */
function refusesNoSignature(status: number): boolean {
  return status < 400 || [405, 411, 413, 415, 429, 431, 503].includes(status);
}

function causeOf(middleware: Middleware, answer: string): Cause {
  return { code: middleware.code, sentence: `${answer}${wordsOf(middleware)}` };
}

function wordsOf({ headers, words, cure }: Middleware): string {
  const shown = headers.length === 0 ? '' : ` with ${headers.join(', ')}`;
  return `${shown}: ${words}. ${cure}`;
}

function tryOut(
  context: CheckContext,
  label: string,
  options: Omit<Delivery, 'body'>,
): Promise<Exchange> {
  return context.send({ body: context.body(context.id(label)), ...options });
}

function cause(code: CauseCode, words: string): Cause {
  return { code, sentence: `${words}.` };
}

function header(answer: Answered, name: string): string | undefined {
  return answer.headers.find(([key]) => key.toLowerCase() === name)?.[1];
}
