/** One flaw of a receiver that is correct otherwise. */
export interface Flaw {
  /** Completes "a receiver that …". */
  readonly words: string;
  /** The checks that name the flaw: each must fail, or advise if it is a recommendation. */
  readonly caughtBy: readonly string[];
  /** Checks that provoke the flaw for one of the whole run, and do not find it themselves. */
  readonly after: readonly string[];
}

const flaw = (words: string, ...caughtBy: readonly string[]): Flaw => ({
  words,
  caughtBy,
  after: [],
});

const flawOfTheRun = (words: string, caughtBy: string, after: string): Flaw => ({
  words,
  caughtBy: [caughtBy],
  after: [after],
});

/** The flaws that `mutant-receiver.ts` can have. */
export const flaws = {
  // The signature
  'verifies-nothing': flaw('acks every event', 'v1-of-zeros', 'signed-with-another-secret'),
  'accepts-unsigned': flaw('acks events without the header', 'no-signature-header'),
  'accepts-missing-t': flaw('uses its own clock when t is missing', 'no-t'),
  'accepts-v0': flaw('accepts a v0 in place of a v1', 'only-a-v0'),
  'ignores-age': flaw('accepts old timestamps', 'signed-310-s-ago'),
  'ignores-future': flaw(
    'accepts timestamps in the future',
    'signed-310-s-ahead',
    't-in-milliseconds',
  ),
  'window-of-ten-minutes': flaw('allows 600 s', 'signed-310-s-ago', 'signed-310-s-ahead'),
  'window-of-one-minute': flaw('allows 60 s', 'signed-295-s-ago', 'signed-295-s-ahead'),
  'first-v1-only': flaw('reads only the first v1', 'wrong-v1-first', 'two-v1'),
  'last-v1-only': flaw('reads only the last v1', 'wrong-v1-last'),
  'new-secret-only': flaw('does not know the old secret', 'old-secret'),
  'mac-over-the-body': flaw('also accepts a MAC over the body alone', 'mac-over-the-body-alone'),
  'mac-without-the-dot': flaw('also accepts a MAC without the dot', 'mac-without-the-dot'),
  'empty-secret': flaw('also accepts the empty secret', 'signed-with-an-empty-secret'),
  'unset-secret': flaw('also accepts the secret "undefined"', 'signed-with-an-unset-secret'),
  'base64-mac': flaw('also accepts a MAC in base64', 'mac-in-base64'),
  'first-half-compared': flaw(
    'compares the first 32 digits',
    'v1-of-half-the-digits',
    'v1-right-in-the-first-half',
  ),
  'second-half-compared': flaw('compares the last 32 digits', 'v1-right-in-the-second-half'),
  'given-digits-compared': flaw(
    'compares as many digits as are sent',
    'v1-of-half-the-digits',
    'truncated-v1',
  ),
  'last-digit-not-compared': flaw('does not compare the last digit', 'v1-with-a-wrong-last-digit'),
  'hex-decoder-that-stops': flaw('ignores what follows the digits', 'v1-with-more-digits'),
  'reserialized-too': flaw(
    'also accepts a signature over the compact body',
    'white-space-added-after-signing',
  ),
  'sorted-keys-too': flaw('also accepts a signature over sorted keys', 'signed-with-sorted-keys'),
  'python-too': flaw('also accepts a signature over json.dumps', 'signed-as-python-writes-it'),
  'python-sorted-too': flaw(
    'also accepts a signature over json.dumps with sort_keys',
    'signed-as-python-sorts-it',
  ),
  'php-too': flaw('also accepts a signature over json_encode', 'signed-as-php-writes-it'),
  'indented-too': flaw(
    'also accepts a signature over the indented body',
    're-serialised-after-signing',
  ),
  'reserialized-only': flaw(
    'verifies JSON.stringify of the parsed body',
    'indented',
    'crlf',
    'key-order',
    'numbers',
    'unicode-escapes',
    'escaped-slashes',
    'spaces-after-separators',
  ),
  'decoded-text': flaw(
    'verifies the decoded text',
    'byte-order-mark-added-after-signing',
    'byte-order-mark',
  ),
  'trimmed-body': flaw('trims the body', 'trailing-newline', 'white-space-added-after-signing'),
  'latin1-body': flaw('decodes the body as Latin-1', 'text-outside-ascii'),
  'id-before-signature': flaw(
    'acks known ids before it checks the signature',
    'forgery-of-a-known-id',
  ),
  // The header
  't-first': flaw('requires t to come first', 'v1-before-t'),
  'known-keys-only': flaw('refuses unknown keys', 'unknown-keys'),
  'crash-on-a-short-v1': flaw('throws when lengths differ', 'short-v1-beside-a-good-one'),
  'refuses-empty-v1': flaw('refuses a header with an empty v1', 'empty-v1-beside-a-good-one'),
  // HTTP
  'any-method': flaw('accepts any method', 'get', 'put'),
  'any-media-type': flaw('accepts any content type', 'body-that-says-it-is-text'),
  'needs-a-length': flaw('answers 411 without a Content-Length', 'chunked'),
  'first-piece-only': flaw('reads only the first piece of the body', 'slow-body'),
  'limit-of-100-kb': flaw('refuses more than 100 KB', 'large-body'),
  inflates: flaw('inflates before it verifies', 'compressed-after-signing'),
  // The event
  'acks-malformed': flaw(
    'acks what is not an event',
    'signed-and-not-json',
    'signed-without-an-id',
  ),
  'recorded-only': flaw(
    'acks only recorded documents',
    'license-confirmed-by-its-source',
    'license-that-is-unknown-to-its-source',
  ),
  'known-types-only': flaw('refuses unknown types', 'unknown-event-type'),
  'prototype-dispatch': flaw(
    'looks handlers up in a plain object',
    'type-proto',
    'type-constructor',
  ),
  'strict-envelope': flaw('refuses unknown keys', 'unknown-key-in-the-envelope'),
  'needs-form-data': flaw(
    'refuses a record without form data',
    'document-recorded-without-form-data-files-and-metadata',
  ),
  'null-is-an-error': flaw('refuses null where it may stand', 'null-where-a-value-was'),
  // Handling
  'acks-first': flaw('acks before the work', 'acks-after-the-work', 'failure-is-not-acked'),
  'acks-failures': flaw('acks when the handler fails', 'failure-is-not-acked'),
  'failure-is-410': flaw('answers 410 when the handler fails', 'failure-is-not-acked'),
  'never-handles': flaw('acks and does nothing', 'handled-once'),
  'work-before-signature': flaw(
    'does the work before it checks the signature',
    'forgeries-are-not-handled',
  ),
  'second-effect': flaw('does the work twice for a retry', 'retry-after-a-failure'),
  'id-before-work': flaw(
    'stores the id before the work',
    'retry-after-a-failure',
    'duplicate-during-a-failure',
  ),
  'id-after-work': flaw(
    'stores the id after the work',
    'duplicates-at-once',
    'handler-that-outlasts-the-wait',
  ),
  'acks-running-duplicates': flaw(
    'acks a duplicate while the work is running',
    'duplicate-during-a-failure',
  ),
  'no-dedupe': flaw('has no dedupe', 'duplicates-one-after-another'),
  'refuses-duplicates': flaw('answers 409 to duplicates', 'duplicate-is-acked'),
  // Identity
  'dedupe-by-body': flaw('dedupes by the body', 'duplicate-in-other-bytes'),
  'dedupe-by-verification': flaw('dedupes by the verification', 'two-events-of-one-verification'),
  'dedupe-by-data': flaw('dedupes by the data', 'same-data-in-two-events'),
  'short-ids': flaw('cuts ids to 20 characters', 'ids-that-differ-at-the-end'),
  'ids-of-64-characters': flaw('cuts ids to 64 characters', 'long-ids'),
  'ids-in-lower-case': flaw('compares ids without case', 'ids-that-differ-in-case'),
  // Load and broken connections
  'drops-under-load': flaw('acks without the work above 20 at once', 'burst-is-handled'),
  'fails-under-load': flaw('refuses for good what comes above 20 at once', 'burst-is-acked'),
  'acks-large-forgeries': flaw('acks what is too large', 'large-forgery'),
  'broken-by-a-cut-body': flaw(
    'fails the next event after a cut body',
    'after-a-cut-body',
    'after-all-of-it',
  ),
  'broken-by-garbage': flaw(
    'fails the next event after a malformed request',
    'after-garbage',
    'after-a-broken-chunk',
  ),
  'keeps-cut-bodies': flaw('stores the id of half an event', 'cut-body-is-not-handled'),
  // Of 2026-11-24: see docs/decisions/flaws-written-first.md
  'acks-the-second-failure': flaw(
    'acks the second failure of a handler',
    'retry-after-four-failures',
  ),
  'remembers-twenty-ids': flaw('remembers the last 20 ids', 'first-events-again'),
  'sorted-top-level-too': flaw(
    'also accepts a signature over sorted top-level keys',
    'signed-with-sorted-top-level-keys',
  ),
  'dedupe-by-parsed-body': flaw('dedupes by the parsed body', 'duplicate-with-related-objects'),
  'trims-ids': flaw('trims ids', 'ids-that-differ-in-white-space'),
  'normalises-ids': flaw('compares ids in Unicode NFC', 'ids-that-differ-in-composition'),
  'v11-counts': flaw('takes every key that begins with v1 for a v1', 'v11-in-place-of-v1'),
  'sha1-too': flaw('also accepts HMAC-SHA1', 'mac-with-sha-1'),
  'milliseconds-too': flaw('also accepts t in milliseconds', 't-in-milliseconds'),
  'acks-the-fourth-failure': flaw(
    'acks the fourth failure of a handler',
    'retry-after-four-failures',
  ),
  'acks-when-it-takes-long': flaw(
    'acks after 10 s, while the work is running',
    'handler-that-outlasts-the-wait',
  ),
  'forgets-ids-at-a-failure': flawOfTheRun(
    'forgets all ids when a handler fails',
    'first-events-again',
    'failure-is-not-acked',
  ),
  'forgets-when-the-client-left': flaw(
    'forgets an id when it cannot send the ack',
    'handler-that-outlasts-the-wait',
  ),
  'forgets-running-when-the-client-left': flaw(
    'takes work for ended when the client has left before it',
    'handler-that-outlasts-the-wait',
  ),
  'two-memories': flaw('has two workers, each with its own ids', 'duplicates-one-after-another'),
  'drops-large-events': flawOfTheRun(
    'acks events of more than 64 KiB without the work',
    'every-ack-is-handled',
    'large-body',
  ),
  'drops-text-outside-ascii': flawOfTheRun(
    'acks events with text outside ASCII without the work',
    'every-ack-is-handled',
    'text-outside-ascii',
  ),
  'drops-related': flawOfTheRun(
    'acks events with a fifth key without the work',
    'every-ack-is-handled',
    'unknown-key-in-the-envelope',
  ),
  'tells-the-signature': flaw(
    'answers a forgery with the signature that it expected',
    'refusal-tells-no-secret',
  ),
  'tells-the-secret': flaw('answers a forgery with its settings', 'refusal-tells-no-secret'),
  't-by-regex': flaw('finds t with /t=(\\d+)/', 'unknown-keys'),
  't-once': flaw('refuses a t that it has seen', 'same-data-in-two-events'),
  'shared-buffer': flaw('reads all bodies into one buffer', 'burst-is-acked'),
  'shared-variable': flaw('keeps the current event in a global variable', 'burst-is-handled'),
  'handles-what-is-ahead': flawOfTheRun(
    'does the work before it refuses a t in the future',
    'no-refusal-is-handled',
    'signed-310-s-ahead',
  ),
  'early-headers': flaw(
    'sends the status 200 before the work, and closes when it fails',
    'failure-is-not-acked',
  ),
  'takes-any-id': flaw('takes ids that are empty or no text', 'signed-without-an-id'),
  'ids-without-accents': flaw(
    'compares ids without accents, as some SQL collations do',
    'ids-that-differ-in-accents',
  ),
  'dedupe-by-created': flaw('dedupes by type and time', 'same-data-in-two-events'),
} as const satisfies Readonly<Record<string, Flaw>>;

/** The name of a flaw. */
export type FlawName = keyof typeof flaws;

const isFlaw = (name: string): name is FlawName => Object.hasOwn(flaws, name);

/** Every flaw, in the order above. */
export const flawNames: readonly FlawName[] = Object.keys(flaws).filter(isFlaw);
