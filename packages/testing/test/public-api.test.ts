import { exportedTypes } from 'screening-webhooks-test-support/exported-types';
import { describe, expect, it } from 'vitest';
import * as faults from '../src/faults/index.js';
import * as testing from '../src/index.js';

it('exports these values, and no others', () => {
  expect(Object.keys(testing).sort()).toEqual([
    'ContractViolation',
    'adapterContract',
    'dedupeStoreContract',
    'fixture',
    'fixtures',
    'hostileDeliveries',
    'inboxContract',
    'manualClock',
    'recordingHandler',
    'sender',
    'sign',
  ]);
});

it('exports these types, and no others', () => {
  expect(exportedTypes(new URL('../src/index.ts', import.meta.url))).toEqual([
    'AdapterHarness',
    'Attempt',
    'ContractCase',
    'Damage',
    'DedupeStoreHarness',
    'DeliveryReport',
    'FixtureOverrides',
    'HostileDelivery',
    'HostileRequest',
    'HostileTarget',
    'InboxHarness',
    'InboxUnderTest',
    'ManualClock',
    'NamedFixture',
    'ReceiverFlaw',
    'RecordingHandler',
    'Sender',
    'SenderOptions',
    'ServedReceiver',
    'SignOptions',
    'SignedDelivery',
    'StoreFlaw',
  ]);
});

describe('@screening-webhooks/testing/faults', () => {
  it('exports these values, and no others', () => {
    expect(Object.keys(faults).sort()).toEqual([
      'EditError',
      'editEvent',
      'faults',
      'findFault',
      'nearest',
      'noFault',
      'parseAssignment',
      'parsePath',
      'writeBody',
    ]);
  });

  it('exports these types, and no others', () => {
    expect(exportedTypes(new URL('../src/faults/index.ts', import.meta.url))).toEqual([
      'Edit',
      'Expectation',
      'Fault',
      'FaultTarget',
      'JsonObject',
      'PlannedDelivery',
      'Refusal',
      'RefusedFault',
      'TransferMode',
      'WritableRequest',
    ]);
  });
});
