import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DeleteItemCommandInput,
  type DynamoDBClient,
  GetItemCommand,
  ResourceNotFoundException,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { within } from '@screening-webhooks/core/store-kit';
import type { ClaimItem } from './claim-writes.js';
import type { MeasuredClock } from './measured-clock.js';

/** `written`, or the item that did not meet the condition; undefined when there is none by now. */
export type WriteResult = 'written' | { readonly item: ClaimItem | undefined };

/** The requests of a store. Each ends after `timeout` milliseconds, with all attempts of the SDK. */
export interface DynamoRequests {
  readonly update: (input: UpdateItemCommandInput) => Promise<WriteResult>;
  readonly delete: (input: DeleteItemCommandInput) => Promise<WriteResult>;
}

// Next to the connection, so that it sees each attempt, and the answers that become errors.
const INNERMOST = { step: 'deserialize', priority: 'low' } as const;

/** @param timeout Milliseconds. */
export function dynamoRequests(
  client: DynamoDBClient,
  clock: MeasuredClock,
  timeout: number,
): DynamoRequests {
  const compareDates = measuring(clock);

  /** Aborts a request that is given up, so that the SDK does not send it again. */
  async function limited<T>(
    send: (options: { abortSignal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController();
    const sending = send({ abortSignal: controller.signal });
    try {
      return await within(sending, timeout, 'DynamoDB', () => controller.abort());
    } catch (error) {
      throw error instanceof ResourceNotFoundException ? missingTableError(error) : error;
    }
  }

  async function write(
    sending: Promise<unknown>,
    { TableName, Key }: Pick<UpdateItemCommandInput, 'TableName' | 'Key'>,
  ): Promise<WriteResult> {
    try {
      await sending;
      return 'written';
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      if (error.Item) return { item: error.Item };
    }
    // DynamoDB returns the item; not so every server for tests.
    const command = new GetItemCommand({ TableName, Key, ConsistentRead: true });
    command.middlewareStack.add(compareDates, INNERMOST);
    const { Item } = await limited((options) => client.send(command, options));
    return { item: Item };
  }

  return {
    update(input) {
      const command = new UpdateItemCommand(input);
      command.middlewareStack.add(compareDates, INNERMOST);
      return write(
        limited((options) => client.send(command, options)),
        input,
      );
    },
    delete(input) {
      const command = new DeleteItemCommand(input);
      command.middlewareStack.add(compareDates, INNERMOST);
      return write(
        limited((options) => client.send(command, options)),
        input,
      );
    },
  };
}

/** Compares the dates of a command's answers with the clock. Added to commands: the client is the caller's. */
function measuring(clock: MeasuredClock) {
  return <Args, Result extends { response: unknown }>(
    next: (args: Args) => Promise<Result>,
  ): ((args: Args) => Promise<Result>) =>
    async (args: Args) => {
      const sentAt = clock.now();
      const result = await next(args);
      clock.compare(dateOf(result.response), sentAt);
      return result;
    };
}

function dateOf(response: unknown): string | undefined {
  if (typeof response !== 'object' || response === null || !('headers' in response))
    return undefined;
  const { headers } = response;
  if (typeof headers !== 'object' || headers === null || !('date' in headers)) return undefined;
  return typeof headers.date === 'string' ? headers.date : undefined;
}

function missingTableError(cause: Error): Error {
  return new Error(
    'dynamoStore: the table does not exist in this account and region. Create it with claims-table.json of @screening-webhooks/aws, or correct tableName.',
    { cause },
  );
}
