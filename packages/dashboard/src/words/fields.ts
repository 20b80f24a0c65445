import { causeNames } from './causes.js';
import { capitalized, wordsOf } from './words-of.js';

type Words = readonly [label: string, hint?: string | undefined, none?: string | null];

const state = 'Two letters, such as CA.';

/**
 * What each property of a request and each filter is called, by its name. Where it means something else in one operation, by the
 * operation and the name; in an object of a list, by the names of both.
 */
// biome-ignore format: a line for each.
const fields: Readonly<Record<string, Words>> = {
  'addFault.match': ['For what. Empty fields match everything.'],
  'addFault.match.endpointId': ['Endpoint', undefined, 'Any'],
  'addFault.match.eventType': ['Event type', undefined, 'Any'],
  'addFault.match.externalId': ['External ID'],
  'addFault.match.attempt': ['Attempt'],
  'addFault.match.operationId': ['Operation of the API'],
  'addFault.match.nth': ['Only the nth that matches'],
  'addFault.kind': ['What goes wrong'],
  'addFault.times': ['Times', 'Empty: until it is removed.'],
  'addFault.probability': ['Probability', '0 to 1. Empty: it always happens.'],
  'addFault.params.seconds': ['Seconds', 'For kinds that wait.'],
  'addFault.params.count': ['Count', 'For kinds that send several.'],
  adminEmail: ['Admin email'],
  adjudication: ['Adjudication'],
  allowedOrigins: ['Allowed origins', 'Their pages may create candidates with it.'],
  archived: ['Archived'],
  at: ['Send it at'],
  authorizedAt: ['Checks authorized at', 'As the candidate has told you. It is not verified.'],
  backoff: ['Delays'],
  brandColor: ['Brand color', 'Of the pages for candidates, such as #1f6feb.'],
  candidateId: ['Candidate'],
  cause: ['Cause'],
  'recoverWebhookDeliveries.cause': ['Cause', 'Empty: whatever it was.'],
  'createDocumentVerification.candidateId': ['Candidate', 'The document then counts for what their roles ask for.'],
  checkIds: ['Checks without records'],
  checkTypeSlug: ['Check', 'Which a document of this kind is for.'],
  'listDocumentConfigs.checkTypeSlug': ['Check'],
  checkTypeSlugs: ['Checks'],
  checkTypes: ['Prices of checks', 'In cents.'],
  createdAfter: ['Created after'],
  createdBefore: ['Created before'],
  custom: ['Made by'],
  dateOfBirth: ['Date of birth'],
  decision: ['Decision'],
  'decide.message': ['Error message if it fails (optional)'],
  description: ['Description'],
  discard: ['Cancel the held deliveries'],
  documentConfigSlug: ['Document'],
  'createDocumentVerification.documentConfigSlug': ['Document', undefined, null],
  documentConfigSlugs: ['Documents', 'Which can be submitted. None is ticked: all.'],
  email: ['Email'],
  endpointId: ['Endpoint'],
  eventId: ['Event ID'],
  eventType: ['Event type'],
  eventTypes: ['Event types'],
  expiresInDays: ['Expires in days', 'At the end of the day, in the time zone of the account.'],
  externalId: ['External ID', 'Your own reference.'],
  facilityName: ['Facility name'],
  fields: ['Fields'],
  'fields.key': ['Name', 'As the data of events has it, such as licenseNumber.'],
  'fields.type': ['Type'],
  'fields.required': ['Needed to submit'],
  'fields.pattern': ['Pattern', 'Characters, \\d and classes such as [A-Z0-9-], each with ?, {n} or {n,m} of at most 99. A value must match all of it.'],
  'fields.hint': ['Hint', 'What the pattern demands, in words that complete “enter”.'],
  fileIds: ['Files'],
  fileName: ['File name'],
  firstName: ['First name'],
  force: ['End the oldest secret at once'],
  formData: ['Fields of the document'],
  include: ['With'],
  includeDashboard: ['Requests of the dashboard', undefined, 'Only its changes'],
  includeRelated: ['Include related objects', 'Each event then carries the candidate, package and report it belongs to.'],
  initialDelaySeconds: ['Initial delay in seconds'],
  integrationId: ['Integration'],
  'createWebhookEndpoint.integrationId': ['Owner'],
  'createApiKey.integrationId': ['Integration', 'None: it is for all of them.'],
  jitter: ['Jitter', 'The part of each delay that chance may take away. 0: none.'],
  keyId: ['API key'],
  label: ['Label'],
  lastName: ['Last name'],
  magicField: ['Field of the outcome', 'The name of the field whose magic values choose the outcome. Empty: the first.'],
  maxAttempts: ['Max attempts'],
  maxDelaySeconds: ['Max delay in seconds'],
  metadata: ['Metadata', 'At most 50 names of 40 characters, with values of 500.'],
  method: ['Method'],
  multiplier: ['Multiplier'],
  name: ['Name'],
  'saveSnapshot.name': ['Name', 'Small letters, digits, - and _. One of the same name is replaced.'],
  note: ['Note', 'For whoever reads the report.'],
  objectId: ['Object ID', 'Which they made or changed.'],
  outcome: ['Outcome', 'Amended deletes what is disputed from the report. The others change nothing.'],
  overlapSeconds: ['Overlap in seconds', 'How long both secrets sign.'],
  owner: ['Owner'],
  packageId: ['Package'],
  'createInvitation.packageId': ['Package', 'By default that of the role.'],
  'createRole.packageId': ['Package', 'An invitation to the role orders it.'],
  'changeRole.packageId': ['Package', 'An invitation to the role orders it.'],
  packages: ['Prices of packages', 'In cents.'],
  path: ['Path', 'The whole path, without the query.'],
  phone: ['Phone'],
  priceCents: ['Price in cents', 'Empty: the sum of its checks.'],
  pricing: ['Prices'],
  q: ['Search by name'],
  'listCandidates.q': ['Search by name, email or external ID'],
  'listWebhookEndpoints.q': ['Search by URL or description'],
  recordIds: ['Records'],
  redirectUrl: ['Link on the last page', 'Where the intake leads at its end.'],
  reference: ['Reference', 'Your own. By default the ID of the session.'],
  reportId: ['Report ID'],
  requestId: ['Request ID', 'Which began what the event tells.'],
  requirements: ['Requirements'],
  'requirements.kind': ['Kind'],
  'requirements.slug': ['Check or document', undefined, '–'],
  'requirements.required': ['Required'],
  'requirements.states': ['States', 'Such as CA, NY. Empty: all.'],
  requiresFiles: ['A file is needed to submit'],
  result: ['Result'],
  retryPolicy: ['Retry policy'],
  roleId: ['Role'],
  'createBulkImport.roleId': ['Role', 'With it, the file needs no column for the role.', 'Each row names its own'],
  'createBulkImport.file': ['CSV file'],
  scope: ['Scope'],
  sendEmail: ['Send the candidate a mail'],
  sendInvitation: ['Invite the candidate too', 'To the hosted intake of the role.'],
  sessionId: ['Session ID', 'By default a new session.'],
  since: ['Since', 'Failed deliveries that were created from then on.'],
  slug: ['Slug', 'Small letters, digits and hyphens. It cannot be changed later.'],
  sourceSlug: ['Issuing source', 'None: a document is recorded, not verified.'],
  'listDocumentConfigs.sourceSlug': ['Issuing source'],
  ssnLast4: ['Last four of SSN'],
  stage: ['Stage'],
  state: ['State', state],
  statement: ['Statement', 'What is wrong, in the words of the candidate.'],
  states: ['States', 'Two letters each, such as CA. A * means all.'],
  status: ['Status'],
  subjectId: ['Verification ID'],
  'trigger.type': ['Event type'],
  'trigger.count': ['How many'],
  'trigger.endpointId': ['Endpoint', undefined, 'Every one that subscribes to the type'],
  'trigger.metadata': ['Metadata', 'It comes back in the event.'],
  'trigger.data': ['Fields of data', 'Replaces fields of the record.'],
  'trigger.fault': ['Fault of the first attempt', undefined, 'None'],
  'trigger.set': ['Overrides'],
  'trigger.set.path': ['Path'],
  'trigger.via': ['How'],
  termsVersion: ['Terms version', 'Which the tenant has accepted: a year and a month.'],
  test: ['Test events'],
  timeZone: ['Time zone', 'Days end by it. A name such as America/New_York.'],
  timeoutSeconds: ['Timeout in seconds'],
  type: ['Event type'],
  until: ['Until', 'Empty: now.'],
  url: ['URL'],
  validForDays: ['Valid for days', 'Empty: without end.'],
  waitingPeriodDays: ['Waiting period in days', 'Calendar days to the final notice, by default 7. It never ends before 5 business days have.'],
  workState: ['Work state', state],
};

