import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CreateTableCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
} from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { afterAll, beforeAll } from 'vitest';

export const tableName = 'screening-claims';

/** Replaces the server for the next request. */
type Fault = (req: IncomingMessage, res: ServerResponse, handle: () => void) => void;

/** A server in memory, whose clock the test moves: the dates of its answers go by it. */
export interface TestDynamo {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly wait: (ms: number) => void;
  /** Faults for the next requests of an operation, in their order. Others may come late from a test before. */
  readonly faults: { readonly operation: string; readonly fault: Fault }[];
  /** The operations that were sent, such as `UpdateItem`. */
  readonly operations: string[];
  readonly client: (config?: DynamoDBClientConfig) => DynamoDBClient;
}

/** Starts one server for a file, with the table of the package. */
export function useDynamo(): TestDynamo {
  // Not a whole second, as real clocks seldom are.
  let now = 1_795_000_000_300;
  const faults: { readonly operation: string; readonly fault: Fault }[] = [];
  const operations: string[] = [];
  const clients: DynamoDBClient[] = [];
  let server: Server;
  let endpoint = '';

  const client: TestDynamo['client'] = (config = {}) => {
    const created = new DynamoDBClient({
      endpoint,
      region: 'eu-central-1',
      // The clock of the test is not that of the SDK, which would retry what it takes for a wrong clock.
      disableClockSkewCorrection: true,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      ...config,
    });
    clients.push(created);
    return created;
  };

  beforeAll(async () => {
    server = dynalite({ createTableMs: 0 });
    const [handle] = server.listeners('request');
    server.removeAllListeners('request');
    server.on('request', (req: IncomingMessage, res: ServerResponse) => {
      res.sendDate = false;
      res.setHeader('date', new Date(now).toUTCString());
      const operation = String(req.headers['x-amz-target']).replace(/.*\./, '');
      operations.push(operation);
      const pass = (): void => void Reflect.apply(handle as () => void, server, [req, res]);
      const index = faults.findIndex((each) => each.operation === operation);
      const [next] = index < 0 ? [] : faults.splice(index, 1);
      if (next) next.fault(req, res, pass);
      else pass();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const table = readFileSync(new URL('../../claims-table.json', import.meta.url), 'utf8');
    await client().send(new CreateTableCommand({ TableName: tableName, ...JSON.parse(table) }));
    operations.length = 0;
  });
  afterAll(async () => {
    for (const created of clients) created.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  return {
    now: () => now,
    wait: (ms) => {
      now += ms;
    },
    faults,
    operations,
    client,
  };
}
