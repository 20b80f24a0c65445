import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mutants } from '../../.ci/mutate/law-mutants.mjs';

const root = new URL('../../', import.meta.url);

// `npm run mutate:laws` runs rarely. A mutant whose code has moved must not wait until then.
it.each(mutants)('“$name” finds its code once', ({ file, find }) => {
  const text = readFileSync(new URL(file, root), 'utf8');
  expect(text.split(find)).toHaveLength(2);
});
