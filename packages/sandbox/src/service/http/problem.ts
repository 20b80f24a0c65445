import { z } from 'zod';
import { list } from '../limits/bounded.js';
import { cutTo } from '../limits/characters.js';
import { type Conflict, type ConflictReason, conflictCodes } from '../limits/conflicts.js';
import { type Facts, PublishedFacts } from '../limits/facts.js';
import { type Fault, type FaultCode, faultCodes, wordsOf } from '../limits/faults.js';
import { limits } from '../limits/limits.js';
import { nouns, type ObjectKind } from '../limits/objects.js';
import { type FileIssueCode, fileIssueCodes } from '../limits/roster-issues.js';

/** The codes of refusals and their statuses (RFC 9457; service tables 1.5). */
export const problemStatuses = {
  malformed_json: 400,
  malformed_multipart: 400,
  parameter_unknown: 400,
  parameter_invalid: 400,
  cursor_invalid: 400,
  idempotency_key_invalid: 400,
  api_key_missing: 401,
  api_key_invalid: 401,
  api_key_revoked: 401,
  control_token_invalid: 401,
  session_expired: 401,
  scope_insufficient: 403,
  partner_required: 403,
  tenant_suspended: 403,
  origin_not_allowed: 403,
  csrf_token_invalid: 403,
  controls_disabled: 403,
  resource_not_found: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  state_conflict: 409,
  duplicate_resource: 409,
  roll_in_progress: 409,
  waiting_period_active: 409,
  endpoint_paused: 409,
  clock_held: 409,
  idempotency_in_progress: 409,
  payload_too_large: 413,
  content_type_unsupported: 415,
  content_encoding_unsupported: 415,
  host_not_allowed: 421,
  validation_failed: 422,
  idempotency_key_reused: 422,
  event_type_not_available: 422,
  event_type_scope_mismatch: 422,
  url_not_allowed: 422,
  terms_version_unknown: 422,
  unsupported_state: 422,
  csv_invalid: 422,
  rate_limited: 429,
  internal_error: 500,
  sandbox_fault: 500,
} as const;

export type ProblemCode = keyof typeof problemStatuses;

export interface FieldProblem {
  /** The path of the field, such as `formData.licenseNumber`. */
  readonly param: string;
  readonly code: FaultCode | FileIssueCode;
  readonly message: string;
  /** Absent: the code says it all. */
  readonly facts?: Facts;
}

/** The fault of the field at a path. @param message Default: the words of the fault. */
export function fieldProblem(
  path: string | readonly PropertyKey[],
  fault: Fault,
  message = wordsOf(fault),
): FieldProblem {
  return { param: nameOf(path), code: fault.code, message, ...known(fault.facts) };
}

/** The fault of bytes that are not UTF-8, and would be read as other ones. */
export const notUtf8: Fault = { code: 'invalid_characters', facts: { characters: 'not_utf8' } };

/** The `facts` of a problem, left out if none is known. */
export function known(facts: Facts): { readonly facts?: Facts } {
  return Object.values(facts).some((fact) => fact !== undefined) ? { facts } : {};
}

// Names that a caller chose can be of any length.
function nameOf(path: string | readonly PropertyKey[]): string {
  if (typeof path === 'string') return path;
  const names = path.map((name) => cutTo(limits.faultName.most, String(name)));
  return cutTo(limits.faultPath.most, names.join('.'));
}

interface ProblemExtras {
  readonly errors?: readonly FieldProblem[];
  /** Why stored data forbids the request. */
  readonly reason?: ConflictReason;
  readonly facts?: Facts;
  /** The state that forbids the action. */
  readonly currentStatus?: string;
  /** When the action is allowed, ISO 8601. */
  readonly eligibleAt?: string;
}

type ConflictCode = (typeof conflictCodes)[ConflictReason];

const { most: MOST_FAULTS } = limits.faults;

/** A refusal. Thrown by handlers, so that the transaction of the command is rolled back. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly extras: ProblemExtras;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: Exclude<ProblemCode, ConflictCode>,
    detail: string,
    extras?: ProblemExtras,
    headers?: Readonly<Record<string, string>>,
  );
  /** Only with a reason: see {@link conflict}. */
  constructor(
    code: ConflictCode,
    detail: string,
    extras: ProblemExtras & { readonly reason: ConflictReason },
  );
  constructor(
    code: ProblemCode,
    detail: string,
    extras: ProblemExtras = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
    this.name = 'Problem';
    this.code = code;
    this.extras = extras;
    this.headers = headers;
  }

  get status(): number {
    return problemStatuses[this.code];
  }
}

