import type { DocumentVerification } from '@screening-webhooks/core';
import { checkText } from './check-input.js';
import type { ClientSettings } from './client-options.js';
import { malformed, send } from './http/send.js';
import type { CallOptions, ServiceCall } from './http/service-call.js';
import { isRecord } from './is-record.js';

/** Which records to list. */
export interface VerificationFilter {
  /** Your own reference, as given when the verification was created. */
  readonly externalId: string;
}

/**
 * A record as polled: that of spec section 2, typed and not validated, with whatever else the service sends. While a
 * verification is under way, what it has not come to yet is null or absent.
 */
export type VerificationRecord = {
  readonly [Field in keyof DocumentVerification]?: DocumentVerification[Field] | null;
} & { readonly [field: string]: unknown };

/** The records found. What else the response's envelope has (a cursor, say) stays beside them. */
export interface VerificationList {
  readonly data: readonly VerificationRecord[];
  readonly [field: string]: unknown;
}

/** Calls about document verifications. */
export interface DocumentVerifications {
  /**
   * Lists records: `GET /v1/document-verifications`. The response may be an array, or an object with the array in `data`:
   * the specification shows neither. Paging is not shown, so only the first page is asked for.
   *
   * @throws InvalidInputError before any request, when `externalId` is empty.
   * @throws ServiceError when there is no such list.
   */
  readonly list: (filter: VerificationFilter, options?: CallOptions) => Promise<VerificationList>;
}

export function documentVerifications(settings: ClientSettings): DocumentVerifications {
  return {
    async list(filter, options = {}) {
      const externalId = checkText('externalId', filter.externalId);
      const call: ServiceCall = {
        method: 'GET',
        path: '/v1/document-verifications',
        // %20, which every server reads as a space; a plus sign, not every one.
        query: `?${new URLSearchParams({ externalId })}`.replaceAll('+', '%20'),
        repeatable: true,
        signal: options.signal,
      };
      const reply = await send(call, settings);
      const envelope = Array.isArray(reply.json) ? { data: reply.json } : reply.json;
      if (!isList(envelope)) throw malformed(call, reply);
      return envelope;
    },
  };
}

function isList(envelope: unknown): envelope is VerificationList {
  if (!isRecord(envelope)) return false;
  const data = envelope['data'];
  return Array.isArray(data) && data.every(isRecord);
}
