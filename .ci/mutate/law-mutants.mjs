// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these strings are code.

// The mutants of laws.mjs, in the order of the laws: chosen from the text of each law, then looked for in the code. A name says
// which behaviour is broken. `find` is there once in its file.
const core = 'packages/core/src';
const coreTest = 'packages/core/test';
const sandbox = 'packages/sandbox/src';
const sandboxTest = 'packages/sandbox/test';

/** DESIGN 4.2: outcome and ack. */
const outcomes = [
  {
    name: 'a failed handler is acked with 200',
    file: `${core}/outcome/ack.ts`,
    find: 'failed: 500,',
    replace: 'failed: 200,',
    tests: [`${coreTest}/outcome/ack.test.ts`],
  },
  {
    name: 'an event in the inbox is acked as one that is processed',
    file: `${core}/outcome/ack.ts`,
    find: 'accepted: 202,',
    replace: 'accepted: 200,',
    tests: [`${coreTest}/outcome/ack.test.ts`],
  },
  {
    name: 'a duplicate makes the sender try again',
    file: `${core}/outcome/ack.ts`,
    find: 'duplicate: 200,',
    replace: 'duplicate: 409,',
    tests: [`${coreTest}/outcome/ack.test.ts`],
  },
  {
    name: 'an event without a handler is claimed',
    file: `${core}/pipeline/receive.ts`,
    find: "if (!handler) return { kind: 'ignored' };",
    replace:
      "if (!handler) { await claimEvent(sent, undefined, context, settings); return { kind: 'ignored' }; }",
    tests: [`${coreTest}/pipeline/claims.test.ts`],
  },
  {
    name: 'a discarded event runs again',
    file: `${core}/pipeline/settle.ts`,
    find: "if (outcome.kind === 'failed') {",
    replace: "if (outcome.kind !== 'processed') {",
    tests: [`${coreTest}/pipeline/receive.test.ts`],
  },
  {
    name: 'in_progress does not say when to come back',
    file: `${core}/outcome/outcome.ts`,
    find: 'retryAfter: Math.max(1, busyForMs / 1000) };',
    replace: 'retryAfter: undefined };',
    tests: [`${coreTest}/pipeline/claims.test.ts`],
  },
  {
    name: 'unavailable does not say when to come back',
    file: `${core}/outcome/outcome.ts`,
    find: "return { kind: 'unavailable', reason, error, retryAfter: RETRY_AFTER_OUTAGE };",
    replace: "return { kind: 'unavailable', reason, error };",
    tests: [`${coreTest}/pipeline/claims.test.ts`, `${coreTest}/pipeline/deadline.test.ts`],
  },
  {
    name: 'RetryLater is any failure',
    file: `${core}/handlers/run-handler.ts`,
    find: "return { kind: 'failed', error, retryAfter: error.after };",
    replace: "return { kind: 'failed', error };",
    tests: [`${coreTest}/pipeline/receive.test.ts`],
  },
  {
    name: 'a handler that has failed keeps its claim',
    file: `${core}/pipeline/settle.ts`,
    find: 'context.waitUntil(claim.release());',
    replace: '',
    tests: [`${coreTest}/pipeline/claims.test.ts`],
  },
  {
    name: 'a receiver that drains takes deliveries',
    file: `${core}/pipeline/receive.ts`,
    find: "inFlight.draining ? unavailable('draining') : context.refusal",
    replace: 'context.refusal',
    tests: [`${coreTest}/pipeline/deadline.test.ts`],
  },
  {
    name: 'a wrong signature has the status of a malformed one',
    file: `${core}/outcome/rejection.ts`,
    find: 'signature_mismatch: 401,',
    replace: 'signature_mismatch: 400,',
    tests: [`${coreTest}/outcome/ack.test.ts`],
  },
  {
    name: 'a late delivery is answered 410, on which senders disable the endpoint',
    file: `${core}/outcome/rejection.ts`,
    find: 'timestamp_too_old: 400,',
    replace: 'timestamp_too_old: 410,',
    tests: [`${coreTest}/outcome/ack.test.ts`],
  },
  {
    name: 'another method is not told which one is allowed',
    file: `${core}/outcome/ack.ts`,
    find: "if (code === 'method_not_allowed') headers['allow'] = 'POST';",
    replace: '',
    tests: [`${coreTest}/outcome/ack.test.ts`],
  },
  {
    name: 'the body of a rejection tells why, besides its code',
    file: `${core}/outcome/ack.ts`,
    find: 'return { status: statusByRejection[code], headers, body, outcome };',
    replace:
      "const why = JSON.stringify({ outcome: 'rejected', ...outcome.rejection }); return { status: statusByRejection[code], headers, body: why, outcome };",
    tests: [`${coreTest}/outcome/ack.test.ts`, `${coreTest}/borders/arguments.test.ts`],
  },
];

