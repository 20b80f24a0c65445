import { causeNames } from './causes.js';
import { capitalized, wordsOf } from './words-of.js';

type Words = readonly [label: string, hint?: string | undefined, none?: string | null];

const state = 'Two letters, such as CA.';

/**
 * The label of each request property and filter, by its name. If the name means something else in one operation, by operation and
 * name; in an object of a list, by the names of both.
 */
// biome-ignore format: a line for each.
const fields: Readonly<Record<string, Words>> = {
  'addFault.match': ['Applies to. An empty field matches everything.'],
  'addFault.match.endpointId': ['Endpoint', undefined, 'Any'],
  'addFault.match.eventType': ['Event type', undefined, 'Any'],
  'addFault.match.externalId': ['External ID'],
  'addFault.match.attempt': ['Attempt'],
  'addFault.match.operationId': ['API operation', 'For faults of the API, such as listCandidates.'],
  'addFault.match.nth': ['Only the nth match'],
  'addFault.kind': ['Fault'],
  'addFault.times': ['Number of times', 'Leave empty to repeat until removed.'],
  'addFault.probability': ['Probability', 'Leave empty for every match.'],
  'addFault.params': ['Parameters'],
  'addFault.params.seconds': ['Seconds', 'For faults that delay.'],
  'addFault.params.count': ['Count', 'For faults that send several requests.'],
  adminEmail: ['Admin email'],
  adjudication: ['Adjudication'],
  allowedOrigins: ['Allowed origins', 'Pages of these origins may create candidates with this key.'],
  archived: ['Archived'],
  attemptCount: ['Attempts'],
  at: ['Send at'],
  authorizedAt: ['Checks authorized at', 'When the candidate authorized the checks. The service does not verify it.'],
  backoff: ['Delays'],
  brandColor: ['Brand color', 'The color of the candidate pages, such as #1f6feb.'],
  candidateId: ['Candidate'],
  cause: ['Cause'],
  'recoverWebhookDeliveries.cause': ['Cause', 'Only with failed deliveries. Leave empty for every cause.'],
  'recoverWebhookDeliveries.include': ['Include', 'Missing events match the event types of the endpoint, and were never sent to it.'],
  'createDocumentVerification.candidateId': ['Candidate', 'The document then counts toward the requirements of their roles.'],
  checkIds: ['Checks without records'],
  checkTypeSlug: ['Check', 'The check that this document is for.'],
  'listDocumentConfigs.checkTypeSlug': ['Check'],
  checkTypeSlugs: ['Checks'],
  checkTypes: ['Prices of checks', 'In cents.'],
  createdAfter: ['Created after'],
  createdBefore: ['Created before'],
  custom: ['Made by'],
  dateOfBirth: ['Date of birth'],
  decision: ['Decision'],
  'decide.message': ['Error message (optional)'],
  'decide.outcome': ['Outcome'],
  description: ['Description'],
  discard: ['Cancel held deliveries'],
  documentConfigSlug: ['Document'],
  'createDocumentVerification.documentConfigSlug': ['Document', undefined, null],
  documentConfigSlugs: ['Documents', 'The documents that can be submitted. Select none to allow all.'],
  email: ['Email'],
  endpointId: ['Endpoint'],
  eventId: ['Event ID'],
  eventType: ['Event type'],
  eventTypes: ['Event types'],
  expiresInDays: ['Expires in days', 'It expires at the end of that day, in the time zone of the account.'],
  externalId: ['External ID', 'Your own reference.'],
  facilityName: ['Facility name'],
  fields: ['Fields'],
  'fields.key': ['Name', 'The name of the field in events, such as licenseNumber.'],
  'fields.type': ['Type'],
  'fields.required': ['Required to submit'],
  'fields.pattern': ['Pattern', 'Characters, \\d and classes such as [A-Z0-9-], each with an optional ?, {n} or {n,m} up to 99. The pattern must match the whole value.'],
  'fields.hint': ['Hint', 'The rest of a sentence that starts with “Enter”.'],
  fileIds: ['Files'],
  fileName: ['File name'],
  firstName: ['First name'],
  force: ['End the oldest secret at once'],
  formData: ['Fields of the document'],
  include: ['Include'],
  includeDashboard: ['Dashboard requests', undefined, 'Changes only'],
  includeRelated: ['Include related objects', 'Each event then includes its candidate, package and report.'],
  initialDelaySeconds: ['Initial delay in seconds'],
  integrationId: ['Integration'],
  'createWebhookEndpoint.integrationId': ['Owner'],
  'createApiKey.integrationId': ['Integration', undefined, 'All integrations'],
  jitter: ['Jitter', 'The share of each delay that is random. 0 means none.'],
  keyId: ['API key'],
  label: ['Label'],
  lastName: ['Last name'],
  listPriceCents: ['List price'],
  magicField: ['Field of the outcome', 'The field whose magic values choose the outcome. Defaults to the first one.'],
  maxAttempts: ['Max attempts'],
  maxDelaySeconds: ['Max delay in seconds'],
  metadata: ['Metadata', 'At most 50 keys of up to 40 characters, with values of up to 500.'],
  method: ['Method'],
  multiplier: ['Multiplier'],
  name: ['Name'],
  'saveSnapshot.name': ['Name', 'Lowercase letters, digits, - and _. This replaces a snapshot of the same name.'],
  note: ['Note', 'For people who read the report.'],
  objectId: ['Object ID', 'The object that the request created or changed.'],
  outcome: ['Outcome', 'Amended removes the disputed findings from the report. The others change nothing.'],
  overlapSeconds: ['Overlap in seconds', 'How long deliveries are signed with both secrets.'],
  owner: ['Owner'],
  packageId: ['Package'],
  'createInvitation.packageId': ['Package', 'Defaults to the package of the role.'],
  'createRole.packageId': ['Package', 'Invitations to the role order this package.'],
  'changeRole.packageId': ['Package', 'Invitations to the role order this package.'],
  packages: ['Prices of packages', 'In cents.'],
  path: ['Path', 'The full path, without the query string.'],
  phone: ['Phone'],
  priceCents: ['Price', 'In cents. Leave empty for the sum of its checks.'],
  priceSource: ['Price from'],
  pricing: ['Prices'],
  q: ['Search by name'],
  'listCandidates.q': ['Search by name, email or external ID'],
  'listWebhookEndpoints.q': ['Search by URL or description'],
  recordIds: ['Records'],
  redirectUrl: ['Link on the last page', 'The intake ends with a link to this address.'],
  reference: ['Reference', 'Your own reference. Defaults to the ID of the session.'],
  reportId: ['Report ID'],
  requestId: ['Request ID', 'The request that caused the event.'],
  requirements: ['Requirements'],
  'requirements.kind': ['Kind'],
  'requirements.slug': ['Check or document', undefined, '–'],
  'requirements.required': ['Required'],
  'requirements.states': ['States', 'For example CA, NY. Leave empty for all.'],
  requiresFiles: ['Requires a file'],
  result: ['Result'],
  retryPolicy: ['Retry policy'],
  roleId: ['Role'],
  'createBulkImport.roleId': ['Role', 'With a role, the file needs no role column.', 'Each row has its own'],
  'createBulkImport.file': ['CSV file'],
  scope: ['Scope'],
  sendEmail: ['Email the candidate'],
  sendInvitation: ['Also invite the candidate', 'To the hosted intake of the role.'],
  sessionId: ['Session ID', 'Defaults to a new session.'],
  since: ['Since', 'Deliveries and events created at this time or later.'],
  slug: ['Slug', 'Lowercase letters, digits and hyphens. It cannot be changed later.'],
  sourceSlug: ['Issuing source', 'Without one, the document is recorded and not verified.'],
  'listDocumentConfigs.sourceSlug': ['Issuing source'],
  ssnLast4: ['Last four of SSN'],
  stage: ['Stage'],
  state: ['State', state],
  statement: ['Statement', "The candidate's own words."],
  states: ['States', 'Two letters each, such as CA. * means all.'],
  status: ['Status'],
  subjectId: ['Verification ID'],
  'trigger.type': ['Event type'],
  'trigger.count': ['Number of events'],
  'trigger.endpointId': ['Endpoint', undefined, 'All that are subscribed to the type'],
  'trigger.metadata': ['Metadata', 'Returned in the event.'],
  'trigger.data': ['Event data', 'Replaces these fields of the sample data.'],
  'trigger.fault': ['Fault on the first attempt', undefined, 'None'],
  'trigger.set': ['Overrides'],
  'trigger.set.path': ['Path'],
  'trigger.setText': ['Overrides'],
  'trigger.unset': ['Removed fields', 'Paths such as data.metadata.'],
  'trigger.via': ['Method'],
  termsVersion: ['Terms version', 'The version that the tenant has accepted: a year and a month.'],
  test: ['Test events'],
  submittedAt: ['Intake completed'],
  timeZone: ['Time zone', 'For example America/New_York. Days end in this time zone.'],
  timeoutSeconds: ['Timeout in seconds'],
  turnaroundSeconds: ['Turnaround'],
  type: ['Event type'],
  typicalDurationSeconds: ['Takes about'],
  until: ['Until', 'Defaults to now.'],
  url: ['URL'],
  validForDays: ['Valid for days', 'Leave empty for no expiry.'],
  waitingPeriodDays: ['Waiting period in days', 'Calendar days until the final notice. Defaults to 7. It lasts at least 5 business days.'],
  workState: ['Work state', state],
};

