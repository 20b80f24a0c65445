import { changeWith } from '../../api/call.js';
import { type ChangeKey, newChangeKey } from '../../api/presses.js';
import { bodyOf } from './body.js';

/** Uploads the files of a body and replaces them by their ids. A body that is a file stays a file. */
export async function uploaded(body: unknown): Promise<unknown> {
  if (body === undefined || body instanceof File) return body;
  const entries = Object.entries(bodyOf(body)).map(
    async ([name, value]) => [name, await withIds(value)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

function withIds(value: unknown): unknown {
  return Array.isArray(value) ? Promise.all(value.map(idOf)) : value;
}

interface Upload {
  /** The Idempotency-Key of this file: a form may have several files. */
  readonly key: ChangeKey;
  id?: string;
}

const uploads = new WeakMap<File, Upload>();

/** Uploads a file once: when a refused form is sent again, the upload is not repeated. */
async function idOf(file: unknown): Promise<unknown> {
  if (!(file instanceof File)) return file;
  const upload: Upload = uploads.get(file) ?? { key: newChangeKey() };
  uploads.set(file, upload);
  if (upload.id !== undefined) return upload.id;
  const body = new FormData();
  body.set('file', file);
  const { id } = await changeWith(upload.key, 'uploadFile', { body });
  upload.id = id;
  return id;
}
