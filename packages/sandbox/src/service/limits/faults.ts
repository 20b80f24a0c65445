import type { Facts, Needs, What } from './facts.js';
import { forms } from './forms.js';
import { nouns, type ObjectKind } from './objects.js';

/** The faults that a field of a request can have, by their codes, with the facts of each. */
interface FaultFacts {
  conflict: Needs<'names'>;
  duplicate: Needs<never, 'index'>;
  event_type_not_available: Needs<'id', 'because'>;
  event_type_scope_mismatch: Needs<'id' | 'scope'>;
  full_ssn: Needs<never, 'of'>;
  id_taken: Needs<'id'>;
  in_the_future: Needs;
  in_the_past: Needs;
  invalid_characters: Needs<'characters', 'of'>;
  invalid_format: Needs<'form', 'pattern' | 'of' | 'because'>;
  invalid_key: Needs<never, 'because'>;
  invalid_path: Needs<'id'>;
  invalid_type: Needs<'expected'>;
  invalid_union: Needs<never, 'allowed'>;
  invalid_value: Needs<never, 'allowed'>;
  needs_socket: Needs<'id'>;
  not_an_event: Needs;
  not_applicable: Needs<never, 'id' | 'allowed' | 'text'>;
  not_for_decision: Needs;
  not_for_scope: Needs;
  not_in_session: Needs<'allowed'>;
  not_multiple_of: Needs<'divisor'>;
  number_inexact: Needs;
  other_integration: Needs;
  repeated: Needs;
  required: Needs<never, 'because' | 'id'>;
  too_big: Needs<'most' | 'unit', 'of'>;
  too_late: Needs<'at'>;
  too_small: Needs<'least' | 'unit', 'because'>;
  unknown: Needs<'what', 'id' | 'meant' | 'allowed'>;
  unsupported_file_type: Needs;
  url_not_allowed: Needs<'text'>;
}

export type FaultCode = keyof FaultFacts;

export type Fault<Code extends FaultCode = FaultCode> = {
  readonly [Each in Code]: { readonly code: Each; readonly facts: FaultFacts[Each] };
}[Code];

/** The words of each fault. They complete the name of its field: `must be at most 100`. */
const words: { readonly [Code in FaultCode]: (facts: FaultFacts[Code]) => string } = {
  conflict: ({ names }) => `must not be given with ${names.join(', ')}`,
  duplicate: ({ index }) =>
    index === undefined
      ? 'is in the list already'
      : `is asked for in the same states by requirement ${index}`,
  event_type_not_available: ({ id, because }) =>
    because === 'coming_soon'
      ? `${id} is coming soon: start with --preview-events`
      : `${id} is not an event type; see GET /v1/event-types`,
  event_type_scope_mismatch: ({ id, scope }) => `${id} is for endpoints of the ${scope} only`,
  full_ssn: ({ of }) =>
    of === 'file_name'
      ? 'must not have a full Social Security number in its name'
      : 'must not be a full Social Security number: send its last four digits',
  id_taken: ({ id }) => `there is another event with the id ${id}`,
  in_the_future: () => 'must not be in the future',
  in_the_past: () => 'must not be in the past',
  invalid_characters: ({ characters, of }) =>
    of === 'file_name' ? `its name ${characterWords[characters]}` : characterWords[characters],
  invalid_format: (facts) => formWords(facts),
  invalid_key: ({ because }) =>
    because === 'reserved_key'
      ? 'is a key that this service does not keep'
      : 'has a key that it may not have',
  invalid_path: ({ id }) =>
    `"${id}" is not a path into the record, such as data.formData.licenseNumber`,
  invalid_type: ({ expected }) => `must be ${typeWords[expected]}`,
  invalid_union: ({ allowed }) =>
    allowed === undefined
      ? 'has none of the forms that it may have'
      : `must be one of ${allowed.join(', ')}`,
  invalid_value: ({ allowed = [] }) =>
    allowed.length === 0
      ? 'has a value that it may not have'
      : `must be ${allowed.length === 1 ? '' : 'one of '}${allowed.join(', ')}`,
  needs_socket: ({ id }) =>
    `${id} needs an endpoint on a port: deliverTo is handed a whole request`,
  not_an_event: () => 'is not an event: id, type, created and data are expected',
  not_applicable: ({ id, allowed = [], text }) =>
    text ?? `${id} is matched by ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`,
  not_for_decision: () => 'is for the decision adverse_action only',
  not_for_scope: () => 'are for keys with the scope candidate_create only',
  not_in_session: ({ allowed }) => `must be a document of the session: ${allowed.join(', ')}`,
  not_multiple_of: ({ divisor }) => `must be a multiple of ${divisor}`,
  number_inexact: () => 'is a number that would come back as another one',
  other_integration: () => 'is not an endpoint of this integration',
  repeated: () => 'is given more than once',
  required: ({ because, id }) => requiredWords(because, id),
  too_big: ({ most, unit, of }) => tooBigWords(most, unit, of),
  too_late: ({ at }) => `must not move the clock beyond ${at}`,
  too_small: ({ least, unit, because }) =>
    because === 'event_type'
      ? 'must name a type; pause the endpoint to stop its deliveries'
      : bound('at least', least, unit),
  unknown: (facts) => unknownWords(facts),
  unsupported_file_type: () => 'must be a PDF, PNG or JPEG',
  url_not_allowed: ({ text }) => text,
};

