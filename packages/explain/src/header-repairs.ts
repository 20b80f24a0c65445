import type { ExplainCause } from './causes.js';
import { decodePercent } from './text-codings.js';

/** A fault of a header's form, and how the header reads without it. */
export interface HeaderRepair {
  readonly cause: ExplainCause;
  /** Returns the text unchanged when it does not have the fault. */
  readonly repair: (text: string) => string;
}

/** In the order in which they are undone: one may hide the next. */
export const headerRepairs: readonly HeaderRepair[] = [
  {
    cause: 'header_white_space',
    repair: (text) => text.replace(/^[\s\u200B\uFEFF]+|[\s\u200B\uFEFF]+$/g, ''),
  },
  { cause: 'header_quoted', repair: (text) => text.replace(/[\\"'`[\]]/g, '') },
  {
    cause: 'header_includes_name',
    repair: (text) => text.replace(/^(?:http_)?(?:x-)?service[-_]signature\s*[:=]\s*/i, ''),
  },
  {
    cause: 'header_url_encoded',
    repair: (text) => (text.includes('%') ? (decodePercent(text) ?? text) : text),
  },
  {
    cause: 'header_upper_case',
    repair: (text) =>
      text.replace(/(^|[\s,])([TV])(?=1?\s*=)/g, (_, before, key) => before + key.toLowerCase()),
  },
  {
    cause: 'header_wrong_delimiter',
    repair: (text) => text.replace(/\s*[=:]\s*/g, '=').replace(/[\s,;&|]+/g, ','),
  },
];
