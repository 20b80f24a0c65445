import { parseSignatureHeader } from '@screening-webhooks/core';
import type { Diagnosis } from './diagnosis.js';
import type { Headers } from './static-checks.js';

/** Why no header value was passed, and the value if another header has it. */
export interface FoundHeader {
  readonly diagnosis: Diagnosis;
  readonly value?: string;
}

const NAME = 'service-signature';
// Only intermediaries add these (RFC 9110 section 7.6.3, RFC 7239, and the names in use before it).
const PROXY_HEADERS =
  /^(?:via|forwarded|x-forwarded-.+|x-real-ip|cf-ray|x-amzn-trace-id|x-envoy-.+)$/;

/** Looks for the signature in all headers of the delivery. `isBlank`: a value was passed, and it is blank. */
export function findHeader(isBlank: boolean, headers: Headers): FoundHeader {
  const names = headers.map(([name]) => name.toLowerCase());
  const own = headers.find(([name, value]) => name.toLowerCase() === NAME && value.trim() !== '');
  if (own) return { diagnosis: 'header_not_read', value: own[1] };
  // Whatever its name: a value with a valid `t` and a `v1` of 64 hex digits is a signature header.
  const renamed = headers.find(([, value]) => parseSignatureHeader(value).ok);
  if (renamed) return { diagnosis: 'header_wrong_name', value: renamed[1] };
  if (isBlank || names.includes(NAME)) return { diagnosis: 'header_missing: empty value' };
  const throughProxy = names.some((name) => PROXY_HEADERS.test(name));
  return {
    diagnosis: throughProxy ? 'header_missing: request came through a proxy' : 'header_missing',
  };
}
