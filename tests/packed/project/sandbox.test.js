// The sandbox in CommonJS, under Jest's fake timers: the service runs in a thread of its own.
const { createReceiver } = require('@screening-webhooks/core');
const { SandboxError, startSandbox } = require('@screening-webhooks/sandbox');

const { now } = Date;
let sandbox;
let receiver;

// The timeouts only end a hang.
beforeAll(async () => {
  sandbox = await startSandbox({ deliverTo: (request) => receiver.fetch(request) });
}, 120_000);
beforeEach(() => sandbox.reset(), 120_000);
afterEach(() => jest.useRealTimers());
afterAll(() => sandbox.close());

test.each([
  ['real timers', () => {}],
  ['fake timers', () => jest.useFakeTimers({ now: new Date('2001-01-01T00:00:00Z') })],
  ['legacy fake timers', () => jest.useFakeTimers({ legacyFakeTimers: true })],
])(
  'delivers with %s',
  async (_, setTimers) => {
    setTimers();
    const failed = jest.fn();
    const handlers = { 'document_verification.failed': failed };
    receiver = createReceiver({ secret: sandbox.secrets, now, handlers });
    const verification = await sandbox.verifications.create({
      documentConfigSlug: 'rn-license',
      state: 'CA',
      formData: { licenseNumber: 'SBX-NOTFOUND-1' },
    });
    await sandbox.clock.advance('15m');
    expect(failed).toHaveBeenCalledTimes(1);
    expect(await sandbox.deliveries.of(verification)).toMatchObject([
      { status: 'succeeded', attemptCount: 1 },
    ]);
    const { data } = await sandbox.api.GET('/v1/document-verifications');
    expect(data.data).toMatchObject([{ verificationId: verification.verificationId }]);
    const nothing = sandbox.deliveries.waitFor(() => false, { timeout: 1 });
    await expect(nothing).rejects.toBeInstanceOf(SandboxError);
  },
  120_000,
);
