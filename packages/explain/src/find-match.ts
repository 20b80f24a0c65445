import { type BodyVariant, bodyVariants } from './body-variants.js';
import type { ExplainCause } from './causes.js';
import { hmacSha256, importHmacKey } from './hmac.js';
import type { Candidate, SignedHeader } from './read-header.js';
import type { SecretVariant } from './secret-variants.js';
import { type SignedString, signedStrings } from './signed-strings.js';

/** A MAC that came out: the proof of every cause in it. */
export interface Match {
  readonly timestamp: string | undefined;
  readonly secretIndex: number;
  /** In the order in which a receiver meets them; none for a genuine delivery. */
  readonly causes: readonly ExplainCause[];
}

/** One combination to try. */
interface Attempt {
  readonly header: SignedHeader;
  readonly form: SignedString;
  readonly secret: SecretVariant;
  readonly body: { readonly cause: ExplainCause | undefined; readonly bytes: Uint8Array };
}

// Bounds on what one explanation costs: about a second. Past them, nothing more is tried.
const MAX_MACS = 8192;
const MAX_HASHED_BYTES = 128 * 1024 * 1024;
// WebCrypto answers from other threads: a few at a time are faster than one after the other.
const BATCH = 32;

/** Looks for a combination whose MAC is in the header, one with a single thing changed before one with two. */
export async function findMatch(
  headers: readonly SignedHeader[],
  body: Uint8Array,
  secrets: readonly SecretVariant[],
): Promise<Match | undefined> {
  const keys = new Map<SecretVariant, Promise<CryptoKey>>();
  const keyOf = (secret: SecretVariant): Promise<CryptoKey> => {
    const known = keys.get(secret) ?? importHmacKey(secret.key);
    keys.set(secret, known);
    return known;
  };
  const tryOne = async (attempt: Attempt): Promise<Match | undefined> => {
    const { form } = attempt;
    const key = await keyOf(attempt.secret);
    const mac = await hmacSha256(key, form.before, attempt.body.bytes, form.after);
    const candidate = attempt.header.candidates.find(({ hex }) => mac.startsWith(hex));
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
    // The first attempt is alone: it is all that a genuine delivery needs.
    if (batch.length < BATCH && macs > 1) continue;
    const found = (await Promise.all(batch)).find((match) => match !== undefined);
    if (found) return found;
    batch = [];
  }
  return (await Promise.all(batch)).find((match) => match !== undefined);
}

function toMatch({ header, form, secret, body }: Attempt, candidate: Candidate): Match {
  const causes = [candidate.cause, form.cause, secret.cause, body.cause];
  return {
    timestamp: header.timestamp,
    secretIndex: secret.secretIndex,
    causes: causes.filter((cause) => cause !== undefined),
  };
}

async function* attempts(
  headers: readonly SignedHeader[],
  bytes: Uint8Array,
  secrets: readonly SecretVariant[],
): AsyncGenerator<Attempt> {
  const asIs = { cause: undefined, bytes };
  const forms = headers
    .filter(({ candidates }) => candidates.length > 0)
    .flatMap((header) => signedStrings(header.timestamp).map((form) => ({ header, form })));
  const specified = forms.filter(({ form }) => form.cause === undefined);
  const configured = secrets.filter(isConfigured);
  const altered = secrets.filter((secret) => !isConfigured(secret));

  // One thing changed.
  for (const form of specified) {
    for (const secret of [...configured, ...altered]) yield { ...form, secret, body: asIs };
  }
  for (const form of forms) {
    for (const secret of configured) yield { ...form, secret, body: asIs };
  }
  if (forms.length === 0) return;
  const bodies: BodyVariant[] = [];
  for await (const body of bodyVariants(bytes)) {
    bodies.push(body);
    for (const form of specified) {
      for (const secret of configured) yield { ...form, secret, body };
    }
  }

  // Two.
  for (const form of forms) {
    for (const secret of altered) yield { ...form, secret, body: asIs };
  }
  for (const body of bodies) {
    for (const form of specified) {
      for (const secret of altered) yield { ...form, secret, body };
    }
  }
}

function isConfigured({ cause }: SecretVariant): boolean {
  return cause === undefined || cause === 'secret_white_space_signed';
}