/** DESIGN 4.3: the signature. */
const signature = [
  {
    name: 't may have leading zeros',
    file: `${core}/signature/parse-signature-header.ts`,
    find: '/^(?:0|[1-9][0-9]{0,14})$/',
    replace: '/^[0-9]{1,15}$/',
    tests: [`${coreTest}/signature/parse-signature-header.test.ts`],
  },
  {
    name: 'the MAC does not cover t',
    file: `${core}/signature/check-signature.ts`,
    find: 'key.mac(header.timestampText, body)',
    replace: "key.mac('', body)",
    tests: [`${coreTest}/signature/verify-signature.test.ts`],
  },
  {
    name: 'the MAC is over the body as text',
    file: `${core}/signature/check-signature.ts`,
    find: 'key.mac(header.timestampText, body)',
    replace:
      'key.mac(header.timestampText, new TextEncoder().encode(new TextDecoder().decode(body)))',
    tests: [
      `${coreTest}/signature/verify-signature.test.ts`,
      `${coreTest}/signature/signature.property.test.ts`,
    ],
  },
  {
    name: 'a space before a pair hides it',
    file: `${core}/signature/parse-signature-header.ts`,
    find: 'while (isSpaceOrTab(text.charCodeAt(index))) index += 1;',
    replace: '',
    tests: [`${coreTest}/signature/parse-signature-header.test.ts`],
  },
  {
    name: 'an unknown key makes the header malformed',
    file: `${core}/signature/parse-signature-header.ts`,
    find: "      case 'v1': {",
    replace:
      "      default:\n        return reject('signature_header_malformed');\n      case 'v1': {",
    tests: [`${coreTest}/signature/parse-signature-header.test.ts`],
  },
  {
    name: 'of two t, the last one counts',
    file: `${core}/signature/parse-signature-header.ts`,
    find: 'timestampText !== undefined || ',
    replace: '',
    tests: [`${coreTest}/signature/parse-signature-header.test.ts`],
  },
  {
    name: 'a v1 in capitals does not verify',
    file: `${core}/signature/parse-signature-header.ts`,
    find: 'signatures.push(text.toLowerCase())',
    replace: 'signatures.push(text)',
    tests: [`${coreTest}/signature/parse-signature-header.test.ts`],
  },
  {
    name: 'a malformed v1 masks a good one',
    file: `${core}/signature/parse-signature-header.ts`,
    find: 'if (SHA256_HEX.test(text)) signatures.push',
    replace:
      "if (!SHA256_HEX.test(text)) return reject('signature_missing');\n        signatures.push",
    tests: [`${coreTest}/signature/parse-signature-header.test.ts`],
  },
  {
    name: 'a header without a usable v1 goes on to the comparison',
    file: `${core}/signature/parse-signature-header.ts`,
    find: "if (signatures.length === 0) return reject('signature_missing');",
    replace: '',
    tests: [`${coreTest}/signature/parse-signature-header.test.ts`],
  },
  {
    name: 'a header may have any length',
    file: `${core}/signature/parse-signature-header.ts`,
    find: 'const MAX_CHARACTERS = 4096;',
    replace: 'const MAX_CHARACTERS = 4097;',
    tests: [`${coreTest}/signature/parse-signature-header.test.ts`],
  },
  {
    name: 'a header may have more than 32 pairs',
    file: `${core}/signature/parse-signature-header.ts`,
    find: 'const MAX_PAIRS = 32;',
    replace: 'const MAX_PAIRS = 33;',
    tests: [`${coreTest}/signature/parse-signature-header.test.ts`],
  },
  {
    name: 'a header may have more than 8 v1',
    file: `${core}/signature/parse-signature-header.ts`,
    find: 'const MAX_SIGNATURES = 8;',
    replace: 'const MAX_SIGNATURES = 9;',
    tests: [`${coreTest}/signature/parse-signature-header.test.ts`],
  },
  {
    name: 'of a header that came twice, the first one counts',
    file: `${core}/signature/parse-signature-header.ts`,
    find: "if (Array.isArray(header)) return header.join(', ');",
    replace: "if (Array.isArray(header)) return header[0] ?? '';",
    tests: [`${coreTest}/borders/arguments.test.ts`],
  },
  {
    name: 'the comparison ends at the first secret that matches',
    file: `${core}/signature/check-signature.ts`,
    find: 'index >= 0; index -= 1) {',
    replace: 'index >= 0 && secretIndex === -1; index -= 1) {',
    tests: [`${coreTest}/signature/check-signature.test.ts`],
  },
  {
    name: 'the comparison ends at the first candidate that matches',
    file: `${core}/signature/check-signature.ts`,
    find: "if (equalMacs(macs[index] ?? '', signature)) secretIndex = index;",
    replace: "if (equalMacs(macs[index] ?? '', signature)) { secretIndex = index; break; }",
    tests: [`${coreTest}/signature/check-signature.test.ts`],
  },
  {
    name: 'the time of a comparison tells how much of a MAC is right',
    file: `${core}/signature/mac-node.ts`,
    find: 'return timingSafeEqual(left, right);',
    replace: 'return left.equals(right);',
    tests: [`${coreTest}/signature/mac.test.ts`],
  },
  {
    name: 'a forged signature is told that it is too old',
    file: `${core}/signature/check-signature.ts`,
    find: "if (secretIndex === -1) return reject('signature_mismatch');",
    replace:
      "if (secretIndex === -1 && Math.abs(Math.floor(now / 1000) - timestamp) <= tolerance) return reject('signature_mismatch');",
    tests: [`${coreTest}/signature/verify-signature.test.ts`],
  },
  {
    name: 'a delivery of exactly 300 s ago is too old',
    file: `${core}/signature/check-signature.ts`,
    find: 'if (skew > tolerance)',
    replace: 'if (skew >= tolerance)',
    tests: [`${coreTest}/signature/verify-signature.test.ts`],
  },
  {
    name: 'a delivery of any later time is taken',
    file: `${core}/signature/check-signature.ts`,
    find: "if (-skew > tolerance) return reject('timestamp_in_future', { skew });",
    replace: '',
    tests: [`${coreTest}/signature/verify-signature.test.ts`],
  },
  {
    name: 'the window counts parts of a second',
    file: `${core}/signature/check-signature.ts`,
    find: 'const skew = Math.floor(now / 1000) - timestamp;',
    replace: 'const skew = now / 1000 - timestamp;',
    tests: [`${coreTest}/signature/verify-signature.test.ts`],
  },
  {
    name: 'invalid UTF-8 is an event with replacement characters',
    file: `${core}/events/parse-event.ts`,
    find: '{ fatal: true }',
    replace: '{ fatal: false }',
    tests: [`${coreTest}/events/parse-event.test.ts`],
  },
  {
    name: 'a secret with a newline is taken',
    file: `${core}/signature/signing-keys.ts`,
    find: 'if (secret.trim() !== secret) {',
    replace: 'if (secret.trim() === undefined) {',
    tests: [`${coreTest}/receiver/options.test.ts`],
  },
  {
    name: 'an empty secret is taken',
    file: `${core}/signature/signing-keys.ts`,
    find: "typeof secret !== 'string' || secret === ''",
    replace: "typeof secret !== 'string'",
    tests: [`${coreTest}/receiver/options.test.ts`],
  },
  {
    name: 'a tolerance of NaN switches the window off',
    file: `${core}/signature/tolerance.ts`,
    find: '!Number.isFinite(tolerance) || ',
    replace: '',
    tests: [
      `${coreTest}/receiver/options.test.ts`,
      `${coreTest}/signature/verify-signature.test.ts`,
    ],
  },
  {
    name: 'an unknown tenant is refused sooner than a wrong signature',
    file: `${core}/pipeline/verify-with-keys.ts`,
    find: "await checkSignature(body, header, signingKeys('no such tenant'), window);",
    replace: 'signingKeys;',
    tests: [`${coreTest}/pipeline/unknown-tenant.test.ts`],
  },
  {
    name: 'an unknown tenant is answered unlike a wrong signature',
    file: `${core}/pipeline/verify-with-keys.ts`,
    find: "reject('signature_mismatch', { reason: 'no_secret' })",
    replace: "reject('signature_missing', { reason: 'no_secret' })",
    tests: [`${coreTest}/pipeline/receive.test.ts`],
  },
];

