import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problem } from '../../support/problems.js';
import { startTestService, type TestService } from '../../support/service.js';

// As on a database that several processes share, without --controls. Any database works for this.
const storage = { kind: 'postgres', url: 'postgres://nowhere', controls: false } as const;
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ storage, clock: { mode: 'real' } });
});
afterAll(() => service.close());

describe('a service that shares its database', () => {
  it.each<[path: string, body: object]>([
    ['/clock', { advance: '1m' }],
    ['/clock', { mode: 'frozen' }],
    ['/reset', {}],
    ['/snapshots', { name: 'mine' }],
    ['/snapshots/mine/restore', {}],
    ['/faults', { kind: 'delay' }],
    ['/faults', { kind: 'delay', match: { eventType: 'document_verification.completed' } }],
  ])('refuses what others would not expect: %s %j', async (path, body) => {
    expect(await service.control(path, body)).toMatchObject(problem(403, 'controls_disabled'));
  });

  it('takes a fault that names its target', async () => {
    const match = { externalId: 'mine' };
    expect(await service.control('/faults', { kind: 'delay', match })).toMatchObject({
      status: 201,
    });
  });

  it('has keys and ids that nobody can derive', async () => {
    const other = await startTestService({ storage, clock: { mode: 'real' } });
    const { keys, integrationId } = other.description;
    await other.close();
    expect(keys.full).not.toBe(service.description.keys.full);
    expect(integrationId).not.toBe(service.description.integrationId);
  });
});
