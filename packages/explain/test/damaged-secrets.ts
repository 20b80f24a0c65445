import type { Diagnosis } from '../src/diagnosis.js';
import { BODY, type Damaged, headerOf, toExplain } from './sign-by-hand.js';

const PLAIN = 'whsec_Zm9v+YmFy/cXV4';
const BYTES = Buffer.from('00ff10c0ffee0badf00d', 'hex');

/** Signed with one secret, configured as another. */
function secret(
  signedWith: string | Uint8Array,
  configured: string | readonly string[],
  more: Pick<Damaged, 'otherFindings'> = {},
): Damaged {
  return {
    name: `${JSON.stringify(configured)} instead of ${JSON.stringify(String(signedWith))}`,
    delivery: toExplain(BODY, headerOf(BODY, signedWith), { secret: configured }),
    code: 'signature_mismatch',
    proven: true,
    ...more,
  };
}

export const damagedSecrets = {
  'secret_extra_characters: white space or an invisible character': [
    secret(PLAIN, `${PLAIN}\n`),
    secret(PLAIN, ` ${PLAIN}`),
    secret(PLAIN, `\uFEFF${PLAIN}`),
    secret(PLAIN, `whsec_\u200B${PLAIN.slice(6)}`),
    secret(PLAIN, `${PLAIN.slice(0, 9)}\n${PLAIN.slice(9)}`),
    secret(PLAIN, ['whsec_another', `${PLAIN}\r\n`]),
  ],
  'secret_extra_characters: white space that the signer uses too': [
    secret(`${PLAIN}\n`, `${PLAIN}\n`),
  ],
  'secret_extra_characters: quotes': [
    secret(PLAIN, `"${PLAIN}"`),
    secret(PLAIN, `'${PLAIN}'`),
    secret(PLAIN, `"${PLAIN}"\n`),
    secret(PLAIN, `${PLAIN}"`),
  ],
  'secret_extra_characters: an escaped line break': [
    secret(PLAIN, `${PLAIN}\\n`),
    secret(PLAIN, `"${PLAIN}\\r\\n"`),
  ],
  'secret_extra_characters: a variable name': [
    secret(PLAIN, `SCREENING_SECRET=${PLAIN}`),
    secret(PLAIN, `export SCREENING_SECRET="${PLAIN}"`),
  ],
  secret_list_in_one: [secret(PLAIN, `whsec_old,${PLAIN}`), secret(PLAIN, `${PLAIN} whsec_old`)],
  'secret_prefix: not used by the signer': [secret(PLAIN.slice(6), PLAIN)],
  'secret_prefix: whsec_ is missing': [secret(PLAIN, PLAIN.slice(6))],
  'secret_encoding: the signer decodes it from base64': [
    secret(BYTES, BYTES.toString('base64')),
    secret(BYTES, `whsec_${BYTES.toString('base64')}`),
    secret(BYTES, BYTES.toString('base64url')),
    // As `kubectl get secret` prints it.
    secret(PLAIN, Buffer.from(PLAIN).toString('base64')),
  ],
  'secret_encoding: the signer encodes it in base64': [
    secret(Buffer.from(PLAIN).toString('base64'), PLAIN),
  ],
  'secret_encoding: the signer decodes it from hex': [secret(BYTES, BYTES.toString('hex'))],
  'secret_encoding: percent-encoded': [secret(PLAIN, encodeURIComponent(PLAIN))],
  'secret_encoding: percent-decoded': [
    secret(encodeURIComponent(PLAIN), PLAIN),
    secret(PLAIN, PLAIN.replace('+', ' ')),
  ],
} satisfies Partial<Record<Diagnosis, readonly Damaged[]>>;
