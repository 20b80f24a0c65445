import type { CauseText } from './causes.js';

/** The signing secret, as configured beside as the signer has used it. */
export type SecretCause =
  | 'secret_white_space'
  | 'secret_white_space_signed'
  | 'secret_quoted'
  | 'secret_escaped_newline'
  | 'secret_with_name'
  | 'secret_list_in_one'
  | 'secret_prefix_extra'
  | 'secret_prefix_missing'
  | 'secret_base64_decoded'
  | 'secret_base64_encoded'
  | 'secret_hex_decoded'
  | 'secret_url_encoded'
  | 'secret_url_decoded';

const CONFIGURE = 'Copy the signing secret from the dashboard again, as it is and nothing else.';

/** The words for each. */
export const secretCauses: Readonly<Record<SecretCause, CauseText>> = {
  secret_white_space: [
    'The secret has white space, a line break or an invisible character that the signer does not have.',
    'Trim it, or look for the newline in the file or variable it was read from.',
  ],
  secret_white_space_signed: [
    'The signature is genuine, with the white space that is around the secret; receivers refuse such a secret.',
    'Remove the white space from the secret, here and where it was signed.',
  ],
  secret_quoted: [
    'The secret has quotes around it that do not belong to it.',
    'Remove the quotes where the secret is configured.',
  ],
  secret_escaped_newline: [
    'The secret ends in a backslash and an n or r that do not belong to it.',
    'Remove them where the secret is configured.',
  ],
  secret_with_name: [
    'The secret is a whole assignment, with the name of the variable before it.',
    'Configure what comes after the equals sign.',
  ],
  secret_list_in_one: [
    'The secret is several secrets in one string, and one of them is right.',
    'Split it, and hand over a list of secrets.',
  ],
  secret_prefix_extra: [
    'The signer uses the secret without the prefix before its underscore.',
    CONFIGURE,
  ],
  secret_prefix_missing: ['The signer uses the secret with whsec_ before it.', CONFIGURE],
  secret_base64_decoded: [
    'The signer uses the bytes that the secret is base64 of.',
    'If the secret was encoded when it was stored, decode it; a signing secret is used as text, never decoded.',
  ],
  secret_base64_encoded: [
    'The signer uses the secret in base64.',
    'If the secret was decoded when it was stored or read, do not.',
  ],
  secret_hex_decoded: [
    'The signer uses the bytes that the secret is hex of.',
    'If the secret was encoded when it was stored, decode it; a signing secret is used as text, never decoded.',
  ],
  secret_url_encoded: ['The secret is percent-encoded, and the signer uses it decoded.', CONFIGURE],
  secret_url_decoded: [
    'The signer uses the secret percent-encoded, or with plus signs where it has spaces.',
    CONFIGURE,
  ],
};
