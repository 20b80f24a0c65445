import { expect, it } from 'vitest';
import { readForm } from '../../../src/service/pages/read-form.js';

function send(fields: number) {
  const body = new FormData();
  for (let index = 0; index < fields; index += 1) body.set(`field${index}`, 'x');
  return readForm(new Request('http://sandbox.localhost/', { method: 'POST', body }));
}

it('a form has a bounded number of parts', async () => {
  expect((await send(199)).text('field198')).toBe('x');
  await expect(send(200)).rejects.toMatchObject({ code: 'malformed_multipart' });
});