/** DESIGN 4.4: claims. */
const claims = [
  {
    name: 'a step of the wall clock ends a lease',
    file: `${core}/dedupe/memory-store.ts`,
    find: "return readClock(monotonicNow, 'monotonicNow()');",
    replace: "return readClock(now, 'monotonicNow()');",
    tests: [`${coreTest}/borders/clocks.test.ts`],
  },
  {
    name: 'retention does not go by the wall clock',
    file: `${core}/dedupe/memory-store.ts`,
    find: 'const time = Math.floor(readClock(now));',
    replace: 'const time = Math.floor(readClock(monotonicNow));',
    tests: [`${coreTest}/dedupe/memory-store.test.ts`, `${coreTest}/borders/clocks.test.ts`],
  },
  {
    name: 'a clock that is not a number is compared',
    file: `${core}/async/read-clock.ts`,
    find: "if (typeof time === 'number' && Number.isFinite(time)) return time;",
    replace: "if (typeof time === 'number') return time;",
    tests: [`${coreTest}/borders/clocks.test.ts`],
  },
  {
    name: 'a colon in an id or a namespace makes two keys one',
    file: `${core}/events/escape-key-part.ts`,
    find: 'return part.search(SPECIAL) < 0 ? part : part.replace(SPECIAL, escapeUnit);',
    replace: 'return part;',
    tests: [`${coreTest}/borders/tenants.test.ts`],
  },
  {
    name: 'two ids that differ in an unpaired surrogate share a key where a store writes UTF-8',
    file: `${core}/events/escape-key-part.ts`,
    find: 'const SPECIAL = /[%:\\0\\p{Surrogate}]/gu;',
    replace: 'const SPECIAL = /[%:\\0]/gu;',
    tests: [`${coreTest}/borders/tenants.test.ts`],
  },
  {
    name: 'a store that cannot commit is taken',
    file: `${core}/dedupe/check-dedupe-store.ts`,
    find: "['claim', 'extend', 'commit', 'release']",
    replace: "['claim', 'extend', 'release']",
    tests: [`${coreTest}/receiver/options.test.ts`],
  },
  {
    name: 'any answer of a store is a claim',
    file: `${core}/dedupe/checked-store.ts`,
    find: "if (answer === 'acquired' || answer === 'done') return answer;",
    replace: "if (typeof answer !== 'object') return answer === 'done' ? 'done' : 'acquired';",
    tests: [`${coreTest}/dedupe/checked-store.test.ts`],
  },
  {
    name: 'any answer of a store is a commit',
    file: `${core}/dedupe/checked-store.ts`,
    find: "if (typeof answer === 'boolean') return answer;",
    replace: 'if (answer) return true;',
    tests: [
      `${coreTest}/dedupe/checked-store.test.ts`,
      `${coreTest}/borders/ports.property.test.ts`,
    ],
  },
  {
    name: 'any answer of an inbox is an event that is stored',
    file: `${core}/pipeline/store-in-inbox.ts`,
    find: "if (stored === 'stored') return",
    replace: "if (stored !== 'duplicate') return",
    tests: [`${coreTest}/pipeline/receive.test.ts`],
  },
  {
    name: 'a tenant whose integration is not known takes the events of all',
    file: `${core}/pipeline/tenant.ts`,
    find: "if (typeof option !== 'function') return option;",
    replace:
      "if (typeof option !== 'function') return option;\n  if (option(framework) === undefined) return undefined;",
    tests: [`${coreTest}/borders/tenants.test.ts`],
  },
  {
    name: 'an observer that throws fails the delivery',
    file: `${core}/pipeline/finish.ts`,
    find: 'void ignoreErrors(() => observer(observation));',
    replace: 'void observer(observation);',
    tests: [`${coreTest}/borders/ports.property.test.ts`],
  },
  {
    name: 'the owner of a claim whose reply was lost cannot claim again',
    file: `${core}/dedupe/memory-store.ts`,
    find: 'if (lease && lease.endsAt > time && lease.owner !== owner) {',
    replace: 'if (lease && lease.endsAt > time) {',
    tests: [`${coreTest}/dedupe/memory-store.test.ts`],
  },
  {
    name: 'a commit whose reply was lost is refused when it is repeated',
    file: `${core}/dedupe/memory-store.ts`,
    find: 'return committers.get(key) === owner && isDone(key);',
    replace: 'return false;',
    tests: [`${coreTest}/dedupe/memory-store.test.ts`],
  },
  {
    name: 'a release whose reply was lost is refused when it is repeated',
    file: `${core}/dedupe/memory-store.ts`,
    find: 'if (!lease) return !isDone(key);',
    replace: 'if (!lease) return false;',
    tests: [`${coreTest}/dedupe/memory-store.test.ts`],
  },
  {
    name: 'the lease of a handler at work is not extended',
    file: `${core}/dedupe/renew-lease.ts`,
    find: 'renewAfter(leaseMs / 3 - elapsed);',
    replace: '',
    tests: [`${coreTest}/pipeline/claims.test.ts`],
  },
  {
    name: 'an event is forgotten after the time of a lease',
    file: `${core}/dedupe/held-claim.ts`,
    find: 'this.#store.commit(key, owner, this.#times.retention)',
    replace: 'this.#store.commit(key, owner, this.#times.lease)',
    tests: [`${coreTest}/pipeline/claims.test.ts`],
  },
  {
    name: 'the default retention is a day',
    file: `${core}/receiver/receiver-settings.ts`,
    find: 'const SEVEN_DAYS = 604_800_000;',
    replace: 'const SEVEN_DAYS = 86_400_000;',
    tests: [`${coreTest}/pipeline/claims.test.ts`],
  },
  {
    name: 'the default lease is ten seconds',
    file: `${core}/receiver/receiver-settings.ts`,
    find: "checkMilliseconds('lease', options.lease, 60_000)",
    replace: "checkMilliseconds('lease', options.lease, 10_000)",
    tests: [`${coreTest}/pipeline/claims.test.ts`],
  },
  {
    name: 'a retention that is shorter than the retries is taken',
    file: `${core}/receiver/receiver-settings.ts`,
    find: 'if (retention < SENDER_RETRIES_FOR) {',
    replace: 'if (retention < 0) {',
    tests: [`${coreTest}/receiver/options.test.ts`],
  },
  {
    name: 'another than the owner may extend a claim',
    file: `${core}/dedupe/memory-store.ts`,
    find: 'if (liveLease(key, time)?.owner !== owner) return false;',
    replace: 'if (!liveLease(key, time)) return false;',
    tests: [`${coreTest}/dedupe/memory-store.test.ts`],
  },
  {
    name: 'another than the owner may commit a claim',
    file: `${core}/dedupe/memory-store.ts`,
    find: 'if (lease.owner !== owner) return false;',
    replace: '',
    tests: [`${coreTest}/dedupe/memory-store.test.ts`],
  },
  {
    name: 'another than the owner may release a claim',
    file: `${core}/dedupe/memory-store.ts`,
    find: 'return lease.owner === owner && leases.delete(key);',
    replace: 'return leases.delete(key);',
    tests: [`${coreTest}/dedupe/memory-store.test.ts`],
  },
  {
    name: 'a lost lease does not abort the handler',
    file: `${core}/dedupe/renew-lease.ts`,
    find: 'onLost(new LeaseLostError(reason));',
    replace: '',
    tests: [`${coreTest}/pipeline/claims.test.ts`],
  },
  {
    name: 'a commit that fails is not tried again',
    file: `${core}/dedupe/held-claim.ts`,
    find: 'for (const delay of COMMIT_RETRY_DELAYS) {',
    replace: 'for (const delay of COMMIT_RETRY_DELAYS.slice(4)) {',
    tests: [`${coreTest}/pipeline/claims.test.ts`],
  },
  {
    name: 'an event whose commit has failed is acked as processed',
    file: `${core}/pipeline/settle.ts`,
    find: "if (committed === 'committed') return outcome;",
    replace: "if (committed !== 'lost') return outcome;",
    tests: [`${coreTest}/pipeline/claims.test.ts`],
  },
  {
    name: 'a claim whose commit has failed is released',
    file: `${core}/pipeline/settle.ts`,
    find: 'committing.then((committed) => outcomeOf(outcome, committed))',
    replace:
      "committing.then((committed) => { if (typeof committed === 'object') void claim.release(); return outcomeOf(outcome, committed); })",
    tests: [`${coreTest}/pipeline/claims.test.ts`],
  },
  {
    name: 'a commit that has failed is a handler that has failed',
    file: `${core}/pipeline/settle.ts`,
    find: "return unavailable('dedupe', committed.error);",
    replace: "return { kind: 'failed', error: committed.error };",
    tests: [`${coreTest}/pipeline/claims.test.ts`],
  },
  {
    name: 'a handler runs while the store is down',
    file: `${core}/pipeline/claim-event.ts`,
    find: 'context.waitUntil(releaseUnanswered(answering, store, claim));\n  return answer;',
    replace: 'return new HeldClaim(store, claim, times, () => context.deadline.expire());',
    tests: [`${coreTest}/pipeline/claims.test.ts`],
  },
  {
    name: 'two integrations share the key of an id',
    file: `${core}/pipeline/dedupe-key.ts`,
    find: "namespace ?? (typeof integration === 'string' ? integration : '')",
    replace: "namespace ?? ''",
    tests: [`${coreTest}/borders/tenants.test.ts`],
  },
  {
    name: 'the namespace of an endpoint is not regarded',
    file: `${core}/pipeline/dedupe-key.ts`,
    find: "namespace ?? (typeof integration === 'string' ? integration : '')",
    replace: "typeof integration === 'string' ? integration : ''",
    tests: [`${coreTest}/borders/tenants.test.ts`],
  },
  {
    name: 'the memory store holds any number of claims',
    file: `${core}/dedupe/memory-store.ts`,
    find: 'function makeRoom(time: number): void {',
    replace: 'function makeRoom(time: number): void {\n    if (time) return;',
    tests: [`${coreTest}/dedupe/memory-store.test.ts`],
  },
  {
    name: 'the memory store remembers any number of ids',
    file: `${core}/dedupe/memory-store.ts`,
    find: 'new DoneKeys<number>(maxEntries)',
    replace: 'new DoneKeys<number>(1_000_000)',
    tests: [`${coreTest}/dedupe/memory-store.test.ts`],
  },
];

