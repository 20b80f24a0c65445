import { describe, expect, it } from 'vitest';
import { magicValues } from '../../support/magic-values.js';
import { openSession } from '../../support/open-session.js';
import { type Order, order } from '../../support/orders.js';
import { invalid } from '../../support/problems.js';
import { serviceWithReceiver } from '../../support/service-with-receiver.js';

// The row "Document verification" of spec section 1, and its parts in sections 2, 3 and 6.

const { service, receiver } = serviceWithReceiver();

const RECORD =
  'verificationId externalId integrationId sessionId sessionReference documentConfigSlug checkTypeSlug state status verified formData verificationFileUploads errorMessage attemptCount metadata createdAt completedAt'.split(
    ' ',
  );

const verify = (licenseNumber: string, more: Omit<Order, 'licenseNumber'> = {}) =>
  order(service(), { licenseNumber, ...more });

async function get(verificationId: string) {
  return (await service().call('GET', `/v1/document-verifications/${verificationId}`)).body;
}

describe('Verify submitted documents (for example licenses) against issuing sources.', () => {
  const statuses = { completed: 'VERIFIED', failed: 'FAILED', recorded: 'RECORDED' };

  it.each(magicValues)('$value ends as the README says', async (magic) => {
    const id = await verify(magic.value);
    expect(await get(id)).toMatchObject({ status: 'PROCESSING', completedAt: null });
    await service().control('/clock', { advance: magic.after });
    const record = await get(id);
    const status = magic.ends ? statuses[magic.ends] : 'PROCESSING';
    expect(record).toMatchObject({
      status,
      verified: status === 'VERIFIED',
      attemptCount: magic.sourceAttempts,
      errorMessage: status === 'FAILED' ? expect.any(String) : null,
    });
    const { completedAt: created } = record;
    expect(receiver.events).toMatchObject(
      magic.ends ? [{ type: `document_verification.${magic.ends}`, created, data: record }] : [],
    );
  });

  it('asks the source at 0 s, 30 s and 2 min, and waits a day for a slow one', async () => {
    const id = await verify('SBX-DOWN-1');
    const slow = await verify('SBX-SLOW-1');
    const counts: unknown[] = [];
    for (const advance of ['0s', '29s', '1s', '89s', '1s']) {
      await service().control('/clock', { advance });
      counts.push((await get(id))['attemptCount']);
    }
    expect(counts).toEqual([1, 1, 2, 2, 3]);
    const at = '2026-01-01T00:02:00.000Z';
    expect(await get(id)).toMatchObject({ status: 'FAILED', completedAt: at });
    await service().control('/clock', { to: '2026-01-01T23:59:59.999Z' });
    expect(await get(slow)).toMatchObject({ status: 'PROCESSING', attemptCount: 1 });
    await service().control('/clock', { to: '2026-01-02T00:00:00Z' });
    expect(await get(slow)).toMatchObject({ status: 'VERIFIED', attemptCount: 1 });
  });

  it('says what it waits for, if that is included', async () => {
    const at = (time: string) => `2026-01-0${time}.000Z`;
    const asked = { kind: 'source', at: at('1T00:00:00') };
    const recording = { ...asked, kind: 'recording' };
    const held = { kind: 'decision', at: null };
    const waits: Record<string, readonly unknown[]> = {
      RN954321: [asked, null],
      'SBX-RETRY-1': [asked, { kind: 'source', at: at('1T00:00:30') }],
      'SBX-NOTFOUND-1': [asked, null],
      'SBX-NAME-1': [asked, null],
      'SBX-EXPIRED-1': [asked, null],
      'SBX-REVOKED-1': [asked, null],
      'SBX-DOWN-1': [asked, { kind: 'source', at: at('1T00:00:30') }],
      'SBX-SLOW-1': [asked, { kind: 'source_answer', at: at('2T00:00:00') }],
      'SBX-HOLD-1': [asked, held],
      'SBX-NOSOURCE-1': [recording, null],
      'SBX-DISCIPLINE-1': [asked, null],
    };
    expect(Object.keys(waits)).toEqual(magicValues.map(({ value }) => value));
    const ids = new Map<string, string>();
    for (const value of Object.keys(waits)) ids.set(await verify(value), value);
    const path = '/v1/document-verifications';
    const told = async () => {
      const rows = await service().list(`${path}?include=waitsFor&limit=100`);
      return Object.fromEntries(
        rows.map(({ verificationId, waitsFor }) => [ids.get(String(verificationId)), waitsFor]),
      );
    };
    const expected = (moment: number) =>
      Object.fromEntries(Object.entries(waits).map(([value, each]) => [value, each[moment]]));
    expect(await told()).toEqual(expected(0));
    await service().control('/clock', { settle: true });
    expect(await told()).toEqual(expected(1));

    const incomplete = await verify('', { formData: {} });
    const one = async (include: string) =>
      (await service().call('GET', `${path}/${incomplete}?include=${include}`)).body;
    const submission = { waitsFor: { kind: 'submission', at: null } };
    expect(await one('candidate,waitsFor')).toEqual({
      ...(await get(incomplete)),
      ...submission,
      candidate: null,
    });
    expect(await one('waits')).toMatchObject({ code: 'parameter_invalid' });
  });

  it('adds what the source has confirmed to the fields', async () => {
    const id = await verify('SBX-DISCIPLINE-1');
    await service().control('/clock', { settle: true });
    expect((await get(id))['formData']).toEqual({
      licenseNumber: 'SBX-DISCIPLINE-1',
      licenseStatus: 'active',
      issuedOn: '2024-01-02',
      expiresOn: '2027-01-01',
      disciplineOnFile: true,
    });
  });

  it('looks at the check digit of an NPI, and at magic values of digits for a DEA registration', async () => {
    const numbers = [
      ['npi', { npi: '1234567893' }, 'VERIFIED'],
      ['npi', { npi: '1234567890' }, 'FAILED'],
      ['dea-registration', { registrationNumber: '9000000003' }, 'FAILED'],
    ] as const;
    const ids: string[] = [];
    for (const [documentConfigSlug, formData] of numbers) {
      ids.push(await verify('', { documentConfigSlug, formData }));
    }
    await service().control('/clock', { settle: true });
    for (const [index, [, , status]] of numbers.entries()) {
      expect(await get(ids[index] ?? '')).toMatchObject({ status, attemptCount: 1 });
    }
  });
});

