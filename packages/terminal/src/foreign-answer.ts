import { printable } from './printable.js';

/** An answer over HTTP. The body is text: of an encoded one, the empty text. */
export interface HttpAnswer {
  /** The address that was asked, if it is known. */
  readonly url?: string;
  readonly status: number;
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly body: string;
}

/** The kinds of middleware and proxies that may answer in front of a receiver. */
export type MiddlewareCode = 'csrf_check' | 'login_required' | 'rate_limited' | 'bot_protection';

/** Something in front of a receiver that has refused a delivery. */
export interface Middleware {
  readonly code: MiddlewareCode;
  /** The headers by which it is recognized, as `name: value`: printable, four at most. */
  readonly headers: readonly string[];
  /** Completes `403: `, without the full stop. */
  readonly words: string;
  /** In whole sentences. */
  readonly cure: string;
}

type Refused = Pick<HttpAnswer, 'status'> & {
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The part of the body that a person reads. */
  readonly text: string;
  readonly isHtml: boolean;
};

const LONGEST_READ = 65_536;
const LONGEST_SHOWN = 200;
const MOST_HEADERS = 4;

const WHERE = 'See "The route" in "Before you go live" of the documentation.';
const EXEMPT = `Exempt this route from it: the signature authenticates a delivery. ${WHERE}`;
const LIMITED = `Exempt this route from the limit, or let an hour of deliveries pass at once. ${WHERE}`;

const texts: Readonly<Record<MiddlewareCode, readonly [words: string, cure: string]>> = {
  csrf_check: [
    'a CSRF check in front of the receiver refuses the delivery, which has no token',
    EXEMPT,
  ],
  login_required: [
    'a login in front of the receiver refuses the delivery, which has no session and no credentials',
    EXEMPT,
  ],
  rate_limited: ['a rate limiter in front of the receiver refuses the delivery', LIMITED],
  bot_protection: [
    'bot protection in front of the receiver refuses the delivery, because its sender is a machine',
    EXEMPT,
  ],
};

const OVERLOADED =
  'a rate limiter in front of the receiver refuses the delivery, or its server is overloaded';

const mitigated = /^(?:cf-mitigated|x-vercel-mitigated|x-amzn-waf-action|x-sucuri-block)$/;
const limitHeader = /^(?:x-)?rate-?limit(?:-|$)|^retry-after$/;
const limitWords = /rate[ -]?limit|too many requests|throttl/i;
const csrfWords =
  /csrf|xsrf|invalid ?authenticity ?token|authenticity token|anti-?forgery|cross[- ]site request|forgery|page expired|the change you wanted was rejected/i;
const botWords =
  /captcha|turnstile|checking your browser|verif(?:y|ying) (?:that )?you are (?:a )?human|just a moment|attention required|security checkpoint|javascript and cookies|web application firewall|incapsula incident|request (?:is |was |has been )?blocked|you have been blocked|error code: 1\d{3}|unusual traffic|requested url was rejected/i;
const loginWords =
  /\blog(?:ged)?[ -]?in\b|\bsign(?:ed)?[ -]?in\b|\bunauthenticated\b|not authenticated|authentication (?:is )?required|requires authentication|authentication credentials|credentials were not|missing credentials|basic auth|bearer|api[ -]?key|access token|auth(?:entication|orization)? token|\bjwt\b|no token|missing token|token (?:is )?(?:missing|required)|authorization header|session (?:has )?expired/i;
const loginAddress =
  /(?<![a-z])(?:log[-_]?in|sign[-_]?in|auth|oauth2?|authori[sz]e|authenticat\w+|saml2?|sso|oidc|sessions?|okta|auth0|accounts\.google\.com|[\w-]+\.cloudflareaccess\.com)(?![a-z])/i;
const ownScheme = /^(?:signature|hmac|webhook)/i;
const signatureWords = /signature|hmac/i;

/**
 * Recognizes the middleware that has refused a delivery in front of its receiver, by the statuses, headers and words of common
 * frameworks: it is likely, and not certain. Returns `undefined` for a 2xx, for an answer of this toolkit or about the
 * signature, and for any other.
 */