/** DESIGN 4.5: the deadline. */
const deadline = [
  {
    name: 'the deadline counts from when the delivery is processed, not from arrival',
    file: `${core}/pipeline/delivery-context.ts`,
    find: 'performance.now() - elapsed + timeout',
    replace: 'performance.now() + timeout',
    tests: [`${coreTest}/pipeline/deadline.test.ts`],
  },
  {
    name: 'the deadline does not end the reading of the body',
    file: `${core}/pipeline/read-body.ts`,
    find: 'if (!signal) return deadline.race(reading);',
    replace: 'if (!signal) return reading;',
    tests: [`${coreTest}/pipeline/deadline.test.ts`],
  },
  {
    name: 'the sender waits for the handler, however long it takes',
    file: `${core}/pipeline/answer-in-time.ts`,
    find: 'const outcome = await context.deadline.race(working);',
    replace: 'const outcome: WorkOutcome | typeof expired = await working;',
    tests: [`${coreTest}/pipeline/deadline.test.ts`],
  },
  {
    name: 'the handler is given up at the deadline',
    file: `${core}/pipeline/answer-in-time.ts`,
    find: 'claim.startRenewal();',
    replace: "claim.abort(new Error('late'));",
    tests: [`${coreTest}/pipeline/deadline.test.ts`],
  },
  {
    name: 'the claim of a handler that is late is not extended',
    file: `${core}/pipeline/answer-in-time.ts`,
    find: 'claim.startRenewal();',
    replace: '',
    tests: [`${coreTest}/pipeline/deadline.test.ts`, `${coreTest}/dedupe/renewal-start.test.ts`],
  },
  {
    name: 'the runtime is not told of work that goes on after the ack',
    file: `${core}/pipeline/answer-in-time.ts`,
    find: 'context.waitUntil(working);',
    replace: '',
    tests: [`${coreTest}/pipeline/deadline.test.ts`],
  },
  {
    name: 'an answer that somebody else has begun is written again',
    file: `${core}/adapters/node/send-ack.ts`,
    find: 'if (response.headersSent || response.destroyed) return;',
    replace: '',
    tests: [`${coreTest}/adapters/node/listener.test.ts`],
  },
];

/** SANDBOX 2: one transaction per command. */
const commands = [
  {
    name: 'a command that is refused keeps what it had written',
    file: `${sandbox}/store/transact.ts`,
    find: 'db.transaction(async (tx) => body(tx, firstRow(await tx.execute(sql.raw(first)))));',
    replace: 'db.execute(sql.raw(first)).then((row) => body(db, firstRow(row)));',
    tests: [`${sandboxTest}/api/checks.test.ts`, `${sandboxTest}/model/delivery-life.test.ts`],
  },
  {
    name: 'a refusal is stored as the answer under its Idempotency-Key',
    file: `${sandbox}/api/run-operation.ts`,
    find: 'const result = await run({ ...command, scope, keyScope });',
    replace:
      'const result = await run({ ...command, scope, keyScope }).catch((error: unknown) => ({ error: String(error) }));',
    tests: [`${sandboxTest}/api/checks.test.ts`],
  },
  {
    name: 'the answer of a command is not kept with it under its Idempotency-Key',
    file: `${sandbox}/api/run-operation.ts`,
    find: 'if (request) await storeAnswer(command, request, made);',
    replace: '',
    tests: [`${sandboxTest}/api/checks.test.ts`],
  },
  {
    name: 'a resumption ends with its first 200 deliveries',
    file: `${sandbox}/webhooks/endpoints/held-deliveries.ts`,
    find: "if (ids.length === BATCH) await schedule(tx, { kind: 'resumption', ref: endpointId, dueAt });",
    replace: '',
    tests: [`${sandboxTest}/webhooks/endpoints/long-jobs.test.ts`],
  },
  {
    name: 'a resumption takes all deliveries in one transaction',
    file: `${sandbox}/webhooks/endpoints/held-deliveries.ts`,
    find: 'const BATCH = 200;',
    replace: 'const BATCH = 100_000;',
    tests: [`${sandboxTest}/webhooks/endpoints/long-jobs.test.ts`],
  },
  {
    name: 'a recovery ends with its first 200 deliveries',
    file: `${sandbox}/webhooks/deliveries/recover-deliveries.ts`,
    find: 'if (!last || batch.length < BATCH) return;',
    replace: 'return;',
    tests: [`${sandboxTest}/webhooks/endpoints/long-jobs.test.ts`],
  },
  {
    name: 'a recovery takes all deliveries in one transaction',
    file: `${sandbox}/webhooks/deliveries/recover-deliveries.ts`,
    find: 'const BATCH = 200;',
    replace: 'const BATCH = 100_000;',
    tests: [`${sandboxTest}/webhooks/endpoints/long-jobs.test.ts`],
  },
  {
    name: 'an import commit ends with its first 200 rows',
    file: `${sandbox}/bulk-import/run-commit.ts`,
    find: 'if (rows.length === BATCH) {',
    replace: 'if (rows.length > BATCH) {',
    tests: [`${sandboxTest}/capabilities/bulk-import.test.ts`],
  },
];

/** SANDBOX 3: the bytes of an event. */
const bytes = [
  {
    name: 'a body is serialised again for each attempt',
    file: `${sandbox}/faults/plan-attempt.ts`,
    find: 'requests: [await genuine(body, secrets, now)]',
    replace:
      'requests: [await genuine(Buffer.from(JSON.stringify(JSON.parse(Buffer.from(body).toString()), null, attempt.number - 1)), secrets, now)]',
    tests: [`${sandboxTest}/capabilities/webhook-deliveries.test.ts`],
  },
  {
    name: 'an attempt sends other bytes than were signed',
    file: `${sandbox}/webhooks/deliveries/start-attempts.ts`,
    find: 'body: request.body,',
    replace: "body: Buffer.concat([request.body, Buffer.from('\\n')]),",
    tests: [`${sandboxTest}/receivers/verifiers.test.ts`],
  },
  {
    name: 'a delivery takes the variant that its endpoint asks for now',
    file: `${sandbox}/webhooks/deliveries/start-attempts.ts`,
    find: "body: delivery.variant === 'related' ?",
    replace: 'body: endpoint.includeRelated ?',
    tests: [`${sandboxTest}/capabilities/webhook-deliveries.test.ts`],
  },
  {
    name: 'a retry has another event id',
    file: `${sandbox}/webhooks/deliveries/start-attempts.ts`,
    find: "body: delivery.variant === 'related' ?",
    replace:
      "body: number > 1 ? Buffer.from(Buffer.from(event.body).toString().replace('evt_', 'evt_2')) : delivery.variant === 'related' ?",
    tests: [`${sandboxTest}/capabilities/webhook-deliveries.test.ts`],
  },
  {
    name: 'each attempt has the signature of the first',
    file: `${sandbox}/webhooks/deliveries/start-attempts.ts`,
    find: "const signedAt = settings.signatureClock === 'wall' ? new Date() : now;",
    replace: 'const signedAt = delivery.createdAt;',
    tests: [`${sandboxTest}/capabilities/webhook-deliveries.test.ts`],
  },
];

/** SANDBOX 4: at least once, and recorded. */
const attempts = [
  {
    name: 'an attempt is sent without being recorded before',
    file: `${sandbox}/webhooks/deliveries/start-attempts.ts`,
    find: '  await recordStarts(command, prepared);',
    replace: '',
    tests: [`${sandboxTest}/model/delivery-life.test.ts`],
  },
  {
    name: 'an attempt whose process died has failed',
    file: `${sandbox}/webhooks/deliveries/interrupted-attempts.ts`,
    find: ".set({ state: 'interrupted' })",
    replace: ".set({ state: 'failed' })",
    tests: [`${sandboxTest}/model/delivery-life.test.ts`],
  },
  {
    name: 'an attempt whose process died stays as it was',
    file: `${sandbox}/webhooks/deliveries/start-attempts.ts`,
    find: "if (action === 'interrupt') await interruptAttempts(tx, delivery.id);",
    replace: '',
    tests: [`${sandboxTest}/model/delivery-life.test.ts`],
  },
  {
    name: 'an interruption uses up an attempt of the policy',
    file: `${sandbox}/webhooks/deliveries/settle-deliveries.ts`,
    find: "ne(webhookAttempts.state, 'interrupted'),",
    replace: '',
    tests: [`${sandboxTest}/model/delivery-life.test.ts`],
  },
  {
    name: 'a delivery that ends every process is tried without end',
    file: `${sandbox}/webhooks/deliveries/interrupted-attempts.ts`,
    find: 'return without.length === MOST_INTERRUPTIONS;',
    replace: 'return without.length > MOST_INTERRUPTIONS;',
    tests: [`${sandboxTest}/webhooks/deliveries/interrupted-attempts.test.ts`],
  },
  {
    name: 'the second interruption in a row is a failed attempt',
    file: `${sandbox}/webhooks/deliveries/interrupted-attempts.ts`,
    find: 'const MOST_INTERRUPTIONS = 3;',
    replace: 'const MOST_INTERRUPTIONS = 2;',
    tests: [`${sandboxTest}/webhooks/deliveries/interrupted-attempts.test.ts`],
  },
  {
    name: 'three interruptions count that are not in a row',
    file: `${sandbox}/webhooks/deliveries/interrupted-attempts.ts`,
    find: '    .limit(MOST_INTERRUPTIONS);',
    replace: '    .limit(100);',
    tests: [`${sandboxTest}/webhooks/deliveries/interrupted-attempts.test.ts`],
  },
  {
    name: 'an attempt that a stop cuts off has failed',
    file: `${sandbox}/webhooks/deliveries/delivery-job.ts`,
    find: "if (results[0].error?.code === 'aborted') {",
    replace: "if (results[0].error?.code === 'tls_failed') {",
    tests: [`${sandboxTest}/webhooks/deliveries/interrupted-attempts.test.ts`],
  },
];