/** What values are called that are not in words by themselves, by the property and the value. */
const values: Readonly<Record<string, string>> = {
  'archived.true': 'Only archived',
  'archived.false': 'Without archived',
  'custom.true': 'You',
  'custom.false': 'The catalog',
  'decision.engage': 'Engage',
  'includeDashboard.true': 'All',
  'includeDashboard.false': 'Only its changes',
  'status.2xx': 'Done (2xx)',
  'status.4xx': 'Refused (4xx)',
  'status.5xx': 'Failed (5xx)',
  'scope.candidate_create': 'Create candidates',
  'test.true': 'Only test events',
  'test.false': 'Without test events',
  ...Object.fromEntries(
    Object.entries(causeNames).map(([code, name]) => [`cause.${code}`, capitalized(name)]),
  ),
};

/**
 * The key of what a table knows of a property: that of the form and the path, of the last two names, or of the last one.
 *
 * @param path In the request, as problem documents write it, such as `fields.0.key`.
 */
export function keyIn(table: object, path: string, form = ''): string | undefined {
  const names = path.split('.').filter((part) => !/^\d+$/.test(part));
  const keys = [`${form}.${names.join('.')}`, names.slice(-2).join('.'), names.at(-1) ?? ''];
  return keys.find((key) => key in table);
}

function found(path: string, form?: string): Words | undefined {
  return fields[keyIn(fields, path, form) ?? ''];
}

/** Whether a property has words of its own. */
export function hasWords(path: string, operation?: string): boolean {
  return found(path, operation) !== undefined;
}

/** What a property of a request is called. */
export function labelOf(path: string, operation?: string): string {
  return found(path, operation)?.[0] ?? wordsOf(path.split('.').at(-1) ?? path);
}

/** What is to be known of a property before it is entered. */
export function hintOf(path: string, operation?: string): string | undefined {
  return found(path, operation)?.[1];
}

/** What no value of a property is called, among those to choose from. Null: it has one from the start. */
export function noneOf(path: string, operation?: string): string | null | undefined {
  return found(path, operation)?.[2];
}

/** What a value of a property is called. */
export function shownValue(name: string, value: unknown): string {
  const text = String(value);
  return values[`${name}.${text}`] ?? (name === 'method' ? text : wordsOf(text));
}
