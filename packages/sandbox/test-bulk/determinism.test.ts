import { expect, it } from 'vitest';
import { Derivation } from '../src/service/kernel/identity.js';
import { recordingReceiver } from '../test/support/recording-receiver.js';
import { sharedService, startTestService, type TestService } from '../test/support/service.js';

// The port is part of the URLs of files, so both runs need the same service: the second run resets it.
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

it('the same calls after a reset give the same bytes, except the ids of events', async () => {
  const secret = service().description.endpoints[0]?.secret ?? '';
  const runs: string[][] = [];
  for (let run = 0; run < 2; run += 1) {
    receiver.restart(secret);
    await service().control('/reset', {});
    const texts = await script(service());
    runs.push([...texts, ...receiver.requests.map(({ body }) => body)]);
  }
  const [first = [], second = []] = runs;
  expect(second.map(withoutEventIds)).toEqual(first.map(withoutEventIds));
  expect(second).toHaveLength(6);
  // A receiver that outlives a reset must not take the events for duplicates.
  expect(shared(first, second)).toEqual([]);
});

it('the same seed, clock and calls give the same bytes', async () => {
  const { keys, endpoints } = service().description;
  const runs = [];
  for (let run = 0; run < 2; run += 1) {
    const { deliverTo, requests, restart } = recordingReceiver();
    const other = await startTestService({}, { deliverTo });
    const { description } = other;
    expect([description.keys, description.endpoints[0]?.secret]).toEqual([
      keys,
      endpoints[0]?.secret,
    ]);
    restart(endpoints[0]?.secret ?? '');
    await script(other);
    await other.close();
    runs.push(requests.map(({ body }) => body));
  }
  const [first = [], second = []] = runs;
  expect(first).toHaveLength(4);
  expect(second).toEqual(first);
});

it('another seed gives other keys, and another start gives other ids of events', () => {
  const [start, later] = [new Date(0), new Date(1)];
  const ofSeed = new Derivation('seed', start);
  const ofOther = new Derivation('another', start);
  expect(ofSeed.secret('bss_full_', 'key_1')).toMatch(/^bss_full_\w{32}$/);
  expect(ofSeed.secret('bss_full_', 'key_1')).not.toBe(ofOther.secret('bss_full_', 'key_1'));
  const ofLater = new Derivation('seed', later);
  expect(ofSeed.id('evt', 1)).not.toBe(ofLater.id('evt', 1));
  expect(ofSeed.id('dv', 1)).toBe(ofLater.id('dv', 1));
});

const EVENT_ID = /evt_\w{24}/g;

/** The event ids that are in both. */
function shared(first: readonly string[], second: readonly string[]): string[] {
  const known = new Set(first.join().match(EVENT_ID));
  return (second.join().match(EVENT_ID) ?? []).filter((id) => known.has(id));
}

function withoutEventIds(text: string): string {
  return text.replaceAll(EVENT_ID, 'evt');
}
