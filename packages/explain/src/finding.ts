import type { Diagnosis, ExplainCause } from './diagnosis.js';

/** One thing that is wrong with a delivery. */
export interface Finding {
  /** The machine code. */
  readonly cause: ExplainCause;
  /** The variant of the cause, in a few words; the text may change. Absent if the cause has no variants. */
  readonly detail?: string | undefined;
  /** One sentence. */
  readonly summary: string;
  /** How to fix it. */
  readonly fix: string;
  /** For `delivery_stale` and `clock_skew`: the seconds between `t` and the clock, never negative. */
  readonly seconds?: number | undefined;
}

/** The texts for each cause. Except for a number of seconds, they contain no data of a delivery. */
const texts: Readonly<Record<ExplainCause, readonly [summary: string, fix: string]>> = {
  content_type_refused: [
    'The Content-Type is not application/json, so a receiver refuses the delivery.',
    'Send Content-Type: application/json. If a gateway changes it, configure the gateway to forward it.',
  ],
  content_encoding_refused: [
    'The delivery has a Content-Encoding, so a receiver refuses it: the signature covers the bytes as sent.',
    'Configure the proxy to forward the body without encoding it.',
  ],
  header_missing: [
    'The delivery has no value for Service-Signature.',
    'Check that the service sent the request, and that every proxy forwards Service-Signature.',
  ],
  header_not_read: [
    'The delivery has a Service-Signature header, but its value was not passed to the verification.',
    "Read the header case-insensitively: in Node's req.headers its name is service-signature.",
  ],
  header_wrong_name: [
    'The signature is in a header with another name.',
    'Send and forward it as Service-Signature. In CGI and WSGI variables it is HTTP_SERVICE_SIGNATURE.',
  ],
  header_malformed: [
    'The value of Service-Signature is not a list of name=value pairs that a receiver accepts.',
    'Pass the value exactly as received. If it was sent like this, tell the sender.',
  ],
  header_repeated: [
    'The header has more than one t, for example because two signature headers were joined.',
    'Configure the proxy to forward the header once, and sign each delivery once.',
  ],
  header_of_other_scheme: [
    "The header has the form of another service's signature.",
    'Check that the request comes from the screening service, and that this is the value of Service-Signature.',
  ],
  timestamp_malformed: [
    'The header has no valid t.',
    'Set t to the time of signing in whole Unix seconds, in plain digits.',
  ],
  signature_malformed: [
    'The header has no valid v1.',
    'Set v1 to the HMAC-SHA256 in 64 hex digits, as signBody does.',
  ],
  signature_truncated: [
    'The signature is correct, but cut off.',
    'Find what shortens the header: a database column, a log line, an incomplete copy.',
  ],
  signed_wrong_string: [
    'The signature does not cover <t>.<body>, but another string.',
    'Sign t, one dot and the body, as signBody does.',
  ],
  signed_other_timestamp: [
    'The signature covers another timestamp than the t in the header.',
    'Read the clock once, and use the same t in the header and in the signed string.',
  ],
  secret_extra_characters: [
    'The configured secret contains characters that do not belong to it.',
    'Remove the extra characters wherever the secret is configured, at the receiver and at the signer.',
  ],
  secret_list_in_one: [
    'Several secrets are configured as one string. One of them is correct.',
    'Split the string, and pass a list of secrets.',
  ],
  secret_prefix: [
    'The signer uses the secret with another prefix, or without one.',
    'Copy the signing secret from the dashboard again, exactly as it is shown.',
  ],
  secret_encoding: [
    'The signer uses the secret in another encoding.',
    'Use the secret as text, at the receiver and at the signer. Do not encode or decode it.',
  ],
  body_reserialized: [
    'The body was parsed and serialized again after it was signed.',
    'Verify the bytes as received, before a body parser runs.',
  ],
  body_text_changed: [
    'The text of the body, or its character encoding, was changed after it was signed.',
    'Read, store and pass the body as bytes. Do not edit, trim or decode it.',
  ],
  body_padded: [
    'The body ends with zero bytes that were not signed.',
    'Pass only the bytes that were read, not the whole buffer.',
  ],
  body_base64: [
    'The body is the base64 of the signed bytes.',
    'Decode the base64 before the verification. A gateway marks such a body with isBase64Encoded.',
  ],
  body_stringified: [
    'JSON.stringify or String was called on the signed body.',
    'Pass the body as received, without JSON.stringify or String.',
  ],
  body_in_gateway_event: [
    'The body is the event of a gateway. The signed body is in its body field.',
    'Pass the body field, decoded from base64 if isBase64Encoded is true.',
  ],
  body_form_encoded: [
    'The signed JSON is inside a form-encoded body.',
    'Send the JSON as the body itself, with Content-Type: application/json.',
  ],
  body_compressed: [
    'The body is gzip, and the signature covers the bytes before compression.',
    'Configure the proxy not to compress requests.',
  ],
  body_decompressed: [
    'The body was signed or sent as gzip, and is not gzip now.',
    'Verify the bytes as received, before anything decompresses them.',
  ],
  body_missing: [
    'The body is empty, or what remains when other code has read or replaced it.',
    'Read the request once, before any other code reads it, and pass its bytes.',
  ],
  body_length_mismatch: [
    'The body does not have the length that its Content-Length states.',
    'Read the request to its end, and verify those bytes unchanged.',
  ],
  body_replacement_characters: [
    'The body contains U+FFFD, which decoding writes in place of bytes that it cannot read. Those bytes are lost.',
    'Do not decode the body to text before the verification.',
  ],
  body_too_large_to_explain: [
    'The signature does not match, and the body is too large (over 256 KiB) to search for changes.',
    'Explain a smaller delivery to the same endpoint.',
  ],
  delivery_stale: [
    'The t in the header is {seconds} s before this clock, which is too old.',
    'For a new delivery, synchronize the clocks (NTP). Sign an old delivery again, or set now to the time of its arrival.',
  ],
  clock_skew: [
    'The t in the header is {seconds} s ahead of this clock, which is too far.',
    'Synchronize the clocks of the sender and the receiver (NTP).',
  ],
  unknown_secret_or_body: [
    'No known change explains the mismatch: the secret is a different one, or the body or its timestamp was altered. A MAC cannot tell which.',
    "Compare the configured secret with the endpoint's secret in the dashboard, then find what changes the body before the verification.",
  ],
};

/** One finding for each cause, in the given order. Details of the same cause are joined. */
export function toFindings(diagnoses: readonly Diagnosis[], seconds?: number): readonly Finding[] {
  const details = new Map<ExplainCause, readonly string[]>();
  for (const diagnosis of diagnoses) {
    // The cause is the part before the first colon, by the type of Diagnosis.
    const [cause, detail] = diagnosis.split(': ') as [ExplainCause, string?];
    const known = details.get(cause) ?? [];
    details.set(cause, detail === undefined ? known : [...known, detail]);
  }
  return [...details].map(([cause, known]) => toFinding(cause, known.join('; '), seconds));
}

/** The finding for a cause. */
export function toFinding(cause: ExplainCause, detail = '', seconds?: number): Finding {
  const [summary, fix] = texts[cause];
  const isTimed = summary.includes('{seconds}') && seconds !== undefined;
  return {
    cause,
    ...(detail !== '' && { detail }),
    summary: summary.replace('{seconds}', String(seconds)),
    fix,
    ...(isTimed && { seconds }),
  };
}
