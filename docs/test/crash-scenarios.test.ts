import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

const crash = new URL('../../tests/crash/', import.meta.url);
const scenarios = ['scenarios', 'flawed'].flatMap((folder) =>
  readdirSync(new URL(folder, crash))
    .filter((name) => /^(service|aws|dynamo|sqs)-/.test(name))
    .map((name) => `${folder}/${name}`),
);

// `npm run test:crash` is slow. A scenario whose change of the code has moved must not wait until then.
it.each(scenarios)('%s finds the code that it changes', async (file) => {
  await expect(import(new URL(file, crash).href)).resolves.toBeDefined();
});
