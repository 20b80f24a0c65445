import { expect, it } from 'vitest';
import { limits } from '../../../src/service/limits/limits.js';
import { problem } from '../../../test/support/problems.js';
import { sharedService } from '../../../test/support/service.js';

const service = sharedService();

it('a form can have a file of the full size, and no larger one', async () => {
  const { most } = limits.file;
  const upload = (size: number) => {
    const content = new Uint8Array(size);
    content.set(Buffer.from('%PDF-1.7\n'));
    const form = new FormData();
    form.set('file', new File([content], 'a.pdf'));
    return service().call('POST', '/v1/files', form);
  };
  expect(await upload(most)).toMatchObject({ status: 201, body: { size: most } });
  expect(await upload(most + 1)).toMatchObject(problem(413, 'payload_too_large'));
});
