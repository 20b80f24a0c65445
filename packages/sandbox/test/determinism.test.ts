import { expect, it } from 'vitest';
import { recordingReceiver } from './support/recording-receiver.js';
import { sharedService, startTestService, type TestService } from './support/service.js';

// The port is part of the addresses of files, so both runs need the same: the second one resets the first.
async function script(service: TestService): Promise<readonly string[]> {
  const { integrationId } = service.description;
  for (const licenseNumber of ['RN1234', 'SBX-RETRY-1', 'SBX-DOWN-1', 'SBX-NOSOURCE-1']) {
    await service.call('POST', '/v1/document-verifications', {
      documentConfigSlug: 'rn-license',
      state: 'CA',
      integrationId,
      formData: { licenseNumber },
      metadata: { z: 1, a: 2 },
    });
  }
  await service.control('/clock', { advance: '1h' });
  const { text } = await service.call('GET', '/v1/webhook-deliveries?limit=100');
  return [text, (await service.call('GET', '/v1/events?limit=100')).text];
}

const receiver = recordingReceiver();
const service = sharedService(receiver.deliverTo);

it('the same calls after a reset give the same bytes', async () => {
  const secret = service().description.endpoints[0]?.secret ?? '';
  receiver.restart(secret);
  const first = await script(service());
  const bodies = receiver.requests.map(({ body }) => body);
  receiver.restart(secret);
  await service().control('/reset', {});
  const second = await script(service());
  expect(second).toEqual(first);
  expect(receiver.requests.map(({ body }) => body)).toEqual(bodies);
  expect(bodies).toHaveLength(4);
});

it('the same seed gives the same keys and secrets, another seed gives others', async () => {
  const { keys, endpoints } = service().description;
  const same = await describedWith('test');
  expect([same.keys, same.endpoints[0]?.secret]).toEqual([keys, endpoints[0]?.secret]);
  const other = await describedWith('another');
  expect(other.keys.full).not.toBe(keys.full);
  expect(other.keys.candidate).not.toBe(keys.candidate);
  expect(other.endpoints[0]?.secret).not.toBe(endpoints[0]?.secret);
  expect(keys.full).toMatch(/^bss_full_\w{32}$/);
  expect(keys.candidate).toMatch(/^bss_cand_\w{32}$/);
  expect(endpoints[0]?.secret).toMatch(/^whsec_sbx_\w{32}$/);
});

async function describedWith(rng: string) {
  const other = await startTestService({ rng, forwardTo: 'http://localhost:9/' });
  await other.close();
  return other.description;
}
