import { figure } from './limits.js';

interface Form {
  /** Absent if no pattern describes a text of this form. */
  readonly pattern?: RegExp;
  /** The words that complete the name of a field, such as `must be a slug`. */
  readonly words: string;
}

/** The forms that a text can be required to have, by their published names. */
export const forms = {
  base64: { words: 'must be base64' },
  color: { pattern: /^#[0-9a-fA-F]{6}$/, words: 'must be a color such as #1f6feb' },
  date: { words: 'must be a date such as 2027-05-31' },
  date_of_birth: { words: 'must be in 1900 or later' },
  duration: { words: 'must be a duration such as 15m or PT15M' },
  email: { words: 'must be an email address' },
  field_key: {
    pattern: /^[A-Za-z]\w*$/,
    words: 'must be letters, digits and underscores, and begin with a letter',
  },
  field_pattern: {
    words: 'must be characters, \\d and classes such as [A-Z], each with ?, {n} or {n,m}',
  },
  link: { words: 'must be an http or https URL without user name and password' },
  month: {
    pattern: /^\d{4}-(0[1-9]|1[0-2])$/,
    words: 'must be a year and a month, such as 2026-01',
  },
  not_blank: { pattern: /\S/, words: 'must not be blank' },
  origin: {
    words:
      'must be an origin as browsers send it: scheme, host and port, such as https://www.example.com',
  },
  phone: { pattern: /^\+?[\d ().-]{7,20}$/, words: 'must be a phone number' },
  related: {
    pattern: /^(candidate|package)(,(candidate|package))*$/,
    words: 'must be candidate, package, or both',
  },
  reserved_word: { words: 'must be another word' },
  signing_secret: {
    pattern: /^whsec_sbx_[0-9A-Za-z]{32}$/,
    words: 'must be a signing secret of this service',
  },
  sink_name: { words: `must be letters, digits, - or _, at most ${figure('sinkName')}` },
  slug: { pattern: /^[a-z0-9][a-z0-9-]{0,99}$/, words: 'must be a slug' },
  snapshot_name: {
    pattern: /^[a-z0-9][a-z0-9_-]{0,39}$/,
    words: 'must be a-z, 0-9, - or _, at most 40, not - or _ first',
  },
  ssn_last4: { pattern: /^\d{4}$/, words: 'must be the last four digits, and no more' },
  state: {
    pattern: /^[A-Z]{2}$/,
    words: 'must be the postal code of a state in capitals, such as CA',
  },
  stream_position: { words: 'must be the id of an event of this stream' },
  text: { words: 'must be text that can be stored' },
  time: { words: 'must be a time with its offset, such as 2026-01-31T09:00:00Z' },
  time_zone: { words: 'must be an IANA name, such as America/New_York' },
  url: { words: 'must be a URL' },
  year: { words: 'must be in the years 1 to 9999 of UTC' },
} as const satisfies Readonly<Record<string, Form>>;

/** Any other form is a pattern that the facts of the fault have. */
export type TextForm = keyof typeof forms | 'pattern';

const byPattern = new Map(
  Object.entries(forms).flatMap(([name, form]) =>
    'pattern' in form ? [[String(form.pattern), name] as const] : [],
  ),
);

const isForm = (name: string | undefined): name is keyof typeof forms =>
  name !== undefined && name in forms;

/** The form that a pattern describes. @param pattern As a regular expression is written, between slashes. */
export function formOfPattern(pattern: string): keyof typeof forms | undefined {
  const name = byPattern.get(pattern);
  return isForm(name) ? name : undefined;
}
