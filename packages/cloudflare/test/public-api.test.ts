import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import * as cloudflare from '../src/index.js';

it('exports these values, and no others', () => {
  expect(Object.keys(cloudflare).sort()).toEqual([
    'ScreeningDedupe',
    'd1Store',
    'durableObjectStore',
    'queueConsumer',
    'queueInbox',
  ]);
});

it('exports these types, and no others', async () => {
  expect(await exportedTypes('../src/index.ts')).toEqual([
    'D1Binding',
    'D1Store',
    'DurableObjectBinding',
    'DurableObjectStateBinding',
    'DurableObjectStoreOptions',
    'QueueBatch',
    'QueueBinding',
    'QueueConsumerOptions',
    'QueueInboxOptions',
    'QueueMessage',
    'QueueObservation',
    'QueueOutcome',
    'QueuedEvent',
    'ScreeningDedupeOptions',
  ]);
});

/** The type names in the `export { … }` lists of an index file. Types do not exist at run time. */
async function exportedTypes(file: string): Promise<readonly string[]> {
  const source = await readFile(new URL(file, import.meta.url), 'utf8');
  const lists = source.matchAll(/export (type )?\{([^}]*)\}/g);
  const names = [...lists].flatMap(([, typeOnly = '', list = '']) =>
    list
      .split(',')
      .map((name) => typeOnly + name.trim())
      .filter((name) => /^type \w/.test(name)),
  );
  return names.map((name) => name.slice('type '.length)).sort();
}