describe('Results are delivered by webhook or by polling.', () => {
  it('the record has the 17 fields and no other, and is found by its externalId', async () => {
    const metadata = { order: { a: 1 } };
    const plain = await verify('RN1111');
    const id = await verify('RN954321', { externalId: 'clinician-1', metadata });
    await service().control('/clock', { settle: true });
    const record = await get(id);
    expect(Object.keys(record)).toEqual(RECORD);
    expect(Object.keys(Object(receiver.events[0]?.data))).toEqual(RECORD);
    expect(record).toMatchObject({ externalId: 'clinician-1', metadata });
    const found = (of: string) => service().list(`/v1/document-verifications?externalId=${of}`);
    expect(await found('clinician-1')).toEqual([record]);
    expect(await found('c')).toEqual([]);
    // The default is the verificationId.
    const unnamed = { externalId: plain, metadata: {}, verificationFileUploads: [] };
    expect(await found(plain)).toMatchObject([unnamed]);
  });
});

describe('formData and metadata are kept to the last character', () => {
  // PostgreSQL stores U+0000 only in JSON text.
  const odd = { a: 'x\0y', 'k\0': ['v', { '\0': '"\\{},NULL' }] };

  /** Orders a verification with odd texts. */
  const verifyOdd = (fields: object, more: Order = {}) =>
    order(service(), { formData: { ...fields, ...odd }, metadata: odd, ...more });

  async function expectEnd(id: string, status: string): Promise<void> {
    const record = await get(id);
    expect(record).toMatchObject({ status, formData: odd, metadata: odd });
    expect(receiver.events).toContainEqual(expect.objectContaining({ data: record }));
  }

  it('beside others that are due together', async () => {
    const before = await verify('RN1');
    const id = await verifyOdd({ licenseNumber: 'RN2' });
    const after = await verify('SBX-REVOKED-1');
    await service().control('/clock', { settle: true });
    await expectEnd(id, 'VERIFIED');
    const ended = [before, id, after].map((verificationId) => ({ data: { verificationId } }));
    expect(receiver.events).toMatchObject(ended);
  });

  it('after an attempt that failed, and by a source that takes a day', async () => {
    const retried = await verifyOdd({ licenseNumber: 'SBX-RETRY-1' });
    const slow = await verifyOdd({ licenseNumber: 'SBX-SLOW-1' });
    await service().control('/clock', { advance: '24h' });
    await expectEnd(retried, 'VERIFIED');
    await expectEnd(slow, 'VERIFIED');
  });

  it('when somebody decides', async () => {
    const id = await verifyOdd({ licenseNumber: 'SBX-HOLD-1' });
    await service().control('/clock', { settle: true });
    const path = `/verifications/${id}/decide`;
    const decided = await service().control(path, { outcome: 'completed' });
    expect(decided).toMatchObject({ status: 200, body: { formData: odd, metadata: odd } });
    await service().control('/clock', { settle: true });
    await expectEnd(id, 'VERIFIED');
  });

  it('when the session expires, with all its documents', async () => {
    const { id: sessionId } = await openSession(service());
    const pending = await verifyOdd({}, { sessionId });
    const innocent = await order(service(), { formData: {}, sessionId });
    await service().control('/clock', { advance: '8d' });
    await expectEnd(pending, 'FAILED');
    expect(await get(innocent)).toMatchObject({
      status: 'FAILED',
      formData: {},
      errorMessage: expect.stringContaining('session'),
    });
    expect(receiver.events).toHaveLength(2);
  });
});

