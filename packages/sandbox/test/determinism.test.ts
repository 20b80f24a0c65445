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

it('the same calls after a reset give the same bytes, but for the ids of events', async () => {
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
  // A receiver that lives on must not take them for duplicates.
  expect(shared(first, second)).toEqual([]);
});

it('the same seed, clock and calls give the same bytes', async () => {
  const runs = [];
  for (const at of ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z']) {
    const { deliverTo, requests, restart } = recordingReceiver();
    const other = await startTestService({ clock: { mode: 'frozen', at } }, { deliverTo });
    restart(other.description.endpoints[0]?.secret ?? '');
    await script(other);
    await other.close();
    runs.push(requests.map(({ body }) => body));
  }
  const [first = [], second = [], later = []] = runs;
  expect(first).toHaveLength(4);
  expect(second).toEqual(first);
  expect(shared(first, later)).toEqual([]);
});

it('the same seed gives the same keys and secrets, another seed gives others', async () => {
  const { keys, endpoints } = service().description;
  const other = await describedWith('another');
  expect(other.keys.full).not.toBe(keys.full);
  expect(other.keys.candidate).not.toBe(keys.candidate);
  expect(other.endpoints[0]?.secret).not.toBe(endpoints[0]?.secret);
  const same = await describedWith('test');
  expect([same.keys, same.endpoints[0]?.secret]).toEqual([keys, endpoints[0]?.secret]);
  expect(keys.full).toMatch(/^bss_full_\w{32}$/);
  expect(keys.candidate).toMatch(/^bss_cand_\w{32}$/);
  expect(endpoints[0]?.secret).toMatch(/^whsec_sbx_\w{32}$/);
});

async function describedWith(rng: string) {
  const other = await startTestService({ rng, forwardTo: 'http://localhost:9/' });
  await other.close();
  return other.description;
}

const EVENT_ID = /evt_\w{24}/g;

/** The event ids that are in both. */
function shared(first: readonly string[], second: readonly string[]): string[] {
  const known = new Set(first.join().match(EVENT_ID));
  return (second.join().match(EVENT_ID) ?? []).filter((id) => known.has(id));
}

function withoutEventIds(text: string): string {
  return text.replaceAll(EVENT_ID, 'evt');
}
