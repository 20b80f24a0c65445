import { checkText } from './check-input.js';
import type { ClientSettings } from './client-options.js';
import { InvalidInputError } from './errors/invalid-input-error.js';
import { malformedResponseError, send } from './http/send.js';
import type { CallOptions, ServiceCall } from './http/service-call.js';
import { isRecord } from './is-record.js';

/** The fields of an order for a report (spec section 2). */
export interface ReportOrder {
  readonly candidateId: string;
  readonly packageId: string;
  /** Two capital letters, such as `CA`. */
  readonly workState: string;
}

/** Options of `reports.create`. */
export interface CreateReportOptions extends CallOptions {
  /** Sent as `Idempotency-Key`: 1 to 255 visible ASCII characters. Default: a random key for each call. */
  readonly idempotencyKey?: string | undefined;
  /**
   * Retries with the same key after a failure that may have placed the order. Set it only if your service honors the
   * key: the specification does not mention one, and an order that is placed twice is billed twice. Default false.
   */
  readonly retry?: boolean | undefined;
}

/** The service's response to an order. The specification does not define its fields. */
export type Report = Readonly<Record<string, unknown>>;

/** Calls for reports. */
export interface Reports {
  /**
   * Orders a report: `POST /v1/reports`. Resolves with the response's JSON object unchanged; `{}` for an empty response.
   *
   * @throws InvalidInputError before any request, when a field is invalid.
   * @throws ServiceError when the order was not confirmed; its `idempotencyKey` is the key that was sent.
   */
  readonly create: (order: ReportOrder, options?: CreateReportOptions) => Promise<Report>;
}

export function reports(settings: ClientSettings): Reports {
  return {
    async create(order, options = {}) {
      const call: ServiceCall = {
        method: 'POST',
        path: '/v1/reports',
        body: JSON.stringify({
          candidateId: checkText('candidateId', order.candidateId),
          packageId: checkText('packageId', order.packageId),
          workState: checkState(order.workState),
        }),
        idempotencyKey: checkIdempotencyKey(options.idempotencyKey ?? crypto.randomUUID()),
        retryable: options.retry === true,
        signal: options.signal,
      };
      const response = await send(call, settings);
      const report = response.json ?? {};
      if (!isRecord(report)) throw malformedResponseError(call, response);
      return report;
    },
  };
}

function checkState(workState: unknown): string {
  if (typeof workState === 'string' && /^[A-Z]{2}$/.test(workState)) return workState;
  throw new InvalidInputError(
    'workState',
    'expected a state code of two capital letters, such as CA.',
  );
}

function checkIdempotencyKey(key: unknown): string {
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new InvalidInputError(
    'idempotencyKey',
    'expected 1 to 255 visible ASCII characters. Omit it to use a random key.',
  );
}
