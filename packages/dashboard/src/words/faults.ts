import type { SandboxSchemas } from '@screening-webhooks/sandbox';
import { formatTime } from '../clock/local-time.js';
import { badCharacters, formats, kinds, measures, types, unknowns } from './fault-parts.js';
import { labelOf } from './fields.js';
import { fileIssues } from './file-issues.js';
import { listed } from './words-of.js';

type Facts = SandboxSchemas['Facts'];
type FieldCode = NonNullable<SandboxSchemas['RowFacts']['fault']>;
export type FieldFault = NonNullable<SandboxSchemas['Problem']['errors']>[number];

type Say = (facts: Facts) => string;

const fieldFaults: Readonly<Record<FieldCode, Say>> = {
  conflict: ({ names = [] }) =>
    `Leave either this or ${listed(names.map((name) => labelOf(name)))} empty.`,
  duplicate: ({ index }) =>
    index === undefined
      ? 'This is in the list twice.'
      : `Requirement ${index + 1} already asks for this in the same states.`,
  event_type_not_available: ({ id, because }) =>
    because === 'coming_soon'
      ? `${id} is coming soon. Start the sandbox with --preview-events to use it.`
      : `${id} is not an event type.`,
  event_type_scope_mismatch: ({ id, scope }) =>
    scope === 'account'
      ? `Only an endpoint of the account can subscribe to ${id}.`
      : `Only an endpoint of an integration can subscribe to ${id}.`,
  full_ssn: ({ of }) =>
    of === 'file_name'
      ? 'The file name has a full Social Security number. Rename the file.'
      : 'Do not enter a full Social Security number. Enter its last four digits.',
  id_taken: ({ id }) => `Another event already has the ID ${id}.`,
  in_the_future: () => 'This cannot be in the future.',
  in_the_past: () => 'This cannot be in the past.',
  invalid_characters: ({ characters, of }) =>
    `${of === 'file_name' ? 'The file name' : 'This'} ${badCharacters[characters ?? 'nul']}.`,
  invalid_format: formatOf,
  invalid_key: ({ because }) =>
    because === 'reserved_key'
      ? 'This name is reserved.'
      : 'One of the names is empty or too long.',
  invalid_path: ({ id }) =>
    `“${id}” is not a path into the record. Enter one such as data.formData.licenseNumber.`,
  invalid_type: ({ expected = 'text' }) => `Enter ${types[expected]}.`,
  invalid_union: ({ allowed }) => choiceOf(allowed),
  invalid_value: ({ allowed }) => choiceOf(allowed),
  needs_socket: ({ id }) => `${id} needs an endpoint that listens on a port.`,
  not_an_event: () => 'This is not an event. An event has id, type, created and data.',
  not_applicable: ({ id, allowed, text }) =>
    text === undefined
      ? `${id} can be matched by ${listed((allowed ?? []).map((name) => labelOf(name)))} only.`
      : `This ${text}.`,
  not_for_decision: () => 'Only an adverse action has this.',
  not_for_scope: () => 'Only a key that creates candidates can have origins.',
  not_in_session: ({ allowed = [] }) => `The session is for ${listed(allowed)} only.`,
  not_multiple_of: ({ divisor }) => `Enter a multiple of ${divisor}.`,
  number_inexact: () => 'This number has more digits than can be stored.',
  other_integration: () => 'This endpoint belongs to another integration.',
  repeated: () => 'This is given twice.',
  required: requiredOf,
  too_big: ({ most = 0, unit = 'number', of }) =>
    unit === 'number'
      ? `Enter at most ${most}.`
      : `${of === undefined ? 'This' : measures[of]} can have at most ${amount(most, unit)}.`,
  too_late: ({ at }) => `The clock does not go beyond ${timeOf(at)}.`,
  too_small: ({ least = 0, unit = 'number', because }) => {
    if (because === 'event_type') {
      return 'Select an event type. To stop all deliveries, pause the endpoint.';
    }
    return unit === 'number'
      ? `Enter at least ${least}.`
      : `This needs at least ${amount(least, unit)}.`;
  },
  unknown: unknownOf,
  unsupported_file_type: () => 'Choose a PDF, PNG or JPEG file.',
  url_not_allowed: ({ text = 'Deliveries cannot go to this URL.' }) => text,
};

const faults: Readonly<Record<FieldFault['code'], Say>> = { ...fileIssues, ...fieldFaults };

/** Better sentences for single fields, by field name and code. */
const ofField: Readonly<Partial<Record<`${string}.${FieldCode}`, string>>> = {
  'integrationId.required': 'Choose an integration.',
  'slug.invalid_format': 'Use lowercase letters, digits and -.',
};

export function faultOf({ param, code, facts = {} }: Omit<FieldFault, 'message'>): string {
  const name = param
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .at(-1);
  const ownWords: Readonly<Partial<Record<string, string>>> = ofField;
  return ownWords[`${name}.${code}`] ?? faults[code](facts);
}

function formatOf({ form = 'text', pattern, of }: Facts): string {
  if (form === 'pattern') return `This does not match the pattern ${pattern}.`;
  return of === 'file_name' ? 'The file needs a name.' : formats[form];
}

function choiceOf(allowed: Facts['allowed']): string {
  return allowed === undefined || allowed.length === 0
    ? 'This value cannot be used here.'
    : `Choose ${listed(allowed, 'or')}.`;
}

function requiredOf({ because, id }: Facts): string {
  switch (because) {
    case 'document_files':
      return `${id} needs a file.`;
    case 'document_fields':
      return `${id} needs this.`;
    case 'role_without_package':
      return 'The role has no package of its own. Choose one.';
    case 'role_asks_for_documents':
      return 'The role asks for documents, which an integration verifies. Create an integration first.';
    case 'adverse_action_basis':
      return 'Select at least one finding.';
    case 'dispute_subject':
      return 'Select what is disputed.';
    default:
      return 'This is required.';
  }
}

function unknownOf({ what = 'field', id, meant, allowed }: Facts): string {
  if (allowed !== undefined) return choiceOf(allowed);
  if (id !== undefined) return `No ${kinds[what]} has the ID ${id}.`;
  return meant === undefined ? unknowns(what) : `${unknowns(what)} Did you mean ${meant}?`;
}

function amount(count: number, unit: NonNullable<Facts['unit']>): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? unit.replace(/s$/, '') : unit}`;
}

function timeOf(at: string | undefined): string {
  return at === undefined ? 'its end' : formatTime(at);
}