/** SANDBOX 5: two clocks. */
const clocks = [
  {
    name: 'created of an event goes by the wall clock',
    file: `${sandbox}/webhooks/events/store-event.ts`,
    find: 'created: now.toISOString(), data }',
    replace: 'created: new Date().toISOString(), data }',
    tests: [
      `${sandboxTest}/capabilities/document-verification.test.ts`,
      `${sandboxTest}/capabilities/webhook-deliveries.test.ts`,
    ],
  },
  {
    name: 'due times go by the wall clock',
    file: `${sandbox}/webhooks/deliveries/settle-deliveries.ts`,
    find: 'new Date(now.getTime() + delay * 1000)',
    replace: 'new Date(Date.now() + delay * 1000)',
    tests: [`${sandboxTest}/engine/clock.test.ts`],
  },
  {
    name: 'the address of a file expires by the wall clock',
    file: `${sandbox}/verifications/file-url.ts`,
    find: 'Number(expires) * 1000 > now.getTime()',
    replace: 'Number(expires) * 1000 > Date.now()',
    tests: [`${sandboxTest}/capabilities/document-verification.test.ts`],
  },
  {
    name: 'the overlap of two secrets goes by the wall clock',
    file: `${sandbox}/webhooks/endpoints/signing-secrets.ts`,
    find: 'expiresAt <= now)',
    replace: 'expiresAt <= new Date() && now)',
    tests: [`${sandboxTest}/capabilities/webhooks.test.ts`],
  },
  {
    name: 'an Idempotency-Key ages by the wall clock',
    file: `${sandbox}/api/idempotency.ts`,
    find: 'row.createdAt.getTime() <= now.getTime() - DAY',
    replace: 'row.createdAt.getTime() <= Date.now() - DAY',
    tests: [`${sandboxTest}/api/checks.test.ts`],
  },
  {
    name: 't goes by the virtual clock',
    file: `${sandbox}/webhooks/deliveries/start-attempts.ts`,
    find: "settings.signatureClock === 'wall' ? new Date() : now",
    replace: 'now',
    tests: [`${sandboxTest}/capabilities/webhook-deliveries.test.ts`],
  },
  {
    name: "signatureClock: 'virtual' is not regarded",
    file: `${sandbox}/webhooks/deliveries/start-attempts.ts`,
    find: "settings.signatureClock === 'wall' ? new Date() : now",
    replace: 'new Date()',
    tests: [
      `${sandboxTest}/capabilities/webhook-deliveries.test.ts`,
      `${sandboxTest}/webhooks/deliveries/signature-clock.test.ts`,
    ],
  },
  {
    name: 'a receiver has its timeout by the virtual clock, which stands still',
    file: `${sandbox}/outbound/send.ts`,
    find: 'Math.min(request.timeoutMs, MAX_TIMER_MS)',
    replace: 'MAX_TIMER_MS',
    tests: [`${sandboxTest}/outbound/ends.test.ts`],
  },
  {
    name: 'startSandbox() starts on the real clock',
    file: `${sandbox}/sandbox/sandbox-options.ts`,
    find: "checkChoice('clock', mode, ['frozen', 'real'])",
    replace: "checkChoice('clock', mode, ['real', 'frozen'])",
    tests: [`${sandboxTest}/thread/sandbox-options.test.ts`],
  },
  {
    name: 'startSandbox() limits the rate of requests',
    file: `${sandbox}/sandbox/sandbox-options.ts`,
    find: "if (limit === undefined || limit === 'off') return 'off';",
    replace: 'if (limit === undefined) return 600;',
    tests: [`${sandboxTest}/thread/sandbox-options.test.ts`],
  },
  {
    name: 'work that is due runs on a frozen clock by itself',
    file: `${sandbox}/engine/take-jobs.ts`,
    find: 'const isDue = sql`${jobs.dueAt} <= (select ${sql.raw(NOW)} from clock where not frozen)`;',
    replace: 'const isDue = sql`${jobs.dueAt} <= (select ${sql.raw(NOW)} from clock)`;',
    tests: [`${sandboxTest}/engine/take-jobs.test.ts`],
  },
  {
    name: 'advance does not wait for attempts in flight',
    file: `${sandbox}/engine/engine.ts`,
    find: '      await Promise.all(this.#running.values());\n      return',
    replace: '      return',
    tests: [`${sandboxTest}/engine/moves.test.ts`],
  },
  {
    name: 'advance runs work in the order in which it was made',
    file: `${sandbox}/engine/take-jobs.ts`,
    find: '.orderBy(asc(jobs.dueAt), asc(jobs.seq))\n      .limit(1)\n      .for(',
    replace: '.orderBy(asc(jobs.seq))\n      .limit(1)\n      .for(',
    tests: [`${sandboxTest}/engine/clock.test.ts`, `${sandboxTest}/engine/moves.test.ts`],
  },
  {
    name: 'advance does not wait for the results of what it runs',
    file: `${sandbox}/engine/engine.ts`,
    find: 'const result = await this.#run(held);',
    replace:
      'void this.#start(held); const result = undefined as undefined | keyof typeof deliveries;',
    tests: [`${sandboxTest}/engine/clock.test.ts`],
  },
  {
    name: 'calls of a handler are refused during the advance that has called it',
    file: `${sandbox}/start.ts`,
    find: 'const result = await runCommand(body);\n    engine.wake();',
    replace: 'const result = await engine.whileIdle(() => runCommand(body));\n    engine.wake();',
    tests: [`${sandboxTest}/webhooks/deliveries/pause-in-flight.test.ts`],
  },
  {
    name: 'a nested advance moves the clock',
    file: `${sandbox}/engine/engine.ts`,
    find: 'if (this.#held) throw new ClockHeldError();\n    this.#held = true;',
    replace: 'this.#held = true;',
    tests: [`${sandboxTest}/engine/moves.test.ts`],
  },
  {
    name: 'advance goes on at its job limit',
    file: `${sandbox}/engine/engine.ts`,
    find: 'if (limitReached || this.#closed) break;',
    replace: 'if (this.#closed) break;',
    tests: [`${sandboxTest}/engine/job-limit.test.ts`],
  },
  {
    name: 'advance is at its target although it has stopped at its job limit',
    file: `${sandbox}/engine/engine.ts`,
    find: 'if (arrive && !limitReached && target > now) now = target;',
    replace: 'if (arrive && target > now) now = target;',
    tests: [`${sandboxTest}/engine/job-limit.test.ts`],
  },
  {
    name: 'time passes during an attempt of a real clock that is moved',
    file: `${sandbox}/engine/engine.ts`,
    find: "shown = { mode: 'frozen', now };\n        await this.#setClock('frozen', now);",
    replace: 'shown = { mode: start.mode, now };\n        await this.#setClock(start.mode, now);',
    tests: [`${sandboxTest}/engine/moves.test.ts`],
  },
  {
    name: 'the backoff runs from the beginning of an attempt',
    file: `${sandbox}/webhooks/deliveries/settle-deliveries.ts`,
    find: 'new Date(now.getTime() + delay * 1000)',
    replace:
      'new Date(Math.max(...(await tx.select().from(webhookAttempts).where(eq(webhookAttempts.deliveryId, deliveryId))).map(({ startedAt }) => startedAt.getTime())) + delay * 1000)',
    tests: [`${sandboxTest}/engine/moves.test.ts`],
  },
  {
    name: 'a process ends a job that another has taken over',
    file: `${sandbox}/engine/take-jobs.ts`,
    find: 'and(eq(jobs.seq, job.seq), eq(jobs.leaseOwner, owner))',
    replace: 'and(eq(jobs.seq, job.seq), owner ? undefined : undefined)',
    tests: [`${sandboxTest}/model/delivery-life.test.ts`],
  },
  {
    name: 'the result of an attempt is recorded although its job is held by another',
    file: `${sandbox}/webhooks/deliveries/finish-attempts.ts`,
    find: 'const own = sent.filter(({ held }) => removed.has(held));',
    replace: 'const own = sent.filter(({ held }) => held || removed);',
    tests: [`${sandboxTest}/webhooks/deliveries/interrupted-attempts.test.ts`],
  },
  {
    name: 'the controls of a shared database are open to all',
    file: `${sandbox}/control/serve-controls.ts`,
    find: 'if (each.movesClock && !context.movesClock) throw controlsDisabled();',
    replace: '',
    tests: [`${sandboxTest}/control/shared-controls.test.ts`],
  },
  {
    name: 'a fault that names no target is set for all who share a database',
    file: `${sandbox}/faults/fault-controls.ts`,
    find: 'if (!movesClock && !namesItsTarget(body.match)) throw controlsDisabled();',
    replace: '',
    tests: [`${sandboxTest}/control/shared-controls.test.ts`],
  },
  {
    name: 'the holder of the controls that stands still is replaced after a minute',
    file: `${sandbox}/engine/lease.ts`,
    find: "sql`interval '10 seconds'`",
    replace: "sql`interval '60 seconds'`",
    tests: [`${sandboxTest}/engine/role/engine-holder.test.ts`],
  },
];

