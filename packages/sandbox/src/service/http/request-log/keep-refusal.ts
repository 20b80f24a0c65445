import { z } from 'zod';
import type { apiRequests } from '../../db/schema/index.js';
import { cutTo } from '../../limits/characters.js';
import { limits } from '../../limits/limits.js';
import type { Operation } from '../operation.js';
import { Problem, ProblemDocument } from '../problem.js';
import { contentType, decodeJson } from '../read-body.js';
import { redactBody } from './redact-body.js';
import { redactText } from './redact-text.js';

const { most: MOST } = limits.loggedBody;
const SHORT_DETAIL = 500;

/** The columns of the log that only a refused request has. */
export type KeptRefusal = Pick<
  typeof apiRequests.$inferSelect,
  'requestBody' | 'requestBodyOmitted' | 'problem'
>;

const nothing: KeptRefusal = { requestBody: null, requestBodyOmitted: null, problem: null };

interface Refusing {
  readonly status: number;
  readonly body: unknown;
}

/** Selects what the log keeps of a request that was refused with a 4xx status. Of others, it keeps nothing. */
export function keepRefusal(
  operation: Operation,
  request: Request,
  body: Uint8Array | undefined,
  answer: Refusing,
  { logsBodies }: { readonly logsBodies: boolean },
): KeptRefusal {
  if (answer.status < 400 || answer.status >= 500) return nothing;
  const hasBody = body !== undefined || sendsBody(request);
  if (!logsBodies) return { ...nothing, requestBodyOmitted: hasBody ? 'not_kept' : null };
  const kept = hasBody ? keepBody(operation, request, body) : {};
  return { ...nothing, ...kept, problem: keepProblem(answer.body) };
}

// By its headers: reading `body` would make a stream of it.
function sendsBody({ headers }: Request): boolean {
  return Number(headers.get('content-length') ?? 0) > 0 || headers.has('transfer-encoding');
}

function keepBody(
  { input }: Operation,
  request: Request,
  body: Uint8Array | undefined,
): Partial<KeptRefusal> {
  if (contentType(request) !== 'application/json') return { requestBodyOmitted: 'not_json' };
  if (body === undefined) return { requestBodyOmitted: 'not_read' };
  if (body.length > MOST) return { requestBodyOmitted: 'too_long' };
  try {
    const requestBody = JSON.stringify(redactBody(decodeJson(body).parsed, input.body));
    // Redaction makes short values longer.
    return isShort(requestBody) ? { requestBody } : { requestBodyOmitted: 'too_long' };
  } catch (error) {
    if (error instanceof Problem) return { requestBodyOmitted: 'not_json' };
    throw error;
  }
}

const Document = z.record(z.string(), z.unknown());

function keepProblem(body: unknown): string {
  const document = Document.parse(redactTexts(JSON.parse(String(body))));
  const problem = JSON.stringify(document);
  if (isShort(problem)) return problem;
  const { errors: _, ...short } = ProblemDocument.parse(document);
  return JSON.stringify({ ...short, detail: cutTo(SHORT_DETAIL, short.detail) });
}

function redactTexts(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(redactTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, redactTexts(child)]),
  );
}

function isShort(text: string): boolean {
  return Buffer.byteLength(text) <= MOST;
}
