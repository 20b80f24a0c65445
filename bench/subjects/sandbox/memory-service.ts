import { openMemoryDatabase } from '../../../packages/sandbox/src/service/db/connect.js';
import { type Service, startService } from '../../../packages/sandbox/src/service/start-service.js';

type Settings = Parameters<typeof startService>[0];

/** Starts a service from source, without limits for its client, and gives its database away. */
export async function startMemoryService(
  settings: Pick<Settings, 'clock' | 'rateLimit' | 'forwardTo'>,
): Promise<{
  readonly service: Service;
  readonly database: Awaited<ReturnType<typeof openMemoryDatabase>>;
  /** Sends a body to the API with the full key. Rejects when it is refused. */
  readonly post: (path: string, body: object) => Promise<unknown>;
}> {
  const database = await openMemoryDatabase();
  const service = await startService(
    {
      port: 0,
      storage: { kind: 'memory' },
      rng: 'bench',
      strictHeaders: false,
      signatureClock: 'wall',
      allowNet: [],
      ...settings,
    },
    {
      openDatabase: async () => database,
      onError: (error) => {
        throw error;
      },
    },
  );
  const { url, keys } = service.description;
  return {
    service,
    database,
    async post(path, body) {
      const response = await service.fetch(
        new Request(url + path, {
          method: 'POST',
          headers: { authorization: `Bearer ${keys.full}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      );
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
  };
}
