/** How a bound is counted. Characters are Unicode characters: an emoji is one, though JavaScript counts two. */
type Unit =
  | 'bytes'
  | 'characters'
  | 'items'
  | 'keys'
  | 'levels'
  | 'at a time'
  | 'a minute'
  | 'seconds';

/** Makes the function that starts a row: how many, of what. The effect above the bound and the reason for it come next. */
function countedIn<Counted extends Unit>(unit: Counted) {
  return (most: number, of: string) => ({
    above: (above: string) => ({
      because: (why: string) => ({ most, unit, of, above, why }),
    }),
  });
}

const bytes = countedIn('bytes');
const characters = countedIn('characters');
const items = countedIn('items');
const keys = countedIn('keys');
const levels = countedIn('levels');
const atATime = countedIn('at a time');
const aMinute = countedIn('a minute');
const seconds = countedIn('seconds');
const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

const tooLarge = '413 `payload_too_large`';
const invalid = '422 `validation_failed`';
const invalidText = '422 `validation_failed`; in a path or query 400 `parameter_invalid`';
const rateLimited = '429 `rate_limited`, with `Retry-After`; counted in each process';
const noRoomForFile =
  '409 `state_conflict`, or a page says so, until a candidate removes one or the sandbox is reset';
const refusedFile = 'the file is refused, and an issue says why';

/**
 * Every bound of the service on a size or a number of things, by the owner who has used it up and so is refused.
 * `docs/sandbox/limits.md` and the OpenAPI document are made from this table. Ranges of numbers are declared with their fields.
 */
