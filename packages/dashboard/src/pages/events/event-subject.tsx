import type { Item } from '../../api/operations.js';
import { Text } from '../../ui/text.js';
import { VerificationOfEvent } from '../verifications/verification-of-event.js';
import { subjectOf } from './subject-of.js';

/** The object that an event is about. */
export function EventSubject({ event: { data, test } }: { event: Item<'listEvents'> }) {
  const subject = subjectOf(data);
  if (!subject) return '–';
  return subject.isVerification ? (
    <VerificationOfEvent id={subject.id} test={test} />
  ) : (
    <Text mono>{subject.id}</Text>
  );
}
