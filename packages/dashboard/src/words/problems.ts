import { type FieldProblem, ProblemError } from '../api/problem-error.js';
import { formatTime } from '../clock/local-time.js';
import { labelOf } from './fields.js';

/** How refusals are said that would speak of requests, by their codes. */
const refusals: Readonly<Record<string, string>> = {
  csrf_token_invalid: 'This page is of a former session. Reload it.',
  idempotency_key_reused:
    'The service has already done what this form asked for before you edited it; only its answer was lost. Look at that first. To send the edited form as well, press again.',
  idempotency_in_progress:
    'The service still works on the request before. Press again in a moment.',
  malformed_json: 'This cannot be sent: it has characters that no text may have.',
  partner_required: 'Only the account of a partner has this.',
  roll_in_progress: 'The former secret still signs. Force another roll to end it now.',
  scope_insufficient: 'Only the account as a whole may do this.',
};

/** How the fault of a field is said, by the field and the code or by the code. */
const faults: Readonly<Record<string, string>> = {
  required: 'This is needed.',
  'integrationId.required': 'Choose an integration.',
  'recordIds.required': 'Tick at least one finding.',
  'eventTypes.too_small': 'Tick an event type. To stop all deliveries, pause the endpoint.',
  'allowedOrigins.not_for_scope': 'Only a key that creates candidates may have origins.',
  required_missing: 'This is needed.',
  duplicate: 'This is there twice.',
};

const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const OPERATION =
  /[;.]? ?\b(?:see |See )?(?:(?:GET|POST|PUT|PATCH|DELETE) )?\/v1\/[^\s,;]*[^\s,;.]/g;
const VALUE =
  /\b(?:(?:pre|post)_)?adverse_action\b|\b(?:unable_to_verify|in_progress|candidate_create|full_access)\b/g;
const PROPERTY = /\b[a-z]+(?:[A-Z][a-z]+)*(?:Id|Ids|Slug|Slugs|Types|At|State)\b/g;

/** A text of the API without what only programs know: paths, names of properties, values, and times in UTC. */
export function plain(text: string): string {
  return text
    .replaceAll('`', '')
    .replaceAll(OPERATION, '')
    .replaceAll(INSTANT, formatTime)
    .replaceAll(VALUE, (value) => value.replaceAll('_', ' '))
    .replaceAll(PROPERTY, (name) => labelOf(name).toLowerCase());
}

/** What is wrong with a field or a cell, in a sentence of its own: the API says `must be a date`. */
export function faultOf({ param, code, message }: FieldProblem): string {
  const name = param
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .at(-1);
  const said = faults[`${name}.${code}`] ?? faults[code];
  if (said !== undefined) return said;
  const text = plain(message);
  const whole = /^(?:must|is|has|may|are|cannot|needs) /.test(text) ? `This ${text}` : text;
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}${/[.!?]$/.test(whole) ? '' : '.'}`;
}

/** A refusal in the words of a form, whose user knows nothing of requests. */
export function inOwnWords(problem: ProblemError): ProblemError {
  const { status, code, requestId, message } = problem;
  const errors = problem.fields.map((each) => ({ ...each, message: faultOf(each) }));
  const named = errors.map((each) => `${labelOf(each.param)}: ${each.message}`).join(' ');
  const detail = refusals[code] ?? (named || plain(message));
  return new ProblemError({ status, code, detail, requestId, errors });
}