export const limitsByOwner = {
  request: {
    requestHeaders: bytes(16 * KIB, 'the headers of a request, including its target')
      .above('431, and the connection is closed')
      .because('They are read before authentication.'),
    jsonBody: bytes(MIB, 'a JSON body')
      .above(tooLarge)
      .because('It is parsed as a whole, in memory.'),
    jsonDepth: levels(64, 'the nesting of a JSON body')
      .above('400 `malformed_json`')
      .because('Code that walks the body must not overflow the stack.'),
    file: bytes(10 * MIB, 'a file of a document')
      .above(tooLarge)
      .because('It is kept in the database.'),
    roster: bytes(2 * MIB, 'a roster CSV')
      .above(tooLarge)
      .because('It is checked row by row, in memory.'),
    formOverhead: bytes(64 * KIB, 'the boundaries and headers of a form, beside its file')
      .above(tooLarge)
      .because('A file of the full size must fit into its form.'),
    formParts: items(100, 'the parts of a multipart form')
      .above(tooLarge)
      .because('Many small parts take far longer than their bytes.'),
    partHeaders: bytes(8 * KIB, 'the headers of a part of a form')
      .above(tooLarge)
      .because('Many headers take far longer than their bytes.'),
    pageForm: bytes(12 * MIB, 'a form of a hosted page, with its files')
      .above(tooLarge)
      .because('One file of the full size and the other fields must fit.'),
    pageFormFields: bytes(256 * KIB, 'a form of a hosted page that has no files')
      .above(tooLarge)
      .because('A list of its fields takes far more memory than its bytes.'),
    pageFormIgnored: bytes(64 * MIB, 'what is read of a form of a hosted page that is too large')
      .above('the rest is not read')
      .because('A browser shows no answer before it has sent everything.'),
    idempotencyKey: characters(255, '`Idempotency-Key`')
      .above('400 `idempotency_key_invalid`')
      .because('It is part of an index.'),
    id: characters(255, 'an id')
      .above(invalidText)
      .because('Refusals repeat it. Ids of this service are far shorter.'),
    cursor: characters(255, '`cursor`')
      .above('400 `parameter_invalid`')
      .because('Cursors of the service are far shorter.'),
    search: characters(100, '`q` of a list')
      .above('400 `parameter_invalid`')
      .because('Every object that the caller may see is compared with it.'),
    reference: characters(
      255,
      "`externalId`, `reference`, `fileName`: the caller's own names, and the name of an uploaded file",
    )
      .above(invalidText)
      .because('Lists are filtered by them, so they are part of an index.'),
    name: characters(
      100,
      'a name of a person, package, role, document or integration, and a label of a key',
    )
      .above(invalid)
      .because('Pages, notices and mails show it in one line.'),
    facilityName: characters(255, 'the name of a tenant')
      .above(invalid)
      .because('Hosted pages show it in their head.'),
    slug: characters(100, 'a slug, a type of event, an operation or a kind of fault')
      .above(invalidText)
      .because('It names one of a closed list. Refusals repeat it.'),
    email: characters(254, 'a mail address').above(invalidText).because('RFC 5321 allows no more.'),
    origin: characters(255, 'an origin of `allowedOrigins`')
      .above(invalid)
      .because('A host name has at most 253 characters.'),
    url: characters(2048, 'an address of an endpoint or a link')
      .above(`${invalid}, of an endpoint \`url_not_allowed\``)
      .because('Proxies and browsers cut longer ones.'),
    time: characters(64, 'a time or a duration')
      .above(invalidText)
      .because('ISO 8601 allows any number of decimals.'),
    timeZone: characters(60, 'a name of a time zone')
      .above(invalid)
      .because('The longest IANA name has 32.'),
    description: characters(
      255,
      'the description of an endpoint, the hint of a field of a document',
    )
      .above(invalid)
      .because('Lists show it in one line.'),
    note: characters(2000, 'the note of an adjudication')
      .above(invalid)
      .because('Every answer with the report repeats it.'),
    statement: characters(5000, 'the statement of a dispute')
      .above(invalid)
      .because('A candidate must have room to explain, and a page must show it.'),
    errorMessage: characters(500, 'the message of a verification that was failed by hand')
      .above(invalid)
      .because('The event carries it.'),
    documentField: characters(200, 'a field of a hosted page, except the statement')
      .above('the page is shown again, and says so')
      .because('The page repeats what was entered.'),
    formDataKeys: keys(100, '`formData`, with what was submitted before')
      .above(invalid)
      .because('No document has as many fields.'),
    formDataKey: characters(60, 'a key of `formData`')
      .above(invalid)
      .because('It is the name of a field.'),
    formDataBytes: bytes(64 * KIB, '`formData` as JSON, with what was submitted before')
      .above(invalid)
      .because('Lists, events and attempts repeat it.'),
    metadataKeys: keys(50, '`metadata`')
      .above(invalid)
      .because('Every answer and event with the object repeats it.'),
    metadataKey: characters(40, 'a key of `metadata`')
      .above(invalid)
      .because('Every answer and event with the object repeats it.'),
    metadataValue: characters(500, 'a value of `metadata`: a text, otherwise its JSON')
      .above(invalid)
      .because('Every answer and event with the object repeats it.'),
    fileIds: items(20, '`fileIds` of a request')
      .above(invalid)
      .because('Its event has an address for each.'),
    pageFiles: items(5, 'the files that a hosted page takes for a document')
      .above('the page is shown again, and says so')
      .because('A candidate photographs a few pages.'),
    documentConfigs: items(20, '`documentConfigSlugs` of a session')
      .above(invalid)
      .because('Its page lists them.'),
    checkTypes: items(50, '`checkTypeSlugs` of a package')
      .above(invalid)
      .because('A report has a check for each.'),
    requirements: items(50, '`requirements` of a role')
      .above(invalid)
      .because('Every onboarding and row of an import has an answer for each.'),
    documentFields: items(50, '`fields` of a document configuration')
      .above(invalid)
      .because('A page has an input for each.'),
    fieldPattern: characters(100, 'the pattern of a field of a document configuration')
      .above(invalid)
      .because('Every value of the field is compared with each of its parts.'),
    patternLength: characters(500, 'a text that the pattern of a field matches')
      .above(invalid)
      .because('All fields that are read from files must fit into `formData`.'),
    states: items(60, '`states` of a requirement or a document configuration')
      .above(invalid)
      .because('There are 56 states and territories.'),
    findings: items(500, '`recordIds` and `checkIds`, each')
      .above(invalid)
      .because('A report has fewer records.'),
    prices: keys(200, '`packages` and `checkTypes` of prices, each')
      .above(invalid)
      .because('There are fewer packages and types of checks in a catalog.'),
    allowedOrigins: items(20, '`allowedOrigins` of a key')
      .above(invalid)
      .because('Each request of a page is compared with all of them.'),
    eventTypes: items(20, '`eventTypes` of an endpoint')
      .above(invalid)
      .because('There are fewer types of events.'),
    captures: items(1000, '`captures` of an import of events')
      .above(invalid)
      .because('They are stored in one transaction.'),
    captureBody: characters(MIB, 'the body of a captured event, in Base64')
      .above(invalid)
      .because('No JSON body has more.'),
    triggerFields: keys(
      100,
      '`data`, `set` and `setText` of a triggered event, each, and the paths of `unset`',
    )
      .above(invalid)
      .because('An event has fewer fields.'),
    triggerText: characters(MIB, 'a text of `setText` of a triggered event')
      .above(invalid)
      .because('No JSON body has more.'),
    jobsOfMove: items(10_000, 'the jobs that a move of the clock runs')
      .above('the move stops, and says where')
      .because('A loop of jobs never ends.'),
    secondsOfMove: seconds(10, 'a move of the clock of the command, before its last job begins')
      .above('the move stops, and says where')
      .because('Its client waits for the answer.'),
    sinkName: characters(60, 'the name of a sink')
      .above('404 `route_not_found`; in a control 400 `parameter_invalid`')
      .because('It is a part of an address.'),
    sinkBody: bytes(MIB, 'a body that a sink takes')
      .above(tooLarge)
      .because('Nobody needs a key to send it.'),
  },
  answer: {
    pageObjects: items(100, 'a page of a list')
      .above('400 `parameter_invalid`')
      .because('A caller can ask for the next page.'),
    pageBytes: bytes(
      2 * MIB,
      '`data` of a page of a list, `attempts` of a delivery, and the requests of a sink',
    )
      .above('fewer of them, at least one; a page then has `hasMore`')
      .because('Many large pages at a time must not fill the memory.'),
    faults: items(100, '`errors` of a refusal')
      .above('`faultsOmitted` says how many are left out')
      .because('A refusal must not be larger than what it refuses.'),
    failedJobs: items(100, '`failed` of a move of the clock, and `parked` of the clock')
      .above('the oldest of `failed` and the newest of `parked` are shown')
      .because('A defect can fail every job.'),
    shownDue: items(200, '`due.data` of the clock')
      .above('the latest are left out; `due.total` counts them')
      .because('The dashboard reads it every few seconds.'),
    countedDue: items(1000, 'the jobs that `due.byKind` of the clock counts, and the secrets')
      .above('the latest are not counted, and `complete` is false')
      .because('The dashboard reads it every few seconds.'),
    faultName: characters(100, 'a name that a refusal quotes')
      .above('it is cut, and ends with `…`')
      .because('A refusal must not be larger than what it refuses.'),
    faultPath: characters(500, '`param` of a refusal, which has a name for each level')
      .above('it is cut, and ends with `…`')
      .because('A refusal must not be larger than what it refuses.'),
    loggedBody: bytes(4 * KIB, '`requestBody` and `problem` of a logged request, each')
      .above('`requestBodyOmitted` says so; `problem` has no `errors`, and a shorter `detail`')
      .because('The log grows without a limit.'),
    loggedPath: characters(1000, '`path` of a logged request')
      .above('it is cut, and ends with `…`')
      .because('Lists are filtered by it, so it is part of an index.'),
    requestEvents: items(100, '`eventIds` of a logged request')
      .above('the newest are left out; `GET /v1/events` lists them')
      .because('The commit of an import leads to thousands.'),
    buckets: items(48, '`buckets` of statistics')
      .above('the buckets are longer')
      .because('A chart shows no more.'),
    countedInRange: items(10_000, 'the deliveries that the statistics of deliveries count')
      .above('the oldest are not counted, and `complete` is false')
      .because('An open page reads them again after every delivery.'),
    countedDeliveries: items(2000, 'the deliveries that the statistics of an endpoint count')
      .above('the oldest are not counted, and `complete` is false')
      .because('A page that is open reads them again after every delivery.'),
    countedFailures: items(1000, 'the deliveries of each cause that `failures` of deliveries count')
      .above('the oldest are not counted, and `complete` is false')
      .because('One statement counts all causes, and everything else waits for it.'),
    countedMissing: items(5000, 'the events among which `recover` counts those that are missing')
      .above('they are delivered, and not counted')
      .because('One statement looks for a delivery of each.'),
    countedInStatus: items(1000, 'the deliveries of each status that `counts` of deliveries count')
      .above('they are counted as 1,000')
      .because('An open page reads the counts again after every delivery.'),
    failureGroups: items(100, '`failures` of deliveries')
      .above('those of fewer deliveries are left out')
      .because('A tenant has many endpoints, and a page shows no more.'),
    historyEntries: items(200, '`history` of an adverse action')
      .above('its oldest reschedulings are forgotten')
      .because('Every answer with the adverse action repeats it.'),
    shownAttempts: items(
      50,
      '`attempts` of a delivery, and those of it that the statistics of its endpoint count',
    )
      .above('the oldest are left out; `attemptCount` counts them')
      .because('Each has up to 64 KiB of an answer, and replays have no limit.'),
    usageDays: items(400, '`byDay` of the usage of a key')
      .above('the oldest are left out; `totalRequests` counts them')
      .because('A virtual clock passes years in seconds.'),
    integrationKeys: items(100, '`keyIds` of an integration')
      .above('the oldest are left out')
      .because('Every answer with the integration repeats them.'),
    evidenceDocuments: items(100, 'the documents of a candidate that an onboarding looks at')
      .above('the oldest are not looked at')
      .because('Lists of onboardings look at those of many candidates.'),
    evidenceReports: items(50, 'the reports of a candidate that an onboarding looks at')
      .above('the oldest are not looked at')
      .because('Lists of onboardings look at those of many candidates.'),
    listed: items(100, 'the mails of the outbox and the requests of a sink that are listed')
      .above('the oldest are left out')
      .because('They are read while a test is watched.'),
  },
  client: {
    loginGuesses: aMinute(10, 'the wrong passwords for the dashboard')
      .above('429 `rate_limited`, with `Retry-After`; counted in each process')
      .because('Nobody can guess a password in time.'),
  },
  key: {
    requests: aMinute(600, 'the requests of an API key, unless `--rate-limit` says otherwise')
      .above(rateLimited)
      .because('Nobody needs more by hand, and a loop without a pause should be found.'),
    streamsOfKey: atATime(10, 'the event streams of an API key')
      .above(rateLimited)
      .because('Every stream is checked after every commit.'),
  },
  tenant: {
    requestsOfTenant: aMinute(
      6000,
      'the requests of all API keys of a tenant; with `--rate-limit`, ten times its figure',
    )
      .above(rateLimited)
      .because('A tenant can make as many keys as it likes.'),
    webhookEndpoints: items(2000, 'the webhook endpoints of a tenant')
      .above('409 `state_conflict`, until one is deleted')
      .because('An event is delivered to all that subscribe to it.'),
    liveKeys: items(1000, 'the API keys of a tenant that are not revoked')
      .above('409 `state_conflict`, until one is revoked')
      .because('Each has counters of its own.'),
    activeIntegrations: items(500, 'the integrations of a tenant that are not archived')
      .above('409 `state_conflict`, until one is archived')
      .because('Each has keys, endpoints and lists of its own.'),
    openImports: items(10, 'the bulk imports of a tenant that are not committed or rejected')
      .above('409 `state_conflict`, until one is committed or rejected')
      .because('Each keeps its roster, and may have a job that runs.'),
    files: bytes(GIB, 'the files of a tenant together')
      .above(noRoomForFile)
      .because('They are kept in the database.'),
    filesInMemory: bytes(256 * MIB, 'the same, with the database in memory')
      .above(noRoomForFile)
      .because('They are kept in memory.'),
    ownDocumentConfigs: items(50, 'the document configurations of a tenant, beside the catalog')
      .above('409 `state_conflict`; they can be changed, and stay')
      .because('The page of a session for all documents lists them.'),
    attemptsOfTenant: atATime(250, 'the jobs of a tenant in a process, while others have due work')
      .above('its next ones wait')
      .because('No tenant may starve another.'),
    streamsOfTenant: atATime(50, 'the event streams of a tenant, including the dashboard streams')
      .above(rateLimited)
      .because('Every stream is checked after every commit.'),
  },
  endpoint: {
    formerAddresses: items(50, '`urlHistory` of an endpoint')
      .above('the oldest are forgotten')
      .because('Every answer with the endpoint repeats them.'),
    attemptsOfEndpoint: atATime(5, 'the attempts of an endpoint')
      .above('its next deliveries wait')
      .because('No endpoint may starve another.'),
    responseHeaders: bytes(16 * KIB, 'the headers of the answer to a delivery')
      .above('the attempt fails with `invalid_response`')
      .because('They are kept with the attempt.'),
    responseBody: bytes(64 * KIB, 'the body of the answer to a delivery')
      .above('the rest is not read')
      .because('It is kept with the attempt, and changes nothing.'),
    errorText: characters(200, 'what the error of an attempt quotes of a failed connection')
      .above('it is cut')
      .because('It may have parts of a certificate.'),
  },
  import: {
    rosterRows: items(5000, 'the rows of a roster; twice as many with empty ones')
      .above(refusedFile)
      .because('Each becomes a candidate.'),
    rosterColumns: items(200, 'the columns of a roster')
      .above(refusedFile)
      .because('They are compared with each other.'),
    rosterNames: bytes(64 * MIB, 'the names of the columns of a roster as JSON, once for each row')
      .above(refusedFile)
      .because('Each row is stored with them.'),
    rosterCell: characters(1000, 'a cell of a roster')
      .above(refusedFile)
      .because('Every answer with the row repeats it.'),
    rosterIssues: items(100, '`fileIssues` of an import')
      .above('one more says how many are left out')
      .because('Every answer with the import repeats them.'),
  },
  sandbox: {
    injectedFaults: items(1000, 'the faults that wait to be injected')
      .above('409 `state_conflict`')
      .because('Every attempt is compared with all of them.'),
    snapshots: items(100, 'the snapshots')
      .above('409 `state_conflict`')
      .because('Each is a copy of the whole state.'),
    sinkBodyKept: bytes(64 * KIB, 'what a sink keeps of a body')
      .above('the rest is dropped')
      .because('Nobody needs a key to send it.'),
    sinkRequests: items(1000, 'the requests that all sinks together keep')
      .above('the oldest are forgotten')
      .because('Nobody needs a key to send them.'),
  },
  process: {
    attempts: atATime(1000, 'the jobs of a process, attempts included')
      .above('the next ones wait')
      .because('Each takes a socket and memory.'),
    rowsOfTransaction: items(200, 'the rows that a long job changes in one transaction')
      .above('the job continues in the next one')
      .because('A transaction of an hour holds up all others.'),
    countedJobs: items(10_000, 'the due jobs that `/metrics` counts')
      .above('the figure stays there')
      .because('A scrape comes every few seconds.'),
    changesOfStream: items(50, 'the changes that event streams read at a time')
      .above('they read on, each when its client has taken them')
      .because('A slow client must not fill the memory.'),
    loginClients: items(10_000, 'the clients whose wrong passwords a process remembers')
      .above('the client that was wrong longest ago is forgotten')
      .because('The number of addresses has no limit.'),
    loggedRequests: items(1000, 'the answered requests that wait to be logged')
      .above('answers wait')
      .because('A slow database must not fill the memory.'),
    knownKeys: items(1000, 'the API keys that a process remembers')
      .above('the oldest is looked up again')
      .because('The number of keys that do not exist has no limit.'),
  },
};

export const limits = {
  ...limitsByOwner.request,
  ...limitsByOwner.answer,
  ...limitsByOwner.client,
  ...limitsByOwner.key,
  ...limitsByOwner.tenant,
  ...limitsByOwner.endpoint,
  ...limitsByOwner.import,
  ...limitsByOwner.sandbox,
  ...limitsByOwner.process,
};

/** The bounds of names. A name must not be only white space. */
export const names: readonly LimitName[] = ['name', 'facilityName'];

export type LimitName = keyof typeof limits;

/** The names of the bounds that are counted in a unit. */
export type LimitOf<Counted extends Unit> = {
  [Name in LimitName]: (typeof limits)[Name]['unit'] extends Counted ? Name : never;
}[LimitName];

/** A bound in words, such as `64 KiB`. */
export function figure(name: LimitName): string {
  const { most, unit } = limits[name];
  if (unit !== 'bytes') {
    const grouped = most.toLocaleString('en-US');
    return unit === 'items' ? grouped : `${grouped} ${unit}`;
  }
  if (most % GIB === 0) return `${most / GIB} GiB`;
  return most % MIB === 0 ? `${most / MIB} MiB` : `${most / KIB} KiB`;
}
