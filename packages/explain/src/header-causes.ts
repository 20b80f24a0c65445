import type { CauseText } from './causes.js';
import { READ_HEADER, SIGN_AS_SPECIFIED } from './cures.js';

/** The header as a whole. */
export type HeaderCause =
  | 'header_missing'
  | 'header_missing_behind_proxy'
  | 'header_empty'
  | 'header_not_read'
  | 'header_wrong_name'
  | 'header_white_space'
  | 'header_includes_name'
  | 'header_quoted'
  | 'header_url_encoded'
  | 'header_upper_case'
  | 'header_wrong_delimiter'
  | 'header_repeated'
  | 'header_too_large'
  | 'header_of_other_scheme'
  | 'header_unreadable'
  | 'timestamp_missing'
  | 'timestamp_malformed';

/** The words for each. */
export const headerCauses: Readonly<Record<HeaderCause, CauseText>> = {
  header_missing: [
    'There is no Service-Signature header.',
    'Check that the request comes from the service, and that nothing in between drops the header.',
  ],
  header_missing_behind_proxy: [
    'There is no Service-Signature header, and other headers show that a proxy was in between.',
    'Tell the proxy or gateway to pass Service-Signature on.',
  ],
  header_empty: [
    'The Service-Signature header is empty.',
    'Find what has emptied it: a proxy rule, or a variable that was not set when it was signed.',
  ],
  header_not_read: [
    'The delivery has the Service-Signature header, and it was not handed over.',
    "Read it without regard to case: in Node's req.headers it is service-signature.",
  ],
  header_wrong_name: [
    'The signature came in a header of another name.',
    'Have it sent, or passed on, as Service-Signature; in CGI and WSGI variables, read HTTP_SERVICE_SIGNATURE.',
  ],
  header_white_space: ['The header has a line break or other white space around it.', READ_HEADER],
  header_includes_name: [
    'The header value begins with the name of the header.',
    'Hand over what comes after the name and its colon.',
  ],
  header_quoted: ['The header has quotes, brackets or backslashes in it.', READ_HEADER],
  header_url_encoded: ['The header is percent-encoded.', READ_HEADER],
  header_upper_case: ['The header has T or V1 in upper case; keys are lower-case.', READ_HEADER],
  header_wrong_delimiter: [
    'The header has other separators than "=" inside of pairs and "," between them.',
    READ_HEADER,
  ],
  header_repeated: [
    'The header has more than one t, as when two signature headers are concatBytes into one.',
    'Have the proxy in between pass the header on once, and sign once.',
  ],
  header_too_large: [
    'The header is longer, or has more pairs, than any receiver accepts.',
    'Send one t, and one v1 for each secret in use.',
  ],
  header_of_other_scheme: [
    "The header has the form of another sender's signature.",
    'Check that the request comes from the service, and that the header is Service-Signature.',
  ],
  header_unreadable: ['The header is not a list of name=value pairs.', READ_HEADER],
  timestamp_missing: ['The header has no t.', SIGN_AS_SPECIFIED],
  timestamp_malformed: [
    'The t in the header is not whole Unix seconds in plain digits.',
    SIGN_AS_SPECIFIED,
  ],
};