/** SANDBOX 6: no endpoint starves another. */
const fairness = [
  {
    name: 'an endpoint may have any number of attempts in flight',
    file: `${sandbox}/engine/engine.ts`,
    find: 'const CONCURRENCY_OF_ENDPOINT = 5;',
    replace: 'const CONCURRENCY_OF_ENDPOINT = 50;',
    tests: [`${sandboxTest}/engine/moves.test.ts`],
  },
  {
    name: 'attempts in flight do not count where more are taken',
    file: `${sandbox}/engine/take-jobs.ts`,
    find: 'held.lease_until >= now()))',
    replace: 'held.lease_until < now()))',
    tests: [`${sandboxTest}/engine/moves.test.ts`],
  },
];

/** SANDBOX 7: isolation. */
const isolation = [
  {
    name: 'the role of another tenant is read',
    file: `${sandbox}/roles/find-role.ts`,
    find: 'const where = idInTenant(roles, scope, id);',
    replace: 'const where = eq(roles.id, scope && id);',
    tests: [`${sandboxTest}/api/foreign-ids.test.ts`],
  },
  {
    name: 'a roster is imported for the role of another tenant',
    file: `${sandbox}/roles/find-role.ts`,
    find: 'and(inTenant(roles, scope), inArray(roles.id, [...ids]))',
    replace: 'and(inArray(roles.id, [...ids]))',
    tests: [
      `${sandboxTest}/api/foreign-ids.test.ts`,
      `${sandboxTest}/capabilities/bulk-import.test.ts`,
    ],
  },
  {
    name: 'a key of one integration sees the objects of all',
    file: `${sandbox}/store/scope.ts`,
    find: 'scope.integrationId === null ? undefined : eq(table.integrationId, scope.integrationId),',
    replace: '',
    tests: [
      `${sandboxTest}/api/foreign-ids.test.ts`,
      `${sandboxTest}/capabilities/api-keys.test.ts`,
    ],
  },
  {
    name: 'a tenant sees the objects of another by their ids',
    file: `${sandbox}/store/scope.ts`,
    find: 'return and(inScope(table, scope), eq(table.id, id));',
    replace: 'return eq(table.id, scope && id);',
    tests: [`${sandboxTest}/api/checks.test.ts`, `${sandboxTest}/api/foreign-ids.test.ts`],
  },
  {
    name: 'a list is filtered by the endpoint of another tenant',
    file: `${sandbox}/webhooks/deliveries/queries.ts`,
    find: '.where(idInScope(webhookEndpoints, scope, endpointId));',
    replace: '.where(eq(webhookEndpoints.id, scope && endpointId));',
    tests: [
      `${sandboxTest}/webhooks/deliveries/statistics.test.ts`,
      `${sandboxTest}/api/foreign-ids.test.ts`,
    ],
  },
  {
    name: 'a list is filtered by the integration of another tenant',
    file: `${sandbox}/integrations/of-integration.ts`,
    find: '.where(and(eq(integrations.tenantId, tenantId), eq(integrations.id, requested)));',
    replace: '.where(and(eq(integrations.id, requested)));',
    tests: [`${sandboxTest}/api/foreign-ids.test.ts`],
  },
  {
    name: 'a key of one integration makes keys and endpoints for another',
    file: `${sandbox}/integrations/require-integration.ts`,
    find: 'inScope({ tenantId, integrationId }, scope)',
    replace: 'inScope({ tenantId, integrationId }, { ...scope, integrationId: null })',
    tests: [
      `${sandboxTest}/api/foreign-ids.test.ts`,
      `${sandboxTest}/capabilities/api-keys.test.ts`,
    ],
  },
  {
    name: 'a tenant makes keys and endpoints for the integration of another',
    file: `${sandbox}/integrations/require-integration.ts`,
    find: 'and(inScope({ tenantId, integrationId }, scope), eq(integrationId, id))',
    replace: 'eq(integrationId, id)',
    tests: [
      `${sandboxTest}/api/foreign-ids.test.ts`,
      `${sandboxTest}/capabilities/api-keys.test.ts`,
    ],
  },
  {
    name: 'a caller gets the answer to the Idempotency-Key of another',
    file: `${sandbox}/api/idempotency.ts`,
    find: '    eq(idempotentAnswers.principal, principal),\n',
    replace: '',
    tests: [`${sandboxTest}/api/foreign-ids.test.ts`],
  },
  {
    name: 'an event goes to the endpoints of every integration',
    file: `${sandbox}/webhooks/events/emit-event.ts`,
    find: ': eq(webhookEndpoints.integrationId, event.integrationId),',
    replace: ': undefined,',
    tests: [`${sandboxTest}/capabilities/webhook-deliveries.test.ts`],
  },
  {
    name: 'the stream shows the deliveries of other tenants',
    file: `${sandbox}/webhooks/deliveries/delivery-stream.ts`,
    find: 'inScope(change, scope),',
    replace: '',
    tests: [`${sandboxTest}/api/foreign-ids.test.ts`],
  },
];

/** SANDBOX 8: state machines. What a table says is the business of the generated suite. */
const states = [
  {
    name: 'a conflict does not tell the state',
    file: `${sandbox}/api/problem.ts`,
    find: '...(extras.currentStatus === undefined ? {} : { currentStatus: extras.currentStatus }),',
    replace: '',
    tests: [`${sandboxTest}/capabilities/webhook-deliveries.test.ts`],
  },
  {
    name: 'a delivery is replayed while a replay is due',
    file: `${sandbox}/webhooks/deliveries/replay-delivery.ts`,
    find: 'if (statusBeforeReplay !== null) {',
    replace: 'if (statusBeforeReplay === undefined) {',
    tests: [`${sandboxTest}/capabilities/webhook-deliveries.test.ts`],
  },
  {
    name: 'a secret is rolled again while a roll overlaps',
    file: `${sandbox}/webhooks/endpoints/roll-secret.ts`,
    find: 'if (previous && !force) {',
    replace: 'if (previous && force === undefined) {',
    tests: [`${sandboxTest}/capabilities/webhooks.test.ts`],
  },
];

