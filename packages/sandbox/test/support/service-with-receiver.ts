import { beforeEach } from 'vitest';
import { type RecordingReceiver, recordingReceiver } from './recording-receiver.js';
import { sharedService, type TestService } from './service.js';

/** A service for the tests of a file, reset before each test, and the receiver of its deliveries. */
export function serviceWithReceiver(): {
  readonly service: () => TestService;
  readonly receiver: RecordingReceiver;
} {
  const receiver = recordingReceiver();
  const service = sharedService(receiver.deliverTo);
  beforeEach(() => receiver.restart(service().description.endpoints[0]?.secret ?? ''));
  return { service, receiver };
}
