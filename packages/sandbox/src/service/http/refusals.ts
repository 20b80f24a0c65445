import type { Operation } from './operation.js';
import type { ProblemCode } from './problem.js';

/** The steps of a request that can refuse it, and the codes of each, in the order of `answerRequest`. */
const steps: readonly {
  readonly codes: readonly ProblemCode[];
  /** Default: every operation has the step. */
  readonly of?: (operation: Operation) => unknown;
}[] = [
  { codes: ['api_key_missing', 'api_key_invalid', 'api_key_revoked', 'session_expired'] },
  { codes: ['tenant_suspended', 'scope_insufficient', 'origin_not_allowed'] },
  { codes: ['partner_required'], of: ({ partner }) => partner },
  { codes: ['rate_limited', 'internal_error', 'sandbox_fault'] },
  { codes: ['parameter_unknown', 'parameter_invalid'] },
  {
    codes: ['cursor_invalid'],
    of: ({ input: { query } }) => query && 'cursor' in query.shape,
  },
  {
    codes: [
      'csrf_token_invalid',
      'idempotency_key_invalid',
      'idempotency_in_progress',
      'idempotency_key_reused',
      // A body is read and refused also where none belongs. One that ends too early is malformed JSON.
      'malformed_json',
      'payload_too_large',
      'content_type_unsupported',
      'validation_failed',
    ],
    of: ({ method }) => method !== 'GET',
  },
  {
    codes: ['malformed_multipart'],
    of: (operation) => operation.method !== 'GET' && 'multipart/form-data' in operation.accepts,
  },
  { codes: ['resource_not_found'], of: ({ input: { params } }) => params },
];

/** The codes of all refusals of an operation: those of its steps, and those that its row names. */
export function listRefusals(operation: Operation): readonly ProblemCode[] {
  const codes = steps
    .filter(({ of }) => of === undefined || of(operation))
    .flatMap((step) => step.codes);
  return [...new Set([...codes, ...(operation.refuses ?? [])])];
}