/** A refusal for a reason of {@link conflictCodes}. @param currentStatus The state that forbids the request. */
export function conflict(
  { reason, facts }: Conflict,
  detail: string,
  currentStatus?: string,
): Problem {
  const shown = currentStatus === undefined ? {} : { currentStatus };
  return new Problem(conflictCodes[reason], detail, { reason, ...known(facts), ...shown });
}

export function validationProblem(errors: readonly FieldProblem[]): Problem {
  return new Problem('validation_failed', describeFields(errors), { errors });
}

export function invalidField(param: string, fault: Fault): Problem {
  return validationProblem([fieldProblem(param, fault)]);
}

/** @param paramAt The field of the value at an index. @returns a fault for each value that occurs earlier in the list. */
export function repeated(
  values: readonly string[],
  paramAt: (index: number) => string,
): FieldProblem[] {
  return values.flatMap((value, index) => {
    if (values.indexOf(value) === index) return [];
    return [fieldProblem(paramAt(index), { code: 'duplicate', facts: {} })];
  });
}

export function describeFields(errors: readonly FieldProblem[]): string {
  const omitted = errors.length - MOST_FAULTS;
  const rest = omitted > 0 ? `; and ${omitted} more` : '';
  const named = errors
    .slice(0, MOST_FAULTS)
    .map(({ param, message }) => (param === '' ? message : `${param}: ${message}`))
    .join('; ');
  return named + rest;
}

export const ProblemDocument = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(Object.keys(problemStatuses)),
    detail: z.string(),
    requestId: z.string(),
    reason: z
      .enum(Object.keys(conflictCodes))
      .optional()
      .describe(
        'Why stored data forbids the request. With `state_conflict` and `duplicate_resource`.',
      ),
    facts: PublishedFacts.optional(),
    currentStatus: z.string().optional(),
    eligibleAt: z.iso
      .datetime({ precision: 3 })
      .optional()
      .describe('When a final notice may be sent.'),
    errors: list(
      'faults',
      z.object({
        param: z.string(),
        code: z.enum([...new Set([...faultCodes, ...fileIssueCodes])]),
        message: z.string(),
        facts: PublishedFacts.optional(),
      }),
    ).optional(),
    faultsOmitted: z
      .int()
      .optional()
      .describe('How many faults `errors` leaves out. Absent if none.'),
  })
  .meta({ id: 'Problem', description: 'A refusal (RFC 9457).' });

export function problemResponse(problem: Problem, requestId: string): Response {
  const { body, ...init } = problemAnswer(problem, requestId);
  return new Response(body, init);
}

/** The parts of the response to a request that is refused. */
export function problemAnswer(problem: Problem, requestId: string) {
  const { code, status, message, headers } = problem;
  const { currentStatus, eligibleAt, errors, reason, facts } = problem.extras;
  const omitted = (errors?.length ?? 0) - MOST_FAULTS;
  const document: z.input<typeof ProblemDocument> = {
    type: `https://sandbox.local/problems/${code}`,
    title: writeTitle(code),
    status,
    code,
    detail: message,
    requestId,
    reason,
    facts,
    currentStatus,
    eligibleAt,
    errors: errors?.slice(0, MOST_FAULTS),
    faultsOmitted: omitted > 0 ? omitted : undefined,
  };
  return {
    status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
    body: JSON.stringify(document),
  };
}

/** Writes a code in words, such as `State conflict`. */
function writeTitle(code: string): string {
  const words = code.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Returns the only row of a query by id. @throws Problem 404 when there is none. Objects of others count as missing. */
export function found<Row>(rows: readonly Row[], what: ObjectKind, id: string): Row {
  const [row] = rows;
  if (row !== undefined) return row;
  throw notFound(what, id);
}

/** @param id The id, slug or name that was asked for. */
export function notFound(what: ObjectKind, id: string, key = 'id'): Problem {
  const named = cutTo(limits.faultName.most, id);
  const facts = { what, id: named };
  return new Problem('resource_not_found', `No ${nouns[what]} has the ${key} ${named}.`, { facts });
}

interface FailureReport {
  readonly onError: (error: unknown) => void;
}

/** Returns the problem that answers a failure. A failure of the service itself is reported, and not shown. */
export function toProblem(error: unknown, { onError }: FailureReport): Problem {
  if (error instanceof Problem) return error;
  onError(error);
  return new Problem('internal_error', 'The service failed. Its log has the error.');
}