describe('from PENDING to PROCESSING', () => {
  it('waits for the fields that the configuration requires', async () => {
    const id = await verify('', { formData: {} });
    expect(await get(id)).toMatchObject({ status: 'PENDING', attemptCount: 0 });
    const path = `/v1/document-verifications/${id}/submit`;
    const incomplete = await service().call('POST', path, { formData: { holderName: 'M. Ortiz' } });
    expect(incomplete).toMatchObject(
      invalid({ param: 'formData.licenseNumber', code: 'required' }),
    );
    expect(await get(id)).toMatchObject({ status: 'PENDING', formData: {} });
  });
  it('a session takes the documents that it is for', async () => {
    const { call, description } = service();
    const { integrationId } = description;
    const unknown = await call('POST', '/v1/verification-sessions', {
      integrationId,
      documentConfigSlugs: ['rn-license', 'library-card'],
    });
    expect(unknown).toMatchObject(invalid({ param: 'documentConfigSlugs.1', code: 'unknown' }));
    const { body: session } = await call('POST', '/v1/verification-sessions', {
      integrationId,
      documentConfigSlugs: ['rn-license', 'cpr-card'],
    });
    const sessionId = String(session['id']);
    expect(await get(await verify('RN1234', { sessionId }))).toMatchObject({ sessionId });
    const other = { sessionId, documentConfigSlug: 'lpn-license', state: 'CA', integrationId };
    expect(await call('POST', '/v1/document-verifications', other)).toMatchObject(
      invalid({ param: 'documentConfigSlug', code: 'not_in_session' }),
    );
  });

  it('cancels without an event', async () => {
    const id = await verify('SBX-HOLD-1');
    await service().control('/clock', { settle: true });
    const path = `/v1/document-verifications/${id}/cancel`;
    expect(await service().call('POST', path)).toMatchObject({
      status: 200,
      body: { status: 'CANCELED', completedAt: '2026-01-01T00:00:00.000Z' },
    });
    await service().control('/clock', { advance: '1d' });
    expect(receiver.events).toEqual([]);
  });
});

describe('files', () => {
  const PNG = Uint8Array.from([
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0, 0, 0,
    1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1f, 0x15, 0xc4, 0x89,
  ]);

  async function upload(bytes: Uint8Array<ArrayBuffer>) {
    const form = new FormData();
    form.set('file', new Blob([bytes], { type: 'image/png' }), '../../x.png');
    return service().call('POST', '/v1/files', form);
  }

  it('are served for 30 days to who has the address of the record', async () => {
    const file = await upload(PNG);
    expect(file).toMatchObject({
      status: 201,
      body: { contentType: 'image/png', size: PNG.length },
    });
    const id = await verify('RN1234', { fileIds: [file.body['id']] });
    await service().control('/clock', { settle: true });
    const [address] = Object((await get(id))['verificationFileUploads']);
    const served = await fetch(address);
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(PNG);
    expect(served.headers.get('content-disposition')).toBe('attachment');
    expect((await fetch(address.replace('sig=', 'sig=x'))).status).toBe(404);
    await service().control('/clock', { advance: '30d' });
    expect((await fetch(address)).status).toBe(404);
  });

  it('must be a PDF, PNG or JPEG by their bytes', async () => {
    expect(await upload(new TextEncoder().encode('<svg xmlns="…"/>'))).toMatchObject(
      invalid({ param: 'file', code: 'unsupported_file_type' }),
    );
  });
});