/** SANDBOX 9: the route table. */
const routes = [
  {
    name: 'an unknown parameter is overlooked',
    file: `${sandbox}/api/read-input.ts`,
    find: "const unknown = 'query' in schema.shape ? [] : [...raw.query.keys()];",
    replace: 'const unknown: string[] = [];',
    tests: [`${sandboxTest}/api/checks.test.ts`],
  },
  {
    name: 'a key may call what its scope does not name',
    file: `${sandbox}/api/answer-request.ts`,
    find: 'if (operation.scopes.includes(keyScope)) return;',
    replace: 'if (operation.scopes.length > 0 || keyScope) return;',
    tests: [`${sandboxTest}/api/scopes.test.ts`],
  },
  {
    name: 'an answer has a field that is not in its schema',
    file: `${sandbox}/roles/to-wire.ts`,
    find: 'packageId: row.packageId,',
    replace: 'packageId: row.packageId, tenantId: row.tenantId,',
    tests: [`${sandboxTest}/api/contract.test.ts`],
  },
  {
    name: 'an operation answers with an error that it does not document',
    file: `${sandbox}/roles/operations.ts`,
    find: "  refuses: ['resource_not_found', 'state_conflict'],\n",
    replace: '',
    tests: [`${sandboxTest}/api/contract.test.ts`],
  },
];

/** SANDBOX 10: deterministic on demand. */
const determinism = [
  {
    name: 'ids are random although there is a seed',
    file: `${sandbox}/store/identity.ts`,
    find: 'derivation.id(kind, await nextNumber(tx, kind))',
    replace: 'randomId(kind, await nextNumber(tx, kind))',
    tests: [`${sandboxTest}/store/identity.test.ts`],
  },
  {
    name: 'keys and secrets are random although there is a seed',
    file: `${sandbox}/store/identity.ts`,
    find: 'derivation.secret(prefix, purpose)',
    replace: "`${prefix}${randomText(32, 'base62')}`",
    tests: [`${sandboxTest}/store/identity.test.ts`],
  },
  {
    name: 'what others can reach has the keys of the default seed',
    file: `${sandbox}/instance/open-instance.ts`,
    find: "ids === 'derived' && password === undefined ? DEFAULT_SEED",
    replace: "ids === 'derived' || password === undefined ? DEFAULT_SEED",
    tests: [`${sandboxTest}/instance/open-instance.test.ts`],
  },
  {
    name: 'the keys of a shared database derive from a seed',
    file: `${sandbox}/instance/open-instance.ts`,
    find: "config.storage.kind === 'postgres' ? 'random' : 'derived'",
    replace: "config.storage.kind !== 'memory' ? 'derived' : 'derived'",
    tests: [`${sandboxTest}/instance/open-instance.test.ts`],
  },
  {
    name: 'objects of the same time have no order in a list',
    file: `${sandbox}/api/paging.ts`,
    find: 'created ? sql`${desc(created)}, ${desc(seq)}` : desc(seq)',
    replace: 'created ? desc(created) : desc(seq)',
    tests: [`${sandboxTest}/api/paging.test.ts`],
  },
  {
    name: 'a cursor goes by the time of its object alone',
    file: `${sandbox}/api/paging.ts`,
    find: 'return sql`(${created}, ${seq}) < (${time}::timestamptz, ${before.seq}::bigint)`;',
    replace: 'return sql`${created} < ${time}::timestamptz`;',
    tests: [`${sandboxTest}/api/paging.test.ts`],
  },
];

/** SANDBOX 11: attacker text and URLs. */
const attackers = [
  {
    name: 'a private address is delivered to',
    file: `${sandbox}/outbound/guard.ts`,
    find: "found.kind === 'private' &&",
    replace: "found.kind === 'refused' &&",
    tests: [`${sandboxTest}/outbound/check-url.test.ts`],
  },
  {
    name: 'the metadata of a cloud is delivered to',
    file: `${sandbox}/outbound/classify-address.ts`,
    find: "return refused('a metadata address');",
    replace: '',
    tests: [`${sandboxTest}/outbound/classify-address.test.ts`],
  },
  {
    name: 'of the addresses of a name, only the first is looked at',
    file: `${sandbox}/outbound/resolve-target.ts`,
    find: 'for (const address of addresses) {',
    replace: 'for (const address of addresses.slice(0, 1)) {',
    tests: [`${sandboxTest}/outbound/addresses.test.ts`],
  },
  {
    name: "deliveries reach the service's own port",
    file: `${sandbox}/outbound/guard.ts`,
    find: 'ownPorts.has(target.port) &&',
    replace: 'ownPorts.has(-target.port) &&',
    tests: [`${sandboxTest}/outbound/check-url.test.ts`],
  },
  {
    name: 'an encoded path leads out of /sink/',
    file: `${sandbox}/outbound/guard.ts`,
    find: ' && !/%(?:2e|2f|5c|25)/i.test(pathname)',
    replace: '',
    tests: [`${sandboxTest}/outbound/check-url.test.ts`],
  },
  {
    name: 'a URL is saved that no delivery may be sent to',
    file: `${sandbox}/outbound/check-url.ts`,
    find: "return message === undefined ? undefined : { code: 'url_not_allowed', message };",
    replace: 'return undefined;',
    tests: [`${sandboxTest}/webhooks/endpoints/bad-input.test.ts`],
  },
  {
    name: 'a cell of a roster is a formula in a spreadsheet',
    file: `${sandbox}/bulk-import/csv/write-csv.ts`,
    find: "return formula.test(cell) ? `'${cell}` : cell;",
    replace: 'return cell;',
    tests: [`${sandboxTest}/capabilities/bulk-import.test.ts`],
  },
  {
    name: 'text of others is markup on a hosted page',
    file: `${sandbox}/hosted/page.tsx`,
    find: '            {brand.name}\n',
    replace: '            <span dangerouslySetInnerHTML={{ __html: brand.name }} />\n',
    tests: [`${sandboxTest}/verifications/session-page/forms.test.ts`],
  },
];

/** SANDBOX 12: bounds. */
const bounds = [
  {
    name: 'metadata has any number of keys',
    file: `${sandbox}/api/metadata.ts`,
    find: 'Object.keys(metadata).length <= 50',
    replace: 'Object.keys(metadata).length <= 51',
    tests: [`${sandboxTest}/api/bounds.test.ts`],
  },
  {
    name: 'a key of metadata has any length',
    file: `${sandbox}/api/metadata.ts`,
    find: '.max(40)',
    replace: '.max(41)',
    tests: [`${sandboxTest}/api/bounds.test.ts`],
  },
  {
    name: 'a value of metadata has any length',
    file: `${sandbox}/api/metadata.ts`,
    find: 'JSON.stringify(value).length <= 500',
    replace: 'JSON.stringify(value).length <= 501',
    tests: [`${sandboxTest}/api/bounds.test.ts`],
  },
  {
    name: 'a body has any size where its length is not announced',
    file: `${sandbox}/api/read-body.ts`,
    find: 'if (length > limit) throw tooLarge(limit);',
    replace: '',
    tests: [`${sandboxTest}/api/checks.test.ts`],
  },
  {
    name: 'a page has any number of objects',
    file: `${sandbox}/api/paging.ts`,
    find: 'z.int().min(1).max(100)',
    replace: 'z.int().min(1).max(101)',
    tests: [`${sandboxTest}/api/bounds.test.ts`],
  },
  {
    name: 'a form has any number of parts',
    file: `${sandbox}/hosted/read-form.ts`,
    find: 'if (parts > 0 && parts <= MOST_PARTS) return;',
    replace: 'if (parts > 0) return;',
    tests: [`${sandboxTest}/hosted/read-form.test.ts`],
  },
  {
    name: 'any number of faults is set',
    file: `${sandbox}/faults/create-fault.ts`,
    find: 'const MOST_FAULTS = 1000;',
    replace: 'const MOST_FAULTS = 100_000;',
    tests: [`${sandboxTest}/faults/faults.test.ts`],
  },
  {
    name: 'the requests of one key count for another',
    file: `${sandbox}/api/rate-limit.ts`,
    find: 'buckets.set(keyId, bucket);',
    replace:
      'buckets.set(keyId, bucket);\n    for (const each of buckets.keys()) buckets.set(each, bucket);',
    tests: [`${sandboxTest}/api/rate-limit.test.ts`],
  },
  {
    name: 'the answer of a receiver is kept whole',
    file: `${sandbox}/outbound/read-body.ts`,
    find: 'if (length > limits.bytes) finish(false);',
    replace: '',
    tests: [`${sandboxTest}/outbound/response-body.test.ts`],
  },
];

