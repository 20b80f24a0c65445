import { bodyVariants } from './body-variants.js';
import { concatBytes } from './concat-bytes.js';
import type { Diagnosis } from './diagnosis.js';
import { encodeHex } from './encodings.js';
import type { Candidate, SignedHeader } from './read-header.js';
import type { SecretVariant } from './secret-variants.js';
import { type SignedString, signedStrings } from './signed-strings.js';

/** A MAC that matches. It proves every diagnosis in it. */
export interface Match {
  readonly timestamp: string | undefined;
  readonly secretIndex: number;
  /** The changes that had to be undone, in the order in which a receiver would meet them. Empty for a genuine delivery. */
  readonly diagnoses: readonly Diagnosis[];
}

/** One combination to try. */
interface Attempt {
  readonly header: SignedHeader;
  readonly string: SignedString;
  readonly secret: SecretVariant;
  readonly body: CandidateBody;
}

interface CandidateBody {
  readonly diagnosis: Diagnosis | undefined;
  readonly bytes: Uint8Array;
}

// Bounds the cost of one explanation to about a second.
const MAX_MACS = 8192;
const MAX_HASHED_BYTES = 128 * 1024 * 1024;
// WebCrypto runs on other threads: concurrent calls are faster than sequential ones.
const BATCH = 32;

/** Searches for a combination whose MAC is in the header: first those with one change, then those with two. */
export async function findMatch(
  headers: readonly SignedHeader[],
  body: Uint8Array,
  secrets: readonly SecretVariant[],
): Promise<Match | undefined> {
  const keys = new Map<SecretVariant, Promise<CryptoKey>>();
  const keyOf = (secret: SecretVariant): Promise<CryptoKey> => {
    const known = keys.get(secret) ?? importKey(secret.key);
    keys.set(secret, known);
    return known;
  };
  const tryOne = async (attempt: Attempt): Promise<Match | undefined> => {
    const { header, string, secret, body } = attempt;
    const signed = concatBytes(string.before, body.bytes, string.after);
    const mac = await crypto.subtle.sign('HMAC', await keyOf(secret), signed);
    const digits = encodeHex(new Uint8Array(mac));
    const candidate = header.candidates.find(({ hex }) => digits.startsWith(hex));
    return candidate && toMatch(attempt, candidate);
  };

  let macs = 0;
  let hashedBytes = 0;
  let batch: Promise<Match | undefined>[] = [];
  for await (const attempt of attempts(headers, body, secrets)) {
    macs += 1;
    hashedBytes += attempt.body.bytes.length;
    if (macs > MAX_MACS || hashedBytes > MAX_HASHED_BYTES) break;
    batch.push(tryOne(attempt));
    // The first attempt runs alone: a genuine delivery needs no other.
    if (batch.length < BATCH && macs > 1) continue;
    const found = (await Promise.all(batch)).find((match) => match !== undefined);
    if (found) return found;
    batch = [];
  }
  return (await Promise.all(batch)).find((match) => match !== undefined);
}

/** Unlike the core, imports keys of any bytes: a variant of a secret need not be text. */
function importKey(key: Uint8Array): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', concatBytes(key), algorithm, false, ['sign']);
}

function toMatch({ header, string, secret, body }: Attempt, candidate: Candidate): Match {
  const parts = [candidate, string, secret, body];
  return {
    timestamp: header.timestamp,
    secretIndex: secret.secretIndex,
    diagnoses: parts.flatMap(({ diagnosis }) => diagnosis ?? []),
  };
}

async function* attempts(
  headers: readonly SignedHeader[],
  bytes: Uint8Array,
  secrets: readonly SecretVariant[],
): AsyncGenerator<Attempt> {
  const asIs: CandidateBody = { diagnosis: undefined, bytes };
  const strings = headers
    .filter(({ candidates }) => candidates.length > 0)
    .flatMap((header) => signedStrings(header.timestamp).map((string) => ({ header, string })));
  const specified = strings.filter(({ string }) => string.diagnosis === undefined);
  const configured = secrets.filter((secret) => secret.configured);
  const altered = secrets.filter((secret) => !secret.configured);

  // One change.
  for (const signed of specified) {
    for (const secret of [...configured, ...altered]) yield { ...signed, secret, body: asIs };
  }
  for (const signed of strings) {
    for (const secret of configured) yield { ...signed, secret, body: asIs };
  }
  if (strings.length === 0) return;
  const bodies: CandidateBody[] = [];
  for await (const [diagnosis, variant] of bodyVariants(bytes)) {
    const body = { diagnosis, bytes: variant };
    bodies.push(body);
    for (const signed of specified) {
      for (const secret of configured) yield { ...signed, secret, body };
    }
  }

  // Two changes.
  for (const signed of strings) {
    for (const secret of altered) yield { ...signed, secret, body: asIs };
  }
  for (const body of bodies) {
    for (const signed of specified) {
      for (const secret of altered) yield { ...signed, secret, body };
    }
  }
}