/** The codes of all faults. */
export const faultCodes: readonly string[] = Object.keys(words);

export function isFaultCode(code: string): code is FaultCode {
  return Object.hasOwn(words, code);
}

/** A fault in words that complete the name of its field. */
export function wordsOf<Code extends FaultCode>({ code, facts }: Fault<Code>): string {
  return words[code](facts);
}

const characterWords: Readonly<Record<NonNullable<Facts['characters']>, string>> = {
  nul: 'must not contain U+0000',
  surrogate: 'must not contain half of a surrogate pair',
  not_utf8: 'is not UTF-8',
  control: 'must not have a control character, such as a line break',
};

const typeWords: Readonly<Record<NonNullable<Facts['expected']>, string>> = {
  text: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  list: 'a list',
  file: 'a file',
};

function formWords({ form, pattern, of, because }: FaultFacts['invalid_format']): string {
  if (form === 'pattern') return `must match ${pattern}`;
  const { words: said } = forms[form];
  if (because === 'space_for_plus') return `${said}. In a query, + is a space: write %2B for it`;
  return of === 'file_name' ? `its name ${said}` : said;
}

function bound(comparison: string, limit: number, unit: NonNullable<Facts['unit']>): string {
  if (unit === 'number') return `must be ${comparison} ${limit}`;
  const counted = limit === 1 ? unit.replace(/s$/, '') : unit;
  return `must have ${comparison} ${limit} ${counted}`;
}

function tooBigWords(most: number, unit: NonNullable<Facts['unit']>, of: Facts['of']): string {
  const said = bound('at most', most, unit);
  switch (of) {
    case 'file_name':
      return `its name ${said}`;
    case 'matching_text':
      return `must match at most ${most} ${unit}`;
    case 'value':
      return `has a value longer than ${most} ${unit}`;
    case 'json':
      return `${said} as JSON`;
    case 'whole_document':
      return `${said}, with what was submitted before`;
    default:
      return said;
  }
}

function requiredWords(because: Facts['because'], id: string | undefined): string {
  switch (because) {
    case 'document_fields':
      return `is required by ${id}`;
    case 'document_files':
      return `${id} requires a file`;
    case 'key_without_integration':
      return 'is required, because this key belongs to no integration';
    case 'role_without_package':
      return 'is required, because the role has no package of its own';
    case 'role_asks_for_documents':
      return 'is required, because the role asks for documents, and the account has no integration';
    case 'adverse_action_basis':
      return 'must name a record that it is based on, or checkIds a check';
    case 'dispute_subject':
      return 'must name what is disputed, here or in checkIds';
    default:
      return 'is missing';
  }
}

const unknowns: Partial<Readonly<Record<What, string>>> = {
  parameter: 'is not a parameter of this operation',
  field: 'is not a field of this request',
  body: 'This operation takes no body.',
  check_type: 'is not a check type',
  document_configuration: 'is not a document configuration; see GET /v1/document-configs',
  issuing_source: 'is not an issuing source',
  field_key: 'is not the key of a field',
  price_package: 'is not the slug of a package',
  report_record: 'is not a record of this report',
  report_check:
    'is not a check of this report that is consider or unable_to_verify without records',
  adverse_action_finding: 'is not a finding that the adverse action is based on',
  event_type: 'is not an event type',
  fault_kind: 'is not a kind of fault',
};

const isKind = (what: What): what is ObjectKind => what in nouns;

function unknownWords({ what, id, meant, allowed }: FaultFacts['unknown']): string {
  if (allowed !== undefined) return `must be one of ${allowed.join(', ')}`;
  const noun = isKind(what) ? nouns[what] : what;
  if (id !== undefined) return `no ${noun} has the id ${id}`;
  const said = unknowns[what] ?? `is not a ${noun} of this account`;
  if (meant !== undefined) return `${said}; did you mean ${meant}?`;
  return what === 'fault_kind' ? `${said}; GET /_sandbox/faults lists them` : said;
}

/** For the `refine` of a schema: the fault of a value that it refuses. */
export function faultParams(fault: Fault): { readonly params: { readonly fault: Fault } } {
  return { params: { fault } };
}
