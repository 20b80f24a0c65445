import { fixture, sender } from '@screening-webhooks/testing';

// Delivers signed events as the service does, each event twice. `npm run deliver -- 3`

const { SCREENING_SECRET = '', PORT = '3000' } = process.env;
const count = Number(process.argv[2] ?? '3');
const service = sender({
  url: `http://localhost:${PORT}/webhooks/screening`,
  secret: SCREENING_SECRET,
});
const run = Date.now();
for (let index = 1; index <= count; index += 1) {
  const event = fixture('document_verification.completed', {
    id: `evt_${run}_${index}`,
    data: { externalId: 'clinician-7', verificationId: `dv_${index}` },
  });
  for (const delivery of ['first', 'again']) {
    const { attempts } = await service.send(event);
    console.log(event.id, delivery, attempts.at(-1)?.status, attempts.at(-1)?.body);
  }
}
