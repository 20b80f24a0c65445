import { fileTypeFromBuffer } from 'file-type';
import type { z } from 'zod';
import { files } from '../../db/schema/index.js';
import { Problem, validationProblem } from '../../http/problem.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { limits } from '../../limits/limits.js';
import { UploadedFile } from './wire.js';

const contentTypes = UploadedFile.shape.contentType;

/**
 * Stores an uploaded file for the caller's integration.
 *
 * @throws Problem 413 when it is too large, 422 when it is not a PDF, PNG or JPEG.
 */
export async function storeFile(
  { tx, now, nextId, scope }: ScopedCommand,
  content: Uint8Array,
): Promise<z.input<typeof UploadedFile>> {
  const { most } = limits.file;
  if (content.length > most) {
    throw new Problem('payload_too_large', `The file is larger than ${most} bytes.`);
  }
  const contentType = await contentTypeOf(content);
  if (contentType === undefined) {
    const message = 'must be a PDF, PNG or JPEG';
    throw validationProblem([{ param: 'file', code: 'unsupported_file_type', message }]);
  }
  const id = await nextId('file');
  await tx.insert(files).values({ ...scope, id, contentType, content, createdAt: now });
  return { id, contentType, size: content.length, createdAt: now.toISOString() };
}

/** The type of a file that is taken. The bytes decide: the name and the type that the sender gives are not used. */
export async function contentTypeOf(
  content: Uint8Array,
): Promise<z.output<typeof contentTypes> | undefined> {
  const type = await fileTypeFromBuffer(content);
  return contentTypes.safeParse(type?.mime).data;
}
