import { type BodyCause, bodyCauses } from './body-causes.js';
import { type HeaderCause, headerCauses } from './header-causes.js';
import { type SecretCause, secretCauses } from './secret-causes.js';
import { type SignatureCause, signatureCauses } from './signature-causes.js';

/** What receivers refuse before they look at the signature. */
type RequestCause = 'content_type_refused' | 'content_encoding_refused';

/** `t` beside our clock; a MAC has proven that it was signed. */
type ClockCause = 'timestamp_in_milliseconds' | 'delivery_stale' | 'clock_skew';

/** Why a delivery does not verify. The list is closed. */
export type ExplainCause =
  | RequestCause
  | HeaderCause
  | SignatureCause
  | SecretCause
  | BodyCause
  | ClockCause
  | 'unknown_secret_or_body';

/** What is said of a cause. Nothing of a delivery is ever put into it but a number of seconds. */
export type CauseText = readonly [summary: string, fix: string];

/** One thing that is wrong with a delivery. */
export interface Finding {
  /** The machine code. */
  readonly cause: ExplainCause;
  readonly summary: string;
  readonly fix: string;
  /** With `delivery_stale` and `clock_skew`: seconds between `t` and the clock, without a sign. */
  readonly seconds?: number;
}

const causes: Readonly<Record<ExplainCause, CauseText>> = {
  ...headerCauses,
  ...signatureCauses,
  ...secretCauses,
  ...bodyCauses,
  content_type_refused: [
    'The Content-Type is not application/json, which receivers refuse.',
    'Send Content-Type: application/json; if a gateway has changed it, tell it not to.',
  ],
  content_encoding_refused: [
    'The headers have a Content-Encoding, which receivers refuse: the signature is over the bytes as sent.',
    'Tell the proxy in between to leave the body as it is.',
  ],
  timestamp_in_milliseconds: [
    'The t in the header is in milliseconds.',
    'Sign with Unix seconds: divide by 1000 and round down.',
  ],
  delivery_stale: [
    'The t in the header is {seconds} s before this clock, which is too old.',
    'If it was just sent, set the clocks by NTP; an old delivery has to be signed again, or judged by the time it arrived.',
  ],
  clock_skew: [
    'The t in the header is {seconds} s ahead of this clock, which is too far.',
    'Set the clocks by NTP.',
  ],
  unknown_secret_or_body: [
    'Nothing that was tried matches: the secret is another one, or the body or its timestamp was altered. A MAC cannot tell which.',
    "Compare the endpoint's secret in the dashboard with the one in use, then look for what touches the body before it is verified.",
  ],
};

/** The words for a cause. */
export function toFinding(cause: ExplainCause, seconds?: number): Finding {
  const [summary, fix] = causes[cause];
  if (!summary.includes('{seconds}') || seconds === undefined) return { cause, summary, fix };
  return { cause, summary: summary.replace('{seconds}', String(seconds)), fix, seconds };
}
