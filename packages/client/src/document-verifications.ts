import type { DocumentVerification } from '@screening-webhooks/core';
import { checkText } from './check-input.js';
import type { ClientSettings } from './client-options.js';
import { malformedResponseError, send } from './http/send.js';
import type { CallOptions, ServiceCall } from './http/service-call.js';
import { isRecord } from './is-record.js';

/** Selects the records to list. */
interface VerificationFilter {
  /** Your own reference, as given when the verification was created. */
  readonly externalId: string;
  /** The `nextCursor` of the page before. Omit it for the first page. */
  readonly cursor?: string | undefined;
}

/**
 * A record as the API returns it (spec section 2), including fields that the specification does not list. The types are
 * not checked at run time. While a verification is in progress, fields that have no value yet are null or absent.
 */
export type VerificationRecord = {
  readonly [Field in keyof DocumentVerification]?: DocumentVerification[Field] | null;
} & { readonly [field: string]: unknown };

/** The records found, and any other field of the response's envelope, such as a cursor. */
export interface VerificationList {
  readonly data: readonly VerificationRecord[];
  readonly [field: string]: unknown;
}

/** Calls for document verifications. */
export interface DocumentVerifications {
  /**
   * Lists one page of records: `GET /v1/document-verifications`. The specification does not define the response, so both an
   * array and an object with the array in `data` are accepted. It does not define paging either: while the object has
   * `hasMore: true`, pass its `nextCursor` as `cursor` for the next page.
   *
   * @throws InvalidInputError before any request, when `externalId` or `cursor` is empty.
   * @throws ServiceError when the service does not return such a list.
   */
  readonly list: (filter: VerificationFilter, options?: CallOptions) => Promise<VerificationList>;
}

export function documentVerifications(settings: ClientSettings): DocumentVerifications {
  return {
    async list(filter, options = {}) {
      const query = new URLSearchParams({
        externalId: checkText('externalId', filter.externalId),
        ...(filter.cursor !== undefined && { cursor: checkText('cursor', filter.cursor) }),
      });
      const call: ServiceCall = {
        method: 'GET',
        path: '/v1/document-verifications',
        // Every server decodes %20 as a space; not every server decodes a plus sign as one.
        query: `?${query}`.replaceAll('+', '%20'),
        retryable: true,
        signal: options.signal,
      };
      const response = await send(call, settings);
      const envelope = Array.isArray(response.json) ? { data: response.json } : response.json;
      if (!isVerificationList(envelope)) throw malformedResponseError(call, response);
      return envelope;
    },
  };
}

function isVerificationList(envelope: unknown): envelope is VerificationList {
  if (!isRecord(envelope)) return false;
  const data = envelope['data'];
  return Array.isArray(data) && data.every(isRecord);
}
