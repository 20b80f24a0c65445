import { readFileSync } from 'node:fs';
import { satisfies } from 'semver';
import { expect, it } from 'vitest';

/** The oldest Node that the packages promise. */
const OLDEST = '20.19.0';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly engines?: { readonly node?: string } }>>;
}

it('`npm ci` on the oldest Node warns of no package that wants a newer one', () => {
  const lock: Lock = JSON.parse(
    readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
  );
  const newer = Object.entries(lock.packages)
    .filter(([, { engines }]) => engines?.node && !satisfies(OLDEST, engines.node))
    .map(([path]) => path);
  expect(newer).toEqual([]);
});
