import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Claim, DedupeStore } from '@screening-webhooks/core';
import {
  checkMilliseconds,
  checkNames,
  ignoreErrors,
  type OptionNames,
} from '@screening-webhooks/core/store-kit';
import { checkSdkClient } from '../check-sdk-client.js';
import {
  type ClaimItem,
  type ClaimWrite,
  claimWrite,
  commitWrite,
  extendWrite,
  releaseWrite,
} from './claim-writes.js';
import { dynamoRequests, type WriteResult } from './dynamo-requests.js';
import { ClockSkewError, MeasuredClock } from './measured-clock.js';

/** Options of {@link dynamoStore}. */
export interface DynamoStoreOptions {
  /** The table of the claims: `claims-table.json` of this package describes it. */
  readonly tableName: string;
  /**
   * Milliseconds that the clock of a machine may differ from DynamoDB's. Beyond it, claims reject, and the deliveries are
   * answered 503. A lease lasts for twice this time longer in the table than for its owner, so that no two clocks within it
   * disagree about a handler that is running. Default 5,000; at least 2,000, because DynamoDB says its time in whole seconds.
   */
  readonly maxClockSkew?: number | undefined;
  /**
   * Milliseconds after which an operation without an answer rejects, all attempts of the SDK included. Default 5,000. It
   * must be shorter than the receiver's `ackTimeout`.
   */
  readonly timeout?: number | undefined;
  /** The clock, in milliseconds since the epoch: leases and retention go by it. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

const optionNames: OptionNames<DynamoStoreOptions> = {
  tableName: true,
  maxClockSkew: true,
  timeout: true,
  now: true,
};

const USAGE = "Call dynamoStore(client, { tableName: 'screening-claims' }).";

/**
 * A {@link DedupeStore} on a DynamoDB table: durable, and shared by every process that has the table. Each operation is one
 * conditional write; one that is refused reads the item, if the server does not return it. An operation rejects when it
 * fails or has no answer in time; the delivery is then answered 503.
 *
 * DynamoDB has no clock that a condition can use, so that leases go by the clocks of the callers. Each answer tells how far
 * they are from DynamoDB's: see `maxClockSkew`.
 *
 * @throws TypeError when `client` is not a DynamoDB client of the SDK version 3, or for a malformed option.
 * @example
 * createReceiver({ secret, handlers, dedupe: dynamoStore(new DynamoDBClient(), { tableName: 'screening-claims' }) });
 */
export function dynamoStore(client: DynamoDBClient, options: DynamoStoreOptions): DedupeStore {
  checkSdkClient(client, { serviceId: 'DynamoDB', className: 'DynamoDBClient' });
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`options: expected an object. ${USAGE}`);
  }
  checkNames(options, optionNames, 'dynamoStore');
  const tableName = checkTableName(options.tableName);
  const maxClockSkew = checkMilliseconds('maxClockSkew', options.maxClockSkew, 5000, {
    least: 2000,
    most: 300_000,
  });
  const timeout = checkMilliseconds('timeout', options.timeout, 5000);
  const clock = new MeasuredClock(options.now ?? Date.now, maxClockSkew);
  const requests = dynamoRequests(client, clock, timeout);
  // One clock may be ahead by the whole limit, and the other behind.
  const grace = 2 * maxClockSkew;

  function writeOf(key: string, owner: string): ClaimWrite {
    const now = clock.now();
    return { tableName, key, owner, now, endedBy: now - grace };
  }

  async function requestClaim(
    key: string,
    owner: string,
    leaseMs: number,
    mayTakeOver: boolean,
  ): Promise<Claim> {
    const result = await requests.update(claimWrite(writeOf(key, owner), leaseMs, mayTakeOver));
    clock.check();
    if (result === 'written') return 'acquired';
    // The item may have gone between the two requests. The claim was refused, so the key is busy all the same.
    if (!result.item) return { busyForMs: 1 };
    const now = clock.now();
    if (!mayTakeOver && hasEnded(result.item, now)) return requestClaim(key, owner, leaseMs, true);
    if (result.item['done']?.BOOL) return 'done';
    const left = endOf(result.item) - now;
    return { busyForMs: Math.max(1, left > 0 ? left : left + grace) };
  }

  function hasEnded(item: ClaimItem, now: number): boolean {
    return endOf(item) + grace <= now;
  }

  return {
    async claim(key, owner, leaseMs) {
      try {
        // Before its first answer, a clock decides about no lease of another owner.
        return await requestClaim(key, owner, leaseMs, clock.isTrusted);
      } catch (error) {
        // By a clock that is wrong, the claim may have been made. Not awaited: the answer is an error now.
        if (error instanceof ClockSkewError) {
          void ignoreErrors(() => requests.delete(releaseWrite(writeOf(key, owner))));
        }
        throw error;
      }
    },
    async extend(key, owner, leaseMs) {
      return isWritten(await requests.update(extendWrite(writeOf(key, owner), leaseMs)));
    },
    async commit(key, owner, retentionMs) {
      return isWritten(await requests.update(commitWrite(writeOf(key, owner), retentionMs)));
    },
    async release(key, owner) {
      const result = await requests.delete(releaseWrite(writeOf(key, owner)));
      return result === 'written' || !result.item || hasEnded(result.item, clock.now());
    },
  };
}

function checkTableName(given: unknown): string {
  if (typeof given === 'string' && given !== '') return given;
  throw new TypeError(
    `tableName: expected the name of a table, got ${JSON.stringify(given)}. ${USAGE}`,
  );
}

function isWritten(result: WriteResult): boolean {
  return result === 'written';
}

/** An item that something else has written, without the time, has no end. */
function endOf(item: ClaimItem): number {
  const endsAt = Number(item['endsAt']?.N);
  if (Number.isFinite(endsAt)) return endsAt;
  throw new TypeError(
    'dynamoStore: an item of the table is not a claim. Give the store a table of its own.',
  );
}
