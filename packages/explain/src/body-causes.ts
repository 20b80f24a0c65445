import type { CauseText } from './causes.js';
import { RAW_BODY } from './cures.js';

/** The body, as handed over beside as it was signed. */
export type BodyCause =
  | 'body_newline_added'
  | 'body_newline_removed'
  | 'body_white_space_added'
  | 'body_bom_added'
  | 'body_bom_removed'
  | 'body_lf_to_crlf'
  | 'body_crlf_to_lf'
  | 'body_nul_padded'
  | 'body_reserialised_from_compact'
  | 'body_reserialised_from_spaced'
  | 'body_reserialised_from_indented'
  | 'body_key_order_changed'
  | 'body_unicode_unescaped'
  | 'body_slashes_unescaped'
  | 'body_html_unescaped'
  | 'body_escapes_added'
  | 'body_double_encoded'
  | 'body_decoded_as_latin1'
  | 'body_utf16'
  | 'body_base64'
  | 'body_double_stringified'
  | 'body_serialised_bytes'
  | 'body_in_gateway_event'
  | 'body_form_encoded'
  | 'body_still_compressed'
  | 'body_inflated'
  | 'body_encoding_removed'
  | 'body_empty'
  | 'body_empty_object'
  | 'body_placeholder'
  | 'body_truncated'
  | 'body_shorter_than_sent'
  | 'body_longer_than_sent'
  | 'body_replacement_characters'
  | 'body_too_large_to_explain';

/** The words for each. */
export const bodyCauses: Readonly<Record<BodyCause, CauseText>> = {
  body_newline_added: ['The body has a line break at its end that was not signed.', RAW_BODY],
  body_newline_removed: [
    'The body was signed with a line break at its end, which is gone.',
    RAW_BODY,
  ],
  body_white_space_added: ['The body has white space around it that was not signed.', RAW_BODY],
  body_bom_added: ['The body begins with a byte order mark that was not signed.', RAW_BODY],
  body_bom_removed: [
    'The body was signed with a byte order mark, which is gone: decoding to text drops it.',
    RAW_BODY,
  ],
  body_lf_to_crlf: ['The line breaks of the body were signed as LF and are CRLF now.', RAW_BODY],
  body_crlf_to_lf: ['The line breaks of the body were signed as CRLF and are LF now.', RAW_BODY],
  body_nul_padded: [
    'The body has zero bytes at its end that were not signed.',
    'Take only as many bytes of the buffer as were read.',
  ],
  body_reserialised_from_compact: [
    'The body was parsed and written again: it was signed without white space, and has some now.',
    RAW_BODY,
  ],
  body_reserialised_from_spaced: [
    'The body was parsed and written again: it was signed on one line with a space after each comma and colon.',
    RAW_BODY,
  ],
  body_reserialised_from_indented: [
    'The body was parsed and written again: it was signed with indentation.',
    RAW_BODY,
  ],
  body_key_order_changed: [
    'The body was parsed and written again: its keys were signed in another order.',
    RAW_BODY,
  ],
  body_unicode_unescaped: [
    'The body was parsed and written again: it was signed with \\u escapes that are characters now.',
    RAW_BODY,
  ],
  body_slashes_unescaped: [
    'The body was parsed and written again: it was signed with escaped slashes.',
    RAW_BODY,
  ],
  body_html_unescaped: [
    'The body was parsed and written again: it was signed with \\u escapes for characters of HTML.',
    RAW_BODY,
  ],
  body_escapes_added: [
    'The body was parsed and written again: it was signed with characters that are escapes now.',
    RAW_BODY,
  ],
  body_double_encoded: [
    'The body was decoded as Latin-1 and encoded as UTF-8: its characters outside of ASCII are doubled.',
    RAW_BODY,
  ],
  body_decoded_as_latin1: ['The body was decoded as UTF-8 and encoded as Latin-1.', RAW_BODY],
  body_utf16: ['The body is UTF-16, and was signed as UTF-8.', RAW_BODY],
  body_base64: [
    'The body is base64 of what was signed.',
    'Decode it first: gateways set isBase64Encoded beside such a body.',
  ],
  body_double_stringified: [
    'The body is a JSON string with what was signed inside of it.',
    'Hand over the string as it was, without JSON.stringify.',
  ],
  body_serialised_bytes: [
    'The body is a list of the bytes that were signed, written as text.',
    'Hand over the bytes, without JSON.stringify or String.',
  ],
  body_in_gateway_event: [
    "The body is a gateway's event, with what was signed in its field body.",
    'Hand over the field body, decoded from base64 if the event says so.',
  ],
  body_form_encoded: [
    'The body is form-encoded, with what was signed inside of it.',
    'Send the JSON as the body itself, with Content-Type: application/json.',
  ],
  body_still_compressed: [
    'The body is gzip, and the signature is over what it inflates to.',
    'Tell the proxy in between not to compress requests.',
  ],
  body_inflated: [
    'The signature is over the gzip bytes, and something has inflated the body.',
    RAW_BODY,
  ],
  body_encoding_removed: [
    'The headers say that the body is gzip, and these bytes are not, as when something has inflated them.',
    RAW_BODY,
  ],
  body_empty: ['The body is empty, as when something has read it before.', RAW_BODY],
  body_empty_object: [
    'The body is an empty object, as parsers leave it when there was nothing for them to read.',
    RAW_BODY,
  ],
  body_placeholder: [
    'The body is what JavaScript writes for a value that is no body.',
    'Hand over the bytes; what was turned into text here was an object, or nothing.',
  ],
  body_truncated: [
    'The body is shorter than its Content-Length says, and is not whole JSON: some of it is missing.',
    'Read the request to its end before it is verified.',
  ],
  body_shorter_than_sent: [
    'The body is shorter than its Content-Length says: these are not the bytes as sent.',
    RAW_BODY,
  ],
  body_longer_than_sent: [
    'The body is longer than its Content-Length says: these are not the bytes as sent.',
    RAW_BODY,
  ],
  body_replacement_characters: [
    'The body has replacement characters (U+FFFD), which decoding writes over bytes that it cannot read, and no damage that can be undone explains the mismatch.',
    RAW_BODY,
  ],
  body_too_large_to_explain: [
    'Nothing matches the body as it is, and it is too large to look for what has happened to it (over 256 KiB).',
    'Explain a smaller delivery to the same endpoint.',
  ],
};