/** The labels of values that are not readable words, by property and value. */
const values: Readonly<Record<string, string>> = {
  'archived.true': 'Only archived',
  'archived.false': 'Not archived',
  'custom.true': 'You',
  'custom.false': 'The catalog',
  'decision.engage': 'Engage',
  'include.failed': 'Failed deliveries',
  'include.missing': 'Missing events',
  'include.all': 'Both',
  'includeDashboard.true': 'All',
  'includeDashboard.false': 'Changes only',
  'status.2xx': 'Succeeded (2xx)',
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
 * The key of a property in a table: the form and the path, the last two names, or the last name, whichever exists first.
 *
 * @param path The path in the request, as problem documents write it, such as `fields.0.key`.
 */
export function keyIn(table: object, path: string, form = ''): string | undefined {
  const names = path.split('.').filter((part) => !/^\d+$/.test(part));
  const keys = [`${form}.${names.join('.')}`, names.slice(-2).join('.'), names.at(-1) ?? ''];
  return keys.find((key) => key in table);
}

function found(path: string, form?: string): Words | undefined {
  return fields[keyIn(fields, path, form) ?? ''];
}

export function hasWords(path: string, operation?: string): boolean {
  return found(path, operation) !== undefined;
}

export function labelOf(path: string, operation?: string): string {
  // The label of `openedAt` is “Opened”.
  return (
    found(path, operation)?.[0] ?? wordsOf((path.split('.').at(-1) ?? path).replace(/At$/, ''))
  );
}

export function hintOf(path: string, operation?: string): string | undefined {
  return found(path, operation)?.[1];
}

/** The label of the empty option of a property. `null` if the property has a value from the start. */
export function emptyLabelOf(path: string, operation?: string): string | null | undefined {
  return found(path, operation)?.[2];
}

export function shownValue(name: string, value: unknown): string {
  const text = String(value);
  return values[`${name}.${text}`] ?? (name === 'method' ? text : wordsOf(text));
}
