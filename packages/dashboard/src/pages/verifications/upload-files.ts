import { changeWith } from '../../api/call.js';
import { type ChangeKey, newChangeKey } from '../../api/change-key.js';

interface Upload {
  /** The key of this file: a form may have several files. */
  readonly key: ChangeKey;
  id?: string;
}

const uploads = new WeakMap<File, Upload>();

/** Uploads files for a verification. One that is uploaded already, before a refusal, is not sent again. */
export function uploadFiles(files: readonly File[]): Promise<string[]> {
  return Promise.all(files.map(uploadFile));
}

async function uploadFile(file: File): Promise<string> {
  const upload: Upload = uploads.get(file) ?? { key: newChangeKey() };
  uploads.set(file, upload);
  if (upload.id !== undefined) return upload.id;
  const body = new FormData();
  body.set('file', file);
  const { id } = await changeWith(upload.key, 'uploadFile', { body });
  upload.id = id;
  return id;
}
