import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mutants } from '../../.ci/mutate/law-mutants.mjs';

const root = new URL('../../', import.meta.url);

// `npm run mutate:laws` runs rarely. A mutant whose code has moved must not wait until then.
it('each mutant of a law finds its code once', () => {
  const lost = mutants.filter(
    ({ file, find }) => readFileSync(new URL(file, root), 'utf8').split(find).length !== 2,
  );
  expect(lost.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});
