import { fileTypeFromBuffer } from 'file-type';
import { changeOperation } from '../api/operation.js';
import { validationProblem } from '../api/problem.js';
import { files } from '../store/schema/index.js';
import { UploadedFile, UploadFile } from './wire.js';

const contentTypes = UploadedFile.shape.contentType;

const upload = changeOperation({
  id: 'uploadFile',
  method: 'POST',
  path: '/v1/files',
  tag: 'Document verification',
  summary: 'Upload a file for a document verification',
  scopes: ['full_access'],
  shown: false,
  accepts: 'multipart/form-data',
  input: { body: UploadFile },
  status: 201,
  returns: UploadedFile,
  refuses: ['malformed_multipart'],
  async handle({ body }, { tx, now, nextId, scope }) {
    const content = new Uint8Array(await body.file.arrayBuffer());
    // The bytes decide. The name and the type that the sender gives are not used.
    const contentType = contentTypes.safeParse((await fileTypeFromBuffer(content))?.mime);
    if (!contentType.success) {
      const message = 'must be a PDF, PNG or JPEG';
      throw validationProblem([{ param: 'file', code: 'unsupported_file_type', message }]);
    }
    const id = await nextId('file');
    const row = { id, contentType: contentType.data, createdAt: now };
    await tx.insert(files).values({ ...row, ...scope, content });
    return { ...row, size: content.length, createdAt: now.toISOString() };
  },
});

export const fileOperations = [upload];
