import { changeOperation, tagged } from '../../http/operation.js';
import { limits } from '../../limits/limits.js';
import { storeFile } from './store-file.js';
import { UploadedFile, UploadFile } from './wire.js';

const upload = changeOperation({
  id: 'uploadFile',
  method: 'POST',
  path: '/v1/files',
  summary: 'Upload a file for a document verification',
  accepts: { 'multipart/form-data': limits.file.most + limits.formOverhead.most },
  input: { body: UploadFile },
  status: 201,
  returns: UploadedFile,
  refuses: ['malformed_multipart'],
  async handle({ body }, context) {
    return storeFile(context, new Uint8Array(await body.file.arrayBuffer()));
  },
});

export const fileOperations = tagged('Document verification', [upload]);
