import { parseSignatureHeader } from '@screening-webhooks/core';
import type { ExplainCause } from './causes.js';
import type { Headers } from './static-checks.js';

/** Where a header that was not handed over may be found. */
export interface FoundHeader {
  readonly cause: ExplainCause;
  /** The signature header, when another field has it. */
  readonly value: string | undefined;
}

const NAME = 'service-signature';
// What only intermediaries add (RFC 9110 section 7.6.3, RFC 7239, and the names that were there before it).
const OF_PROXIES = /^(?:via|forwarded|x-forwarded-.+|x-real-ip|cf-ray|x-amzn-trace-id|x-envoy-.+)$/;

/** Looks for the signature in the other headers of the delivery. */
export function findHeader(blank: boolean, headers: Headers): FoundHeader {
  const names = headers.map(([name]) => name.toLowerCase());
  const own = headers.find(([name, value]) => name.toLowerCase() === NAME && value.trim() !== '');
  if (own) return { cause: 'header_not_read', value: own[1] };
  // Under any name: a value with a canonical `t` and a `v1` of 64 hex digits is a signature header.
  const other = headers.find(([, value]) => parseSignatureHeader(value).ok);
  if (other) return { cause: 'header_wrong_name', value: other[1] };
  if (blank || names.includes(NAME)) return { cause: 'header_empty', value: undefined };
  const behindProxy = names.some((name) => OF_PROXIES.test(name));
  return {
    cause: behindProxy ? 'header_missing_behind_proxy' : 'header_missing',
    value: undefined,
  };
}
