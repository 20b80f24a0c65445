import type { SandboxSchemas } from '@screening-webhooks/sandbox';

type Facts = Required<SandboxSchemas['Facts']>;

export const kinds: Readonly<Record<Facts['what'], string>> = {
  adverse_action: 'adverse action',
  adverse_action_finding: 'finding of the adverse action',
  api_key: 'API key',
  body: 'body',
  bulk_import: 'import',
  candidate: 'candidate',
  check_type: 'check',
  document_configuration: 'document configuration',
  document_verification: 'verification',
  event: 'event',
  event_type: 'event type',
  fault: 'fault',
  fault_kind: 'kind of fault',
  field: 'field',
  field_key: 'field of the document',
  file: 'file',
  integration: 'integration',
  invitation: 'invitation',
  issuing_source: 'issuing source',
  listen: 'listening command',
  onboarding: 'onboarding',
  package: 'package',
  parameter: 'parameter',
  price_package: 'package with a list price',
  report: 'report',
  report_check: 'check without records of the report',
  report_record: 'record of the report',
  request: 'request',
  role: 'role',
  row: 'row',
  snapshot: 'snapshot',
  tenant: 'tenant',
  terms_version: 'version of the terms',
  verification_session: 'session',
  verification_source: 'issuing source',
  webhook_delivery: 'delivery',
  webhook_endpoint: 'endpoint',
};

export function unknowns(what: Facts['what']): string {
  switch (what) {
    case 'body':
    case 'field':
    case 'parameter':
      return 'The service does not know this. Reload the page.';
    default:
      return `This is not ${/^[aeiouA]/.test(kinds[what]) ? 'an' : 'a'} ${kinds[what]}.`;
  }
}

export const formats: Readonly<Record<Exclude<Facts['form'], 'pattern'>, string>> = {
  base64: 'Enter base64.',
  color: 'Enter a color such as #1f6feb.',
  date: 'Enter a date such as 2027-05-31.',
  date_of_birth: 'Enter a date in 1900 or later.',
  duration: 'Enter a duration such as 15m, 1h30m or 7d.',
  email: 'Enter an email address.',
  field_key: 'Use letters, digits and underscores. Begin with a letter.',
  field_pattern: 'Use characters, \\d and classes such as [A-Z], each with ?, {n} or {n,m}.',
  link: 'Enter an http or https URL without a user name or password.',
  month: 'Enter a year and a month such as 2026-01.',
  not_blank: 'Enter something other than spaces.',
  origin: 'Enter a scheme, host and port, such as https://www.example.com.',
  phone: 'Enter a phone number such as +1 415 555 0100.',
  related: 'Choose candidate, package or both.',
  reserved_word: 'This name is reserved. Choose another one.',
  signing_secret: 'Enter a signing secret of this service.',
  sink_name: 'Use up to 60 letters, digits, - and _.',
  slug: 'Use lowercase letters, digits and -.',
  snapshot_name:
    'Use at most 40 lowercase letters, digits, - and _. Start with a letter or a digit.',
  ssn_last4: 'Enter the last four digits only.',
  state: 'Enter the two capital letters of a state, such as CA.',
  stream_position: 'Enter the ID of an event of this stream.',
  text: 'This has characters that cannot be stored.',
  time: 'Enter a date and a time.',
  time_zone: 'Enter a time zone such as America/New_York.',
  url: 'Enter a URL.',
  year: 'Enter a time in the years 1 to 9999.',
};

/** The words for each type of value, after `Enter`. */
export const types: Readonly<Record<Facts['expected'], string>> = {
  text: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a JSON object',
  list: 'a list',
  file: 'a file',
};

export const measures: Readonly<Record<Facts['of'], string>> = {
  file_name: 'The file name',
  json: 'As JSON, this',
  matching_text: 'A text that matches',
  value: 'Each value',
  whole_document: 'The document, with what was entered before,',
};

export const badCharacters: Readonly<Record<Facts['characters'], string>> = {
  control: 'has a control character, such as a line break',
  not_utf8: 'is not UTF-8',
  nul: 'has the character U+0000',
  surrogate: 'has half of a character',
};
