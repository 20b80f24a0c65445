import type { ExplainCause } from '../src/index.js';
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
  secret_white_space: [
    secret(PLAIN, `${PLAIN}\n`),
    secret(PLAIN, ` ${PLAIN}`),
    secret(PLAIN, `\uFEFF${PLAIN}`),
    secret(PLAIN, `whsec_\u200B${PLAIN.slice(6)}`),
    secret(PLAIN, `${PLAIN.slice(0, 9)}\n${PLAIN.slice(9)}`),
    secret(PLAIN, ['whsec_another', `${PLAIN}\r\n`]),
  ],
  secret_white_space_signed: [secret(`${PLAIN}\n`, `${PLAIN}\n`)],
  secret_quoted: [
    secret(PLAIN, `"${PLAIN}"`),
    secret(PLAIN, `'${PLAIN}'`),
    secret(PLAIN, `"${PLAIN}"\n`),
    secret(PLAIN, `${PLAIN}"`),
  ],
  secret_escaped_newline: [secret(PLAIN, `${PLAIN}\\n`), secret(PLAIN, `"${PLAIN}\\r\\n"`)],
  secret_with_name: [
    secret(PLAIN, `SCREENING_SECRET=${PLAIN}`),
    secret(PLAIN, `export SCREENING_SECRET="${PLAIN}"`),
  ],
  secret_list_in_one: [secret(PLAIN, `whsec_old,${PLAIN}`), secret(PLAIN, `${PLAIN} whsec_old`)],
  secret_prefix_extra: [secret(PLAIN.slice(6), PLAIN)],
  secret_prefix_missing: [secret(PLAIN, PLAIN.slice(6))],
  secret_base64_decoded: [
    secret(BYTES, BYTES.toString('base64')),
    secret(BYTES, `whsec_${BYTES.toString('base64')}`),
    secret(BYTES, BYTES.toString('base64url')),
    // As Kubernetes shows it.
    secret(PLAIN, Buffer.from(PLAIN).toString('base64')),
  ],
  secret_base64_encoded: [secret(Buffer.from(PLAIN).toString('base64'), PLAIN)],
  secret_hex_decoded: [secret(BYTES, BYTES.toString('hex'))],
  secret_url_encoded: [secret(PLAIN, encodeURIComponent(PLAIN))],
  secret_url_decoded: [
    secret(encodeURIComponent(PLAIN), PLAIN),
    secret(PLAIN, PLAIN.replace('+', ' ')),
  ],
} satisfies Partial<Record<ExplainCause, readonly Damaged[]>>;
