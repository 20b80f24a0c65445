import { callWith } from '../../api/call.js';

const uploaded = new WeakMap<File, string>();

/** Uploads files for a verification. One that is uploaded already, before a refusal, is not sent again. */
export function uploadFiles(files: readonly File[]): Promise<string[]> {
  return Promise.all(files.map(uploadFile));
}

async function uploadFile(file: File): Promise<string> {
  const known = uploaded.get(file);
  if (known !== undefined) return known;
  const body = new FormData();
  body.set('file', file);
  const { id } = await callWith('uploadFile', { body });
  uploaded.set(file, id);
  return id;
}