/** SANDBOX 13: every wait ends. */
const waits = [
  {
    name: 'a connection that does not open is waited for',
    file: `${sandbox}/outbound/post.ts`,
    find: "() => fail(new SendError('timeout', `No connection within ${connectTimeoutMs} ms.`)),",
    replace: '() => {},',
    tests: [`${sandboxTest}/outbound/failures.test.ts`],
  },
  {
    name: 'the body of an answer that stalls is waited for',
    file: `${sandbox}/outbound/read-body.ts`,
    find: 'const timer = setTimeout(() => finish(false), limits.milliseconds);',
    replace: 'const timer = setTimeout(() => {}, limits.milliseconds);',
    tests: [`${sandboxTest}/outbound/response-body.test.ts`],
  },
  {
    name: 'a name server that is silent is waited for',
    file: `${sandbox}/outbound/send.ts`,
    find: 'const addresses = await untilAborted(\n    resolveTarget(target, guard, internals.lookup ?? systemLookup),\n    signal,\n  );',
    replace:
      'const addresses = await resolveTarget(target, guard, internals.lookup ?? systemLookup);',
    tests: [`${sandboxTest}/outbound/ends.test.ts`],
  },
  {
    name: 'a stream goes on after its key was revoked',
    file: `${sandbox}/webhooks/deliveries/delivery-stream.ts`,
    find: 'if (!(await isAuthorized())) return undefined;',
    replace: 'await isAuthorized();',
    tests: [`${sandboxTest}/site/login/session-end.test.ts`],
  },
  {
    name: 'a result is lost when the database blinks',
    file: `${sandbox}/webhooks/deliveries/delivery-job.ts`,
    find: 'return keepTrying(() => finish({ held, attempt: started, results }), signal);',
    replace: 'return finish({ held, attempt: started, results });',
    tests: [`${sandboxTest}/model/delivery-life.test.ts`],
  },
  {
    name: '/healthz is well without a database',
    file: `${sandbox}/store/is-answering.ts`,
    find: 'return false;',
    replace: 'return true;',
    tests: [`${sandboxTest}/site/healthz.test.ts`],
  },
];

/** SANDBOX 14: the second path. */
const secondPaths = [
  {
    name: 'an interrupted attempt is made again to a paused endpoint',
    file: `${sandbox}/webhooks/deliveries/start-attempts.ts`,
    find: "if (stopOf(endpoint, trigger)) return 'stopped by its endpoint';",
    replace:
      "if (action !== 'interrupt' && stopOf(endpoint, trigger)) return 'stopped by its endpoint';",
    tests: [`${sandboxTest}/model/delivery-life.test.ts`],
  },
  {
    name: 'a replay that is due is made although its endpoint was paused',
    file: `${sandbox}/webhooks/deliveries/start-attempts.ts`,
    find: "if (stopOf(endpoint, trigger)) return 'stopped by its endpoint';",
    replace: "if (!manual && stopOf(endpoint, trigger)) return 'stopped by its endpoint';",
    tests: [`${sandboxTest}/capabilities/webhook-deliveries.test.ts`],
  },
  {
    name: 'a delivery of a paused endpoint is replayed',
    file: `${sandbox}/webhooks/deliveries/replay-delivery.ts`,
    find: "if (stop === 'hold') throw endpointPaused();",
    replace: '',
    tests: [`${sandboxTest}/capabilities/webhook-deliveries.test.ts`],
  },
  {
    name: 'a delivery of a deleted endpoint is replayed',
    file: `${sandbox}/webhooks/deliveries/replay-delivery.ts`,
    find: "if (stop === 'cancel') {",
    replace: 'if (stop === undefined && row === undefined) {',
    tests: [`${sandboxTest}/capabilities/webhook-deliveries.test.ts`],
  },
  {
    name: 'a recovery is asked for at a paused endpoint',
    file: `${sandbox}/webhooks/deliveries/recover-deliveries.ts`,
    find: 'if (endpoint.paused) throw endpointPaused();',
    replace: '',
    tests: [
      `${sandboxTest}/model/delivery-life.test.ts`,
      `${sandboxTest}/capabilities/webhook-deliveries.test.ts`,
    ],
  },
  {
    name: 'a recovery goes on after a pause',
    file: `${sandbox}/webhooks/deliveries/recover-deliveries.ts`,
    find: "if (!endpoint || stopOf(endpoint, 'manual')) return;",
    replace: 'if (!endpoint) return;',
    tests: [`${sandboxTest}/webhooks/endpoints/long-jobs.test.ts`],
  },
  {
    name: 'a resumption goes on after a pause',
    file: `${sandbox}/webhooks/endpoints/held-deliveries.ts`,
    find: "if (!endpoint || stopOf(endpoint, 'scheduled')) return;",
    replace: 'if (!endpoint) return;',
    tests: [`${sandboxTest}/webhooks/endpoints/long-jobs.test.ts`],
  },
  {
    name: 'a failed attempt is retried at an endpoint that was paused meanwhile',
    file: `${sandbox}/webhooks/deliveries/settle-deliveries.ts`,
    find: "(stopOf(endpoint, trigger) ?? 'retry')",
    replace: "(endpoint.deletedAt ? 'cancel' : 'retry')",
    tests: [`${sandboxTest}/webhooks/deliveries/pause-in-flight.test.ts`],
  },
  {
    name: 'a replay that fails takes the success of its delivery away',
    file: `${sandbox}/webhooks/deliveries/settle-deliveries.ts`,
    find: "const action = replayOf === 'succeeded' ? 'keep-success' : lost;",
    replace: 'const action = lost;',
    tests: [`${sandboxTest}/capabilities/webhook-deliveries.test.ts`],
  },
  {
    name: 'a replay that is cut takes the success of its delivery away',
    file: `${sandbox}/webhooks/deliveries/stop-delivery.ts`,
    find: "return statusBeforeReplay === 'succeeded' ? 'keep-success' : 'give-up';",
    replace: "return 'give-up';",
    tests: [`${sandboxTest}/model/delivery-life.test.ts`],
  },
  {
    name: 'work that a stopped process had taken waits for its lease after a restart',
    file: `${sandbox}/instance/open-instance.ts`,
    find: 'await tx.update(jobs).set({ leaseOwner: null, leaseUntil: null });',
    replace: '',
    tests: [`${sandboxTest}/model/delivery-life.test.ts`],
  },
];

const of = (law, list) => list.map((mutant) => ({ law, ...mutant }));

export const mutants = [
  ...of('SANDBOX 2', commands),
  ...of('SANDBOX 3', bytes),
  ...of('SANDBOX 4', attempts),
  ...of('SANDBOX 5', clocks),
  ...of('SANDBOX 6', fairness),
  ...of('SANDBOX 7', isolation),
  ...of('SANDBOX 8', states),
  ...of('SANDBOX 9', routes),
  ...of('SANDBOX 10', determinism),
  ...of('SANDBOX 11', attackers),
  ...of('SANDBOX 12', bounds),
  ...of('SANDBOX 13', waits),
  ...of('SANDBOX 14', secondPaths),
  ...of('DESIGN 4.2', outcomes),
  ...of('DESIGN 4.3', signature),
  ...of('DESIGN 4.4', claims),
  ...of('DESIGN 4.5', deadline),
];

/** Mutants that no test kills, and why not. */
export const survivors = [];
