/** One flaw of a receiver that is correct otherwise. */
export interface Flaw {
  /** The checks that name the flaw: each must fail, or advise if it is a recommendation. */
  readonly caughtBy: readonly string[];
  /** Checks that provoke the flaw for one of the whole run, and do not find it themselves. */
  readonly after: readonly string[];
}

const flaw = (...caughtBy: readonly string[]): Flaw => ({ caughtBy, after: [] });

const flawOfTheRun = (caughtBy: string, after: string): Flaw => ({
  caughtBy: [caughtBy],
  after: [after],
});

/** The flaws that `mutant-receiver.ts` can have. */
export const flaws = {
  // The signature
  'verifies-nothing': flaw('v1-of-zeros', 'signed-with-another-secret'),
  'accepts-unsigned': flaw('no-signature-header'),
  'accepts-missing-t': flaw('no-t'),
  'accepts-v0': flaw('only-a-v0'),
  'ignores-age': flaw('signed-310-s-ago'),
  'ignores-future': flaw('signed-310-s-ahead', 't-in-milliseconds'),
  'window-of-ten-minutes': flaw('signed-310-s-ago', 'signed-310-s-ahead'),
  'window-of-one-minute': flaw('signed-295-s-ago', 'signed-295-s-ahead'),
  'first-v1-only': flaw('wrong-v1-first', 'two-v1'),
  'last-v1-only': flaw('wrong-v1-last'),
  'new-secret-only': flaw('old-secret'),
  'mac-over-the-body': flaw('mac-over-the-body-alone'),
  'mac-without-the-dot': flaw('mac-without-the-dot'),
  'empty-secret': flaw('signed-with-an-empty-secret'),
  'unset-secret': flaw('signed-with-an-unset-secret'),
  'base64-mac': flaw('mac-in-base64'),
  'first-half-compared': flaw('v1-of-half-the-digits', 'v1-right-in-the-first-half'),
  'second-half-compared': flaw('v1-right-in-the-second-half'),
  'given-digits-compared': flaw('v1-of-half-the-digits', 'truncated-v1'),
  'last-digit-not-compared': flaw('v1-with-a-wrong-last-digit'),
  'hex-decoder-that-stops': flaw('v1-with-more-digits'),
  'reserialized-too': flaw('white-space-added-after-signing'),
  'sorted-keys-too': flaw('signed-with-sorted-keys'),
  'python-too': flaw('signed-as-python-writes-it'),
  'python-sorted-too': flaw('signed-as-python-sorts-it'),
  'php-too': flaw('signed-as-php-writes-it'),
  'indented-too': flaw('re-serialised-after-signing'),
  'reserialized-only': flaw(
    'indented',
    'crlf',
    'key-order',
    'numbers',
    'unicode-escapes',
    'escaped-slashes',
    'spaces-after-separators',
  ),
  'decoded-text': flaw('byte-order-mark-added-after-signing', 'byte-order-mark'),
  'trimmed-body': flaw('trailing-newline', 'white-space-added-after-signing'),
  'latin1-body': flaw('text-outside-ascii'),
  'id-before-signature': flaw('forgery-of-a-known-id'),
  // The header
  't-first': flaw('v1-before-t'),
  'known-keys-only': flaw('unknown-keys'),
  'crash-on-a-short-v1': flaw('short-v1-beside-a-good-one'),
  'refuses-empty-v1': flaw('empty-v1-beside-a-good-one'),
  // HTTP
  'any-method': flaw('get', 'put'),
  'any-media-type': flaw('body-that-says-it-is-text'),
  'needs-a-length': flaw('chunked'),
  'first-piece-only': flaw('slow-body'),
  'limit-of-100-kb': flaw('large-body'),
  inflates: flaw('compressed-after-signing'),
  // The event
  'acks-malformed': flaw('signed-and-not-json', 'signed-without-an-id'),
  'recorded-only': flaw('license-confirmed-by-its-source', 'license-that-is-unknown-to-its-source'),
  'known-types-only': flaw('unknown-event-type'),
  'prototype-dispatch': flaw('type-proto', 'type-constructor'),
  'strict-envelope': flaw('unknown-key-in-the-envelope'),
  'needs-form-data': flaw('document-recorded-without-form-data-files-and-metadata'),
  'null-is-an-error': flaw('null-where-a-value-was'),
  // Handling
  'acks-first': flaw('acks-after-the-work', 'failure-is-not-acked'),
  'acks-failures': flaw('failure-is-not-acked'),
  'failure-is-410': flaw('failure-is-not-acked'),
  'never-handles': flaw('handled-once'),
  'work-before-signature': flaw('forgeries-are-not-handled'),
  'second-effect': flaw('retry-after-a-failure'),
  'id-before-work': flaw('retry-after-a-failure', 'duplicate-during-a-failure'),
  'id-after-work': flaw('duplicates-at-once', 'handler-that-outlasts-the-wait'),
  'acks-running-duplicates': flaw('duplicate-during-a-failure'),
  'no-dedupe': flaw('duplicates-one-after-another'),
  'refuses-duplicates': flaw('duplicate-is-acked'),
  // Identity
  'dedupe-by-body': flaw('duplicate-in-other-bytes'),
  'dedupe-by-verification': flaw('two-events-of-one-verification'),
  'dedupe-by-data': flaw('same-data-in-two-events'),
  'short-ids': flaw('ids-that-differ-at-the-end'),
  'ids-of-64-characters': flaw('long-ids'),
  'ids-in-lower-case': flaw('ids-that-differ-in-case'),
  // Load and broken connections
  'drops-under-load': flaw('burst-is-handled'),
  'fails-under-load': flaw('burst-is-acked'),
  'acks-large-forgeries': flaw('large-forgery'),
  'broken-by-a-cut-body': flaw('after-a-cut-body', 'after-all-of-it'),
  'broken-by-garbage': flaw('after-garbage', 'after-a-broken-chunk'),
  'keeps-cut-bodies': flaw('cut-body-is-not-handled'),
  // Of 2026-11-24: see docs/decisions/flaws-written-first.md
  'acks-the-second-failure': flaw('retry-after-four-failures'),
  'remembers-twenty-ids': flaw('first-events-again'),
  'sorted-top-level-too': flaw('signed-with-sorted-top-level-keys'),
  'dedupe-by-parsed-body': flaw('duplicate-with-related-objects'),
  'trims-ids': flaw('ids-that-differ-in-white-space'),
  'normalises-ids': flaw('ids-that-differ-in-composition'),
  'v11-counts': flaw('v11-in-place-of-v1'),
  'sha1-too': flaw('mac-with-sha-1'),
  'milliseconds-too': flaw('t-in-milliseconds'),
  'acks-the-fourth-failure': flaw('retry-after-four-failures'),
  'acks-when-it-takes-long': flaw('handler-that-outlasts-the-wait'),
  'forgets-ids-at-a-failure': flawOfTheRun('first-events-again', 'failure-is-not-acked'),
  'forgets-when-the-client-left': flaw('handler-that-outlasts-the-wait'),
  'forgets-running-when-the-client-left': flaw('handler-that-outlasts-the-wait'),
  'two-memories': flaw('duplicates-one-after-another'),
  'drops-large-events': flawOfTheRun('every-ack-is-handled', 'large-body'),
  'drops-text-outside-ascii': flawOfTheRun('every-ack-is-handled', 'text-outside-ascii'),
  'drops-related': flawOfTheRun('every-ack-is-handled', 'unknown-key-in-the-envelope'),
  'tells-the-signature': flaw('refusal-tells-no-secret'),
  'tells-the-secret': flaw('refusal-tells-no-secret'),
  't-by-regex': flaw('unknown-keys'),
  't-once': flaw('same-data-in-two-events'),
  'shared-buffer': flaw('burst-is-acked'),
  'shared-variable': flaw('burst-is-handled'),
  'handles-what-is-ahead': flawOfTheRun('no-refusal-is-handled', 'signed-310-s-ahead'),
  'early-headers': flaw('failure-is-not-acked'),
  'takes-any-id': flaw('signed-without-an-id'),
  'ids-without-accents': flaw('ids-that-differ-in-accents'),
  'dedupe-by-created': flaw('same-data-in-two-events'),
} as const satisfies Readonly<Record<string, Flaw>>;

/** The name of a flaw. */
export type FlawName = keyof typeof flaws;

const isFlaw = (name: string): name is FlawName => Object.hasOwn(flaws, name);

/** Every flaw, in the order above. */
export const flawNames: readonly FlawName[] = Object.keys(flaws).filter(isFlaw);
