/** The fix for an option that expects a `DedupeStore`. */
export const STORE_FIX =
  "Give dynamoStore(client, { tableName }) of '@screening-webhooks/aws/dynamodb', or another.";

/** @throws TypeError that shows the call, when there is no URL of a queue. */
export function checkQueueUrl(options: { readonly queueUrl?: unknown }, usage: string): string {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`options: expected an object. Call ${usage}.`);
  }
  const { queueUrl } = options;
  if (typeof queueUrl === 'string' && URL.canParse(queueUrl)) return queueUrl;
  throw new TypeError(
    `queueUrl: expected the URL of a queue, not its name or ARN, got ${JSON.stringify(queueUrl)}. Call ${usage}.`,
  );
}

/** The names of FIFO queues end so, and those of no other: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html */
export function isFifo(queueUrl: string): boolean {
  return queueUrl.endsWith('.fifo');
}
