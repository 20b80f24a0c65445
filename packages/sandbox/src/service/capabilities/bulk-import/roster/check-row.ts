import type { z } from 'zod';
import type { RowIssue } from '../../../db/schema/index.js';
import { faultOfIssue } from '../../../http/issue-words.js';
import { Problem } from '../../../http/problem.js';
import { StateCode } from '../../../http/wire.js';
import { type Fault, isFaultCode, wordsOf } from '../../../limits/faults.js';
import type { RowIssueCode } from '../../../limits/roster-issues.js';
import { CreateCandidate } from '../../candidates/index.js';
import { documentExpiry } from '../../onboarding/index.js';
import type { RoleRow } from '../../roles/index.js';
import { checkFields, type DocumentConfiguration } from '../../verifications/index.js';
import { withoutGuard } from '../csv/csv.js';
import { documentColumns, documentSlugs, type GivenDocument, givenDocument } from './columns.js';
import type { RosterRow } from './read-roster.js';

export interface RosterWorld {
  /** The role of all rows. `undefined` if each row names its own. */
  readonly roleOfImport: RoleRow | undefined;
  /** The roles that rows can name. */
  readonly roles: readonly RoleRow[];
  readonly configs: ReadonlyMap<string, DocumentConfiguration>;
  readonly timeZone: string;
  readonly now: Date;
}

type RowPerson = Omit<z.output<typeof CreateCandidate>, 'metadata'>;

/** A row, checked as far as possible without its candidate. */
export interface CheckedRow {
  readonly role: RoleRow | undefined;
  readonly workState: string | undefined;
  /** The person that the row describes. If the row has no issue, a candidate can be created from it. */
  readonly person: RowPerson;
  /** The documents whose number is given, by configuration. */
  readonly documents: ReadonlyMap<string, GivenDocument>;
  readonly issues: readonly RowIssue[];
}

/** Checks the values of a row (service tables 1.9). No message repeats a value. */
export function checkRow({ values }: RosterRow, world: RosterWorld): CheckedRow {
  const value = (column: string): string => withoutGuard((values[column] ?? '').trim()).trim();
  const issues: RowIssue[] = [];
  const person = readPerson(value, world.now, issues);
  const role = readRole(value('role'), world, issues);
  const workState = readWorkState(value('work_state'), issues);
  checkDate('start_date', value('start_date'), issues);
  const documents = new Map<string, GivenDocument>();
  for (const slug of role && workState !== undefined ? documentSlugs([role]) : []) {
    const config = world.configs.get(slug);
    const given = config && givenDocument(config, value, person, workState ?? '');
    if (!given) continue;
    const faults = faultsOfDocument(given, world.timeZone);
    issues.push(...faults);
    if (faults.length === 0) documents.set(slug, given);
  }
  return { role, workState, person, documents, issues };
}

type Value = (column: string) => string;

const { firstName, lastName, email, externalId, phone, dateOfBirth } = CreateCandidate.shape;

function readPerson(value: Value, now: Date, issues: RowIssue[]): RowPerson {
  const read = <Schema extends z.ZodType>(column: string, schema: Schema, code: RowIssueCode) => {
    const text = value(column);
    const result = schema.safeParse(text, { reportInput: true });
    const [issue] = result.error?.issues ?? [];
    if (text !== '' && issue) issues.push(rowIssue(column, code, faultOfIssue(issue)));
    return text;
  };
  for (const column of ['first_name', 'last_name', 'email']) {
    if (value(column) === '') issues.push(absent(column));
  }
  const given = {
    externalId: read('external_id', externalId, 'value_invalid'),
    phone: read('phone', phone, 'value_invalid'),
    dateOfBirth: read('date_of_birth', dateOfBirth, 'date_invalid'),
  };
  if (given.dateOfBirth > now.toISOString().slice(0, 10)) {
    issues.push(rowIssue('date_of_birth', 'date_invalid', { code: 'in_the_future', facts: {} }));
  }
  return {
    firstName: read('first_name', firstName, 'value_invalid'),
    lastName: read('last_name', lastName, 'value_invalid'),
    email: read('email', email, 'email_invalid'),
    ...(given.externalId === '' ? {} : { externalId: given.externalId }),
    ...(given.phone === '' ? {} : { phone: given.phone }),
    ...(given.dateOfBirth === '' ? {} : { dateOfBirth: given.dateOfBirth }),
  };
}

