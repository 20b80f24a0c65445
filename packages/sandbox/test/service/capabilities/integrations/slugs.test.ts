import { expect, it } from 'vitest';
import { sharedService } from '../../../support/service.js';

const service = sharedService();

it('integrations with one name get the next number each', async () => {
  const slugs: unknown[] = [];
  for (let made = 0; made < 6; made += 1) {
    slugs.push(
      (await service().call('POST', '/v1/integrations', { name: 'Same name' })).body['slug'],
    );
  }
  const numbers = [2, 3, 4, 5, 6].map((number) => `same-name-${number}`);
  expect(slugs).toEqual(['same-name', ...numbers]);
});
