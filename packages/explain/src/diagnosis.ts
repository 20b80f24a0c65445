/**
 * One thing that can be wrong with a delivery: its cause, and after a colon the detail that tells variants of the cause
 * apart. The list is closed. Two causes differ in what a user does about them; two details of a cause do not.
 */
export type Diagnosis =
  | 'content_type_refused'
  | 'content_encoding_refused'
  | 'header_missing'
  | `header_missing: ${'request came through a proxy' | 'empty value'}`
  | 'header_not_read'
  | 'header_wrong_name'
  | `header_malformed: ${
      | 'white space around it'
      | 'header name included'
      | 'quotes, brackets or backslashes'
      | 'percent-encoded'
      | 'upper-case T or V1'
      | 'wrong separators'
      | 'too long or too many pairs'
      | 'no name=value pairs'}`
  | 'header_repeated'
  | 'header_of_other_scheme'
  | `timestamp_malformed: ${'missing' | 'not whole seconds in plain digits' | 'in milliseconds'}`
  | `signature_malformed: ${
      | 'missing'
      | 'not named v1'
      | 'empty'
      | 'wrong number of hex digits'
      | '40 hex digits, the length of SHA-1'
      | '128 hex digits, the length of SHA-512'
      | 'base64'
      | 'not hex'}`
  | 'signature_truncated'
  | `signed_wrong_string: ${
      | 'the body without t'
      | 'wrong separator between t and the body'
      | 'the body before t'}`
  | 'signed_other_timestamp'
  | `secret_extra_characters: ${
      | 'white space or an invisible character'
      | 'white space that the signer uses too'
      | 'quotes'
      | 'an escaped line break'
      | 'a variable name'}`
  | 'secret_list_in_one'
  | `secret_prefix: ${'not used by the signer' | 'whsec_ is missing'}`
  | `secret_encoding: ${
      | 'the signer decodes it from base64'
      | 'the signer decodes it from hex'
      | 'the signer encodes it in base64'
      | 'percent-encoded'
      | 'percent-decoded'}`
  | `body_reserialized: ${
      | 'signed without white space'
      | 'signed with a space after each separator'
      | 'signed with indentation'
      | 'signed with keys in another order'
      | 'signed with Unicode escapes'
      | 'signed with escaped slashes'
      | 'signed with HTML escapes'
      | 'signed without escapes'}`
  | `body_text_changed: ${
      | 'line break added at the end'
      | 'line break removed from the end'
      | 'white space added around it'
      | 'byte order mark added'
      | 'byte order mark removed'
      | 'LF became CRLF'
      | 'CRLF became LF'
      | 'UTF-8 was read as Latin-1'
      | 'written as Latin-1'
      | 'written as UTF-16'}`
  | 'body_padded'
  | 'body_base64'
  | `body_stringified: ${'text' | 'bytes'}`
  | 'body_in_gateway_event'
  | 'body_form_encoded'
  | 'body_compressed'
  | `body_decompressed: ${'gzip was signed' | 'Content-Encoding is gzip'}`
  | `body_missing: ${'empty' | 'an empty object' | 'the text of a JavaScript value'}`
  | `body_length_mismatch: ${
      | 'shorter than Content-Length'
      | 'shorter than Content-Length, incomplete JSON'
      | 'longer than Content-Length'}`
  | 'body_replacement_characters'
  | 'body_too_large_to_explain'
  | 'delivery_stale'
  | 'clock_skew'
  | 'unknown_secret_or_body';

type CauseOf<Any extends Diagnosis> = Any extends `${infer Cause}: ${string}` ? Cause : Any;

/** Why a delivery does not verify. The list is closed. */
export type ExplainCause = CauseOf<Diagnosis>;
