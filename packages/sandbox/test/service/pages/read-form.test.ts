import { expect, it } from 'vitest';
import { limits } from '../../../src/service/limits/limits.js';
import { readForm } from '../../../src/service/pages/read-form.js';

function send(fields: number) {
  const body = new FormData();
  for (let index = 0; index < fields; index += 1) body.set(`field${index}`, 'x');
  return readForm(new Request('http://sandbox.localhost/', { method: 'POST', body }));
}

it('a form has a bounded number of parts', async () => {
  const { most } = limits.formParts;
  expect((await send(most)).text(`field${most - 1}`)).toBe('x');
  await expect(send(most + 1)).rejects.toMatchObject({ code: 'payload_too_large' });
});
