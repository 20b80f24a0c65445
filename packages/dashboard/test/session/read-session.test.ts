import { expect, it, vi } from 'vitest';
import { readSession } from '../../src/session/session.js';

it('an answer whose connection is lost is not an answer', async () => {
  vi.stubGlobal('fetch', async () => {
    const lost = new ReadableStream({
      start: (controller) => controller.error(new TypeError('Failed to fetch')),
    });
    return new Response(lost);
  });
  expect(await readSession()).toBe('away');
});
