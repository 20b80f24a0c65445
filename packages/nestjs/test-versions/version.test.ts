import manifest from '@nestjs/core/package.json' with { type: 'json' };
import { expect, it } from 'vitest';

it('the tests run on the version of Nest that their project names', () => {
  expect(manifest.version).toMatch(new RegExp(`^${process.env['NEST']}\\.`));
});
