import { exportedTypes } from 'screening-webhooks-test-support/exported-types';
import { expect, it } from 'vitest';
import * as faults from '../src/faults/index.js';
import * as testing from '../src/index.js';

it.each([
  [
    '../src/index.ts',
    testing,
    `ContractViolation adapterContract dedupeStoreContract fixture fixtures hostileDeliveries inboxContract manualClock
     recordingHandler sender sign`,
    `AdapterHarness Attempt ContractCase Damage DedupeStoreHarness DeliveryReport EventOf FixtureOverrides
     HostileDelivery HostileRequest HostileTarget InboxHarness InboxUnderTest ManualClock NamedFixture ReceiverFlaw RecordingHandler Sender
     SenderOptions ServedReceiver SignOptions SignedDelivery StoreFlaw`,
  ],
  [
    '../src/faults/index.ts',
    faults,
    'EditError editEvent faults findFault nearest noFault parsePath parseSet parseUnset writeBody writePath',
    `Edit EditWarning EditedEvent Expectation Fault FaultTarget JsonObject PlannedDelivery Refusal RefusedFault TransferMode WritableRequest`,
  ],
])('%s exports these values and types, and no others', (path, module, values, types) => {
  expect(Object.keys(module).sort()).toEqual(values.split(/\s+/));
  expect(exportedTypes(new URL(path, import.meta.url))).toEqual(types.split(/\s+/));
});
