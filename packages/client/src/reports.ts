import { checkText } from './check-input.js';
import type { ClientSettings } from './client-options.js';
import { InvalidInputError } from './errors/invalid-input-error.js';
import { malformed, send } from './http/send.js';
import type { CallOptions, ServiceCall } from './http/service-call.js';
import { isRecord } from './is-record.js';

/** What a report is ordered with (spec section 2). */
export interface ReportOrder {
  readonly candidateId: string;
  readonly packageId: string;
  /** Two capital letters, such as `CA`. */
  readonly workState: string;
}

/** Options of `reports.create`. */
export interface CreateReportOptions extends CallOptions {
  /** Sent as `Idempotency-Key`: 1 to 255 visible ASCII characters. Default: a random one for each call. */
  readonly idempotencyKey?: string;
  /**
   * Tries again after a failure that leaves open whether the order was placed, with the same key. Only where your service
   * honours the key: the specification shows none, and an order placed twice is paid for twice. Default false.
   */
  readonly retry?: boolean;
}

/** What the service answers to an order. Its fields are not specified: read them with care. */
export type Report = Readonly<Record<string, unknown>>;

/** Calls about reports. */
export interface Reports {
  /**
   * Orders a report: `POST /v1/reports`. Resolves with the response's JSON object as it is; `{}` for an empty response.
   *
   * @throws InvalidInputError before any request, when a field is malformed.
   * @throws ServiceError when the order was not confirmed; its `idempotencyKey` is what the order was sent with.
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
        idempotencyKey: checkKey(options.idempotencyKey ?? crypto.randomUUID()),
        repeatable: options.retry === true,
        signal: options.signal,
      };
      const reply = await send(call, settings);
      const report = reply.json ?? {};
      if (!isRecord(report)) throw malformed(call, reply);
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

function checkKey(key: unknown): string {
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new InvalidInputError(
    'idempotencyKey',
    'expected 1 to 255 visible ASCII characters. Leave it out for a random one.',
  );
}