function readRole(
  text: string,
  { roleOfImport, roles }: RosterWorld,
  issues: RowIssue[],
): RoleRow | undefined {
  const named = (role: RoleRow): boolean =>
    [role.slug, role.name].some((name) => name.toLowerCase() === text.toLowerCase());
  if (roleOfImport) {
    if (text === '' || named(roleOfImport)) return roleOfImport;
    const message = 'is not the role of this import';
    const facts = { because: 'other_role' } as const;
    issues.push({ column: 'role', code: 'role_unknown', message, facts });
    return undefined;
  }
  if (text === '') {
    issues.push(absent('role'));
    return undefined;
  }
  const role = roles.find(({ slug }) => slug === text.toLowerCase()) ?? roles.find(named);
  if (!role) {
    const message = 'is not the slug or the name of a role; see GET /v1/roles';
    issues.push({ column: 'role', code: 'role_unknown', message });
  }
  return role;
}

function readWorkState(text: string, issues: RowIssue[]): string | undefined {
  if (text === '') {
    issues.push(absent('work_state'));
    return undefined;
  }
  const state = StateCode.safeParse(text.toUpperCase());
  if (state.success) return state.data;
  issues.push(stateInvalid('work_state'));
  return undefined;
}

function faultsOfDocument(document: GivenDocument, timeZone: string): RowIssue[] {
  const { config, state, expiresOn, formData } = document;
  const columns = documentColumns(config.slug);
  const issues: RowIssue[] = [];
  if (!StateCode.safeParse(state).success) issues.push(stateInvalid(columns.state));
  else if (!config.states.includes('*') && !config.states.includes(state)) {
    const message = 'is not a state for which this document is verified';
    const facts = { because: 'state_not_verified' } as const;
    issues.push({ column: columns.state, code: 'state_invalid', message, facts });
  }
  if (expiresOn !== '' && documentExpiry(expiresOn, timeZone) === null) {
    issues.push(dateInvalid(columns.expiresOn));
  }
  const { expiresOn: _checked, ...others } = formData;
  return [...issues, ...formFaults(config, others, columns.number)];
}

function formFaults(
  config: DocumentConfiguration,
  formData: Readonly<Record<string, unknown>>,
  column: string,
): RowIssue[] {
  try {
    checkFields(config, formData);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [first] = error.extras.errors ?? [];
    const { message = 'is not valid', code: fault, facts } = first ?? {};
    const known = fault !== undefined && isFaultCode(fault) ? { fault } : {};
    return [{ column, code: 'value_invalid', message, facts: { ...facts, ...known } }];
  }
}

function checkDate(column: string, text: string, issues: RowIssue[]): void {
  if (text !== '' && documentExpiry(text, 'UTC') === null) issues.push(dateInvalid(column));
}

function absent(column: string): RowIssue {
  return { column, code: 'required_missing', message: 'is required' };
}

function stateInvalid(column: string): RowIssue {
  return rowIssue(column, 'state_invalid', { code: 'invalid_format', facts: { form: 'state' } });
}

function dateInvalid(column: string): RowIssue {
  return rowIssue(column, 'date_invalid', { code: 'invalid_format', facts: { form: 'date' } });
}

/** The issue of a value with a fault that request fields can have too. */
function rowIssue(column: string, code: RowIssueCode, fault: Fault): RowIssue {
  return { column, code, message: wordsOf(fault), facts: { ...fault.facts, fault: fault.code } };
}
