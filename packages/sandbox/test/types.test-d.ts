import { expectTypeOf, test } from 'vitest';
import type {
  NewVerification,
  Sandbox,
  SandboxSchemas,
  SandboxVerification,
} from '../src/index.js';

declare const sandbox: Sandbox;
const body = { documentConfigSlug: 'rn-license', state: 'CA' };

test('an answer of the API has the data or the problem', async () => {
  const { data, error } = await sandbox.api.POST('/v1/document-verifications', { body });
  expectTypeOf(data?.completedAt).toEqualTypeOf<string | null | undefined>();
  if (error) {
    expectTypeOf(data).toEqualTypeOf<undefined>();
    expectTypeOf<'validation_failed'>().toExtend<typeof error.code>();
    expectTypeOf(error.errors?.at(0)?.message).toEqualTypeOf<string | undefined>();
    expectTypeOf<'too_big'>().toExtend<NonNullable<typeof error.errors>[number]['code']>();
    // @ts-expect-error TS2367: there is no such code
    error.code === 'validation_faild';
  } else {
    expectTypeOf(data).toEqualTypeOf<SandboxSchemas['ShownDocumentVerification']>();
  }
});

test('a component has its former name as well', () => {
  expectTypeOf<SandboxSchemas['File']>().toEqualTypeOf<SandboxSchemas['UploadedFile']>();
  expectTypeOf<SandboxSchemas['UploadedFile']>().toHaveProperty('contentType');
});

test('a list of the API has items', async () => {
  const { data } = await sandbox.api.GET('/v1/document-verifications', {
    params: { query: { externalId: 'clinician-1', limit: 10 } },
  });
  expectTypeOf(data?.data.at(0)).toEqualTypeOf<
    SandboxSchemas['ShownDocumentVerification'] | undefined
  >();
});

test('a call that the API does not have does not compile', async () => {
  // @ts-expect-error TS2345: no such path
  await sandbox.api.GET('/v1/document-verification');
  // @ts-expect-error TS2345: no such method
  await sandbox.api.DELETE('/v1/document-verifications');
  // @ts-expect-error TS2554: the path has a parameter
  await sandbox.api.GET('/v1/document-verifications/{verificationId}');
  // @ts-expect-error TS2554: a body is required
  await sandbox.api.POST('/v1/document-verifications');
  await sandbox.api.GET('/v1/document-verifications', {
    // @ts-expect-error TS2561: externalID
    params: { query: { externalID: 'clinician-1' } },
  });
  await sandbox.api.POST('/v1/document-verifications', {
    // @ts-expect-error TS2741: state is missing
    body: { documentConfigSlug: 'rn-license' },
  });
  // @ts-expect-error TS2322: not a file
  await sandbox.api.POST('/v1/files', { body: { file: 'license.pdf' } });
});

test('the types of `verifications` are those of the API', () => {
  expectTypeOf<SandboxSchemas['ShownDocumentVerification']>().toExtend<SandboxVerification>();
  expectTypeOf<SandboxSchemas['CreateDocumentVerification']>().toExtend<NewVerification>();
});