export function recognizeMiddleware(answer: HttpAnswer): Middleware | undefined {
  const { status } = answer;
  if ((status >= 200 && status < 300) || isOfToolkit(answer.body)) return undefined;
  const headers = new Map([...answer.headers].map(([name, value]) => [name.toLowerCase(), value]));
  const isHtml = isHtmlOf(answer);
  const refused = { status, headers, text: visibleText(answer), isHtml };
  const telling = [...headers.keys()].find((name) => mitigated.test(name));
  if (telling !== undefined) return found('bot_protection', refused, (name) => name === telling);
  if (isLimited(refused)) {
    const limited = found('rate_limited', refused, (name) => limitHeader.test(name));
    return status === 503 ? { ...limited, words: OVERLOADED } : limited;
  }
  if (status < 400) {
    if (!leadsToLogin(headers.get('location'), answer.url)) return undefined;
    return found('login_required', refused, (name) => name === 'location');
  }
  if (signatureWords.test(refused.text)) return undefined;
  if (status === 419 || csrfWords.test(refused.text)) return found('csrf_check', refused);
  if (asksForCredentials(refused)) {
    return found('login_required', refused, (name) => name === 'www-authenticate');
  }
  if (isOfBotProtection(refused)) {
    return found('bot_protection', refused, (name) => name === 'server');
  }
  const isDenied = [401, 403, 407].includes(status);
  return isDenied && loginWords.test(refused.text) ? found('login_required', refused) : undefined;
}

/** The text of an answer on one line that is safe to print; empty for an answer of this toolkit. */
export function saidBy(answer: HttpAnswer): string {
  return isOfToolkit(answer.body) ? '' : printable(visibleText(answer), LONGEST_SHOWN);
}

function found(
  code: MiddlewareCode,
  { headers }: Refused,
  tells: (name: string) => boolean = () => false,
): Middleware {
  const shown = [...headers]
    .filter(([name]) => tells(name))
    .slice(0, MOST_HEADERS)
    .map(([name, value]) => printable(`${name}: ${value}`, 100));
  const [words, cure] = texts[code];
  return { code, headers: shown, words, cure };
}

/** A limiter adds its headers to every answer, so they count only where nothing remains. */
function isLimited({ status, headers, text }: Refused): boolean {
  if (status === 429) return true;
  if (status < 400 || signatureWords.test(text)) return false;
  if (limitWords.test(text)) return true;
  const limits = [...headers].filter(([name]) => limitHeader.test(name));
  const remains = limits.some(
    ([name, value]) =>
      (name.endsWith('remaining') && Number(value) > 0) || /\b(?:r|remaining)=[1-9]/.test(value),
  );
  return status === 503 && limits.length > 0 && !remains;
}

/** A redirect to the same path adds a slash or leads to https. */
function leadsToLogin(location: string | undefined, asked = 'http://localhost/'): boolean {
  if (location === undefined || !URL.canParse(location, asked)) return false;
  const pathOf = ({ pathname }: URL): string => pathname.replace(/\/$/, '');
  const target = new URL(location, asked);
  return (
    pathOf(target) !== pathOf(new URL(asked)) && loginAddress.test(target.host + target.pathname)
  );
}

function asksForCredentials({ status, headers }: Refused): boolean {
  const scheme = headers.get('www-authenticate');
  return (status === 401 || status === 403) && scheme !== undefined && !ownScheme.test(scheme);
}

/** A proxy of such a protection passes on the answers of the app too. Its own are pages, or have no text at all. */
function isOfBotProtection({ status, headers, text, isHtml }: Refused): boolean {
  if (botWords.test(text)) return true;
  const isGuard = /cloudflare|akamaighost|sucuri|imperva/i.test(headers.get('server') ?? '');
  return isGuard && status === 403 && (isHtml || text === '');
}

function isOfToolkit(body: string): boolean {
  try {
    const value: unknown = JSON.parse(body.slice(0, LONGEST_READ));
    return (
      typeof value === 'object' &&
      value !== null &&
      'outcome' in value &&
      typeof value.outcome === 'string'
    );
  } catch {
    return false;
  }
}

function isHtmlOf({ headers, body }: HttpAnswer): boolean {
  const type = [...headers].find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return /html/i.test(type) || body.trimStart().startsWith('<');
}

// A page may name a CSRF token or a login in its tags and scripts, whatever it says.
function visibleText(answer: HttpAnswer): string {
  const body = answer.body.slice(0, LONGEST_READ);
  const text = isHtmlOf(answer)
    ? body
        .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
        .replace(/<(script|style|svg)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
        .replace(/<[^<>]*>/g, ' ')
        .replace(/&(?:quot|#34);/g, '"')
        .replace(/&(?:#0?39|#x27|apos);/gi, "'")
        .replace(/&nbsp;/g, ' ')
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&amp;/g, '&')
    : body;
  return text.replace(/\s+/g, ' ').trim();
}
