// Loads every entry of every package as ES module and as CommonJS in one process, as an ES module app with a CommonJS dependency
// does: they have the published exports, and the errors of one copy are those of the other.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { inspect } from 'node:util';

const require = createRequire(import.meta.url);
const { packages } = require('./published.json');

for (const [entry, published] of Object.entries(packages)) {
  if (entry.endsWith('.json')) {
    require(entry);
    continue;
  }
  const names = Object.keys(await import(entry)).sort();
  const isValue = (name) => /^(class|const|function)$/.test(published[name]);
  // An entry that shares its file with another one has the names of both.
  const missing = Object.keys(published).filter((name) => isValue(name) && !names.includes(name));
  assert.deepEqual(missing, [], entry);
  assert.deepEqual(Object.keys(require(entry)).sort(), names, entry);
}

const esm = await import('@screening-webhooks/core');
const cjs = require('@screening-webhooks/core');
assert.notEqual(esm.PermanentError, cjs.PermanentError, 'they are the same copy');

const makers = {
  LeaseLostError: (from) => new from.LeaseLostError('The lease has ended.'),
  PermanentError: (from) => new from.PermanentError('no such nurse'),
  RetryLater: (from) => new from.RetryLater({ after: 60 }),
  RawBodyUnavailableError: (from) => new from.RawBodyUnavailableError('Mount it earlier.'),
  WebhookVerificationError: (from) =>
    new from.WebhookVerificationError({ ok: false, code: 'signature_mismatch' }),
};
const classes = Object.keys(esm).filter((name) => esm[name].prototype instanceof Error);
assert.deepEqual(classes.sort(), Object.keys(makers).sort(), 'makers has every class of errors');

for (const made of classes) {
  // A log shows the name.
  for (const from of [esm, cjs])
    assert.ok(inspect(makers[made](from)).startsWith(`${made}: `), made);
  for (const asked of classes) {
    const expected = made === asked;
    assert.equal(makers[made](esm) instanceof cjs[asked], expected, `${made} of import`);
    assert.equal(makers[made](cjs) instanceof esm[asked], expected, `${made} of require`);
  }
}

// The receiver of one copy recognizes the error of the other.
const event = { id: 'evt_1', type: 'x', created: '2026-01-01T00:00:00Z', data: {} };
for (const [receiving, throwing] of [
  [esm, cjs],
  [cjs, esm],
]) {
  const handle = () => {
    throw new throwing.PermanentError('no such nurse');
  };
  const receiver = receiving.createReceiver({ secret: 'whsec_mixed', handlers: { '*': handle } });
  assert.equal((await receiver.dispatch(event)).kind, 'discarded');
}

// Entries do not share files: `./node` throws its own copy of a class that users import from the core.
const read = { headers: {}, readableDidRead: true };
for (const { nodeDelivery } of [
  await import('@screening-webhooks/core/node'),
  require('@screening-webhooks/core/node'),
]) {
  const delivery = nodeDelivery(read, () => ({ kept: undefined, cure: 'Mount it earlier.' }));
  for (const core of [esm, cjs])
    assert.throws(() => delivery.readBody(1024), core.RawBodyUnavailableError);
}
