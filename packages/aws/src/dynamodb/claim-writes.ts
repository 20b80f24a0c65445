import type {
  AttributeValue,
  DeleteItemCommandInput,
  UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { claimKeyOf } from './claim-key.js';

// One item for each key. It is valid until `endsAt`, in milliseconds since the epoch by the clock of the process that wrote it.
// While `done` is false it is a claim of `owner`; afterwards a done event, which `owner` has committed. `expiresAt` is for
// DynamoDB, which deletes the item some time after it, in seconds.

/** An item, as it is read. */
export type ClaimItem = Readonly<Record<string, AttributeValue>>;

/** Names the table, and the moment at which an operation takes place. */
export interface ClaimWrite {
  readonly tableName: string;
  readonly key: string;
  readonly owner: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** An item that ended at this time or before is ended for every clock. */
  readonly endedBy: number;
}

// A lease that is deleted early is a lease that is lost. By then no clock of a working machine takes it for valid.
const LEAST_SECONDS_TO_DELETION = 86_400;
// 2100: no number that a retention gives is beyond what an attribute holds.
const LATEST = 4_102_444_800_000;

const names = { '#key': 'claimKey', '#owner': 'owner', '#done': 'done', '#endsAt': 'endsAt' };
const isOwn = '#owner = :owner AND #endsAt > :endedBy';
const setTimes = '#endsAt = :endsAt, #expiresAt = :expiresAt';

/**
 * Acquires the key, unless another owner holds it or it is done.
 *
 * @param mayTakeOver Whether an item that has ended is free.
 */
export function claimWrite(
  write: ClaimWrite,
  leaseMs: number,
  mayTakeOver: boolean,
): UpdateItemCommandInput {
  const ended = mayTakeOver ? ' OR #endsAt <= :endedBy' : '';
  return {
    ...update(write),
    UpdateExpression: `SET #owner = :owner, #done = :false, ${setTimes}`,
    ConditionExpression: `attribute_not_exists(#key) OR (#owner = :owner AND #done = :false)${ended}`,
    ExpressionAttributeNames: { ...names, '#expiresAt': 'expiresAt' },
    ExpressionAttributeValues: {
      ...values(write),
      ...timeValues(write.now, leaseMs),
      ':false': { BOOL: false },
      ...(mayTakeOver && { ':endedBy': { N: String(write.endedBy) } }),
    },
  };
}

/** Renews the lease of a claim that `owner` holds. */
export function extendWrite(write: ClaimWrite, leaseMs: number): UpdateItemCommandInput {
  const { '#key': _key, ...named } = names;
  return {
    ...update(write),
    UpdateExpression: `SET ${setTimes}`,
    ConditionExpression: `${isOwn} AND #done = :false`,
    ExpressionAttributeNames: { ...named, '#expiresAt': 'expiresAt' },
    ExpressionAttributeValues: {
      ...values(write),
      ...timeValues(write.now, leaseMs),
      ':endedBy': { N: String(write.endedBy) },
      ':false': { BOOL: false },
    },
  };
}

/** Marks the key done, if `owner` holds it or has committed it before. */
export function commitWrite(write: ClaimWrite, retentionMs: number): UpdateItemCommandInput {
  const { '#key': _key, ...named } = names;
  return {
    ...update(write),
    UpdateExpression: `SET #done = :true, ${setTimes}`,
    ConditionExpression: isOwn,
    ExpressionAttributeNames: { ...named, '#expiresAt': 'expiresAt' },
    ExpressionAttributeValues: {
      ...values(write),
      ...timeValues(write.now, retentionMs),
      ':endedBy': { N: String(write.endedBy) },
      ':true': { BOOL: true },
    },
  };
}

/** Deletes the claim of `owner`. Does nothing where there is no item. */
export function releaseWrite(write: ClaimWrite): DeleteItemCommandInput {
  const { '#endsAt': _endsAt, ...named } = names;
  return {
    TableName: write.tableName,
    Key: keyOf(write.key),
    ConditionExpression: 'attribute_not_exists(#key) OR (#owner = :owner AND #done = :false)',
    ExpressionAttributeNames: named,
    ExpressionAttributeValues: { ...values(write), ':false': { BOOL: false } },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
}

function keyOf(key: string): Record<string, AttributeValue> {
  return { claimKey: { S: claimKeyOf(key) } };
}

function update({ tableName, key }: ClaimWrite) {
  return {
    TableName: tableName,
    Key: keyOf(key),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
}

function values({ owner }: ClaimWrite): Record<string, AttributeValue> {
  return { ':owner': { S: owner } };
}

function timeValues(now: number, ms: number): Record<string, AttributeValue> {
  const endsAt = Math.min(Math.ceil(now + ms), LATEST);
  const expiresAt = Math.ceil(endsAt / 1000) + LEAST_SECONDS_TO_DELETION;
  return { ':endsAt': { N: String(endsAt) }, ':expiresAt': { N: String(expiresAt) } };
}
