// Bodies as large as the API takes them.
import { randomBytes } from 'node:crypto';

export const KIB = 1024;
export const MIB = 1024 * KIB;

export const metadata = Object.fromEntries(
  Array.from({ length: 50 }, (_, index) => [`${index}`.padEnd(40, 'k'), '"'.repeat(500)]),
);

/** `formData` of 100 keys and 64 KiB. */
export function largeFormData(character = 'x') {
  const bytes = character === '"' ? 2 : 1;
  return Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [
      `${index}`.padStart(3, 'f'),
      character.repeat(Math.floor(640 / bytes)),
    ]),
  );
}

export function form(bytes, name = 'document.pdf', type = 'application/pdf', more = {}) {
  const data = new FormData();
  for (const [field, value] of Object.entries(more)) data.append(field, value);
  data.append('file', new Blob([bytes], { type }), name);
  return data;
}

/** A PDF by its first bytes, which nothing can compress. */
export function randomPdf(size) {
  const bytes = randomBytes(size);
  bytes.write('%PDF-1.7\n');
  return bytes;
}

/** @returns the ids of files. */
export async function uploadFiles(service, count, size = 40) {
  const ids = [];
  for (let made = 0; made < count; made += 1) {
    const { id, fileId } = await service.api('POST', '/v1/files', form(randomPdf(size)));
    ids.push(id ?? fileId);
  }
  return ids;
}

/** A document configuration of 50 fields with the first of these patterns that the service takes. */
export async function configWith(service, slug, patterns, { magic, ...more } = {}) {
  for (const pattern of patterns) {
    const fields = Array.from({ length: 50 }, (_, index) => ({
      key: `f${index}`,
      required: true,
      pattern,
    }));
    if (magic) fields[0].pattern = magic;
    const body = { slug, name: slug, checkTypeSlug: 'certification', fields, ...more };
    const { status } = await service.call('POST', '/v1/document-configs', body);
    if (status === 201) return pattern;
  }
  throw new Error('No pattern was accepted.');
}

export const order = (service, documentConfigSlug, more = {}) => ({
  documentConfigSlug,
  state: 'CA',
  integrationId: service.integrationId,
  ...more,
});

/** Runs `count` calls, some at a time. */
export async function times(count, run, atOnce = 20) {
  let next = 0;
  const one = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      await run(index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}
