import { eq } from 'drizzle-orm';
import { beforeEach } from 'vitest';
import { isRecord } from '../../src/sandbox/is-record.js';
import { type OpenDatabase, openMemoryDatabase } from '../../src/store/connect.js';
import { integrations } from '../../src/store/schema/index.js';
import { addKey } from './keys.js';
import { ownService, type TestService } from './service.js';

type Json = Readonly<Record<string, unknown>>;

/** A service on which the demo integration has an object of every kind, and others have nothing. */
export interface TwoIntegrations {
  readonly service: TestService;
  /** A key of the demo integration. */
  readonly owner: string;
  /** A key of another integration of its tenant. */
  readonly other: string;
  readonly otherId: string;
  /** {@link other}, and a key of another tenant. */
  readonly strangers: readonly string[];
  /** Creates an object with POST. */
  create(key: string, path: string, body: Json | FormData): Promise<Json>;
  /** The objects of a list, newest first. */
  list(key: string, path: string): Promise<readonly Json[]>;
}

/** The same for each test of a file. */
export function twoIntegrations(): () => TwoIntegrations {
  let database: OpenDatabase | undefined;
  const service = ownService(
    {},
    {
      deliverTo: async () => new Response(),
      async openDatabase() {
        database = await openMemoryDatabase();
        return database;
      },
    },
  );
  let world: TwoIntegrations | undefined;

  async function create(key: string, path: string, body: Json | FormData): Promise<Json> {
    const answer = await service().call('POST', path, body, { key });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  }

  async function list(key: string, path: string): Promise<readonly Json[]> {
    const { status, body, text } = await service().call('GET', path, undefined, { key });
    if (status !== 200 || !Array.isArray(body['data'])) throw new Error(`${path}: ${text}`);
    return body['data'].filter(isRecord);
  }

  beforeEach(async () => {
    if (!database) throw new Error('The service has opened no database.');
    const { description, control } = service();
    const { sql } = database;
    const { id } = await create(description.keys.full, '/v1/integrations', { name: 'Other' });
    const otherId = String(id);
    const { integrationId } = description;
    const [demo] = await sql.select().from(integrations).where(eq(integrations.id, integrationId));
    const tenantId = demo?.tenantId ?? '';
    const owner = await addKey(sql, { tenantId, integrationId });
    const other = await addKey(sql, { tenantId, integrationId: otherId });
    const otherTenant = await addKey(sql, { tenantId: 'ten_other', integrationId: null });
    await create(owner, '/v1/document-verifications', {
      documentConfigSlug: 'rn-license',
      state: 'CA',
      formData: { licenseNumber: 'RN1234' },
    });
    await control('/clock', { settle: true });
    const strangers = [other, otherTenant];
    world = { service: service(), owner, other, otherId, strangers, create, list };
  });
  return () => {
    if (!world) throw new Error('The integrations are there in tests only.');
    return world;
  };
}
