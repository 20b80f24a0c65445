import { expect, it } from 'vitest';
import { jobId, jobIdRange } from '../../src/inbox/job-id.js';

// Databases contain these ids: a different id would be a different event.
it('creates the same id from the same key in every version', () => {
  expect(jobId('evt_1', 'int:evt_1')).toMatchInlineSnapshot(
    `"7d4e5a76-eae6-8d8c-932e-890175a17832"`,
  );
});

it('creates a UUID of version 8', () => {
  for (let index = 0; index < 200; index += 1) {
    expect(jobId(`evt_${index}`, `int:evt_${index}`)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  }
});

it('keeps the ids of one event in a range, in every namespace, and other ids out of it', () => {
  const [first, last] = jobIdRange('evt_1');
  for (let index = 0; index < 200; index += 1) {
    const id = jobId('evt_1', `int_${index}:evt_1`);
    expect(first <= id && id <= last).toBe(true);
    const other = jobId(`evt_${index + 2}`, `int:evt_${index + 2}`);
    expect(first <= other && other <= last).toBe(false);
  }
});
