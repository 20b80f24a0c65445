import type { SandboxSchemas } from '@screening-webhooks/sandbox';
import { ProblemError } from '../api/problem-error.js';
import { formatTime } from '../clock/local-time.js';
import { conflictOf } from './conflicts.js';
import { kinds } from './fault-parts.js';
import { faultOf } from './faults.js';
import { hasWords, labelOf } from './fields.js';
import { listed } from './words-of.js';

type Problem = SandboxSchemas['Problem'];

const reload = 'Reload this page.';
const failed = 'The service failed.';
const undescribed = 'The service does not accept this.';

const problems: Readonly<Record<Problem['code'], (problem: Problem) => string>> = {
  api_key_invalid: () => 'The service does not know this API key.',
  api_key_missing: () => 'The request had no API key.',
  api_key_revoked: () => 'This API key is revoked.',
  clock_held: () => 'Somebody else is moving the clock. Try again in a moment.',
  content_encoding_unsupported: () => undescribed,
  content_type_unsupported: () => 'The service does not accept files of this type.',
  control_token_invalid: () => 'The request had no control token.',
  controls_disabled: () =>
    'Several processes may use this database. Start the service with --controls to use this.',
  csrf_token_invalid: () => `This page belongs to an earlier session. ${reload}`,
  csv_invalid: () => 'The file cannot be read.',
  cursor_invalid: () => `The rest of this list can no longer be read. ${reload}`,
  duplicate_resource: conflicted,
  endpoint_paused: () => 'The endpoint is paused. Resume it first.',
  event_type_not_available: ({ facts }) =>
    facts?.id === undefined ? 'This event type is not available.' : `${facts.id} is not available.`,
  event_type_scope_mismatch: ({ facts }) =>
    facts?.id === undefined
      ? 'This endpoint cannot have this event type.'
      : `This endpoint cannot have events of the type ${facts.id}.`,
  host_not_allowed: () => 'The service does not answer under this host name.',
  idempotency_in_progress: () =>
    'The service is still working on the former request. Press again in a moment.',
  idempotency_key_invalid: () => reload,
  idempotency_key_reused: () =>
    'The service did what this form asked for before you edited it; only its answer was lost. Look at that first. To send the edited form as well, press again.',
  internal_error: () => `${failed} Its log has the error.`,
  malformed_json: () => 'This has characters that are not allowed.',
  malformed_multipart: () => 'The file could not be sent. Choose it again.',
  method_not_allowed: () => undescribed,
  origin_not_allowed: () => 'The service does not accept requests from this page.',
  parameter_invalid: () => undescribed,
  parameter_unknown: () => undescribed,
  partner_required: () => 'Only partner accounts have this.',
  payload_too_large: ({ facts }) =>
    facts?.most === undefined
      ? 'This is too large.'
      : `This is larger than ${facts.most.toLocaleString('en-US')} bytes.`,
  rate_limited: () => 'Too many requests. Try again in a minute.',
  resource_not_found: notFound,
  roll_in_progress: ({ facts }) =>
    facts?.at === undefined
      ? 'The former secret still signs. Force another roll to end it now.'
      : `The former secret signs until ${formatTime(facts.at)}. Force another roll to end it now.`,
  route_not_found: () => 'The service has no such page or operation.',
  sandbox_fault: () => 'The sandbox injected this failure: a fault is set for this operation.',
  scope_insufficient: () => 'Only the account as a whole may do this.',
  session_expired: () => 'You are signed out.',
  state_conflict: conflicted,
  tenant_suspended: () => 'The account is suspended.',
  terms_version_unknown: () => 'No terms have this version.',
  unsupported_state: ({ facts: { id, allowed = [] } = {} }) =>
    `${id} is verified for ${listed(allowed)} only.`,
  url_not_allowed: ({ facts }) => facts?.text ?? 'Deliveries cannot go to this URL.',
  validation_failed: () => undescribed,
  waiting_period_active: ({ eligibleAt }) =>
    eligibleAt === undefined
      ? 'The waiting period has not ended.'
      : `The waiting period ends at ${formatTime(eligibleAt)}.`,
};

/** A refusal in the words of a form, whose user does not know requests. @param isLogged Whether the request log has it. */
export function inOwnWords(problem: Problem, isLogged = false): ProblemError {
  const { status, code, requestId } = problem;
  const errors = (problem.errors ?? []).map((each) => ({
    param: each.param,
    message: faultOf(each),
  }));
  const named = errors.map(({ param, message }) => `${nameOf(param)}: ${message}`).join(' ');
  const detail = named || problems[code](problem);
  return new ProblemError({ status, code, detail, requestId, isLogged, errors });
}

/** The fields whose parts have user-defined names. */
const free: readonly string[] = ['metadata', 'data', 'set', 'setText', 'params'];

/** The name of a field. A user-defined name, such as a metadata key, stays as it is. */
function nameOf(param: string): string {
  const [first = '', ...rest] = param.split('.');
  if (free.includes(first) && rest.length > 0) return `${labelOf(first)} ${rest.join('.')}`;
  return hasWords(param) || first === 'formData' ? labelOf(param) : param;
}

function conflicted({ reason, facts = {}, currentStatus }: Problem): string {
  if (reason === undefined) return 'The state of the object does not allow this.';
  return conflictOf(reason, currentStatus === undefined ? { facts } : { facts, currentStatus });
}

function notFound({ facts: { what, id } = {} }: Problem): string {
  if (what === undefined) return 'This does not exist.';
  return id === undefined
    ? `There is no ${kinds[what]} yet.`
    : `No ${kinds[what]} has the ID ${id}.`;
}
