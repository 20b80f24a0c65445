import type { VerificationStatus } from '../../../../../src/service/capabilities/verifications/states.js';

type EndType = 'completed' | 'failed' | 'recorded';
type EndAction = 'confirm' | 'deny' | 'record';

/** What the source says to a license number, and how many seconds after the submission. */
const answers: Readonly<Record<string, readonly [seconds: number, action: EndAction]>> = {
  RN1234: [0, 'confirm'],
  'SBX-RETRY-1': [30, 'confirm'],
  'SBX-NOTFOUND-1': [0, 'deny'],
  'SBX-DOWN-1': [120, 'deny'],
  'SBX-SLOW-1': [86_400, 'confirm'],
  'SBX-NOSOURCE-1': [0, 'record'],
};
const ends = {
  confirm: ['VERIFIED', 'completed'],
  deny: ['FAILED', 'failed'],
  record: ['RECORDED', 'recorded'],
} as const;
const SESSION_SECONDS = 7 * 86_400;
const START = Date.parse('2026-01-01T00:00:00Z');

interface Modelled {
  status: VerificationStatus;
  readonly createdAt: number;
  value: string | undefined;
  submittedAt: number;
  completedAt: number | undefined;
  end: EndType | undefined;
}

/** What the answer to a call must have. */
interface Expected {
  readonly status: number;
  readonly body: object;
}

/** The verifications of a service, as the specification tells of them. Times in seconds from the start. */
export class VerificationModel {
  /** `from action to` of every change so far. */
  readonly transitions = new Set<string>();
  readonly #verifications: Modelled[] = [];
  #now = 0;

  create(value: string | undefined): void {
    this.#verifications.push({
      status: value === undefined ? 'PENDING' : 'PROCESSING',
      createdAt: this.#now,
      value,
      submittedAt: this.#now,
      completedAt: undefined,
      end: undefined,
    });
  }

  submit(index: number, body: object = {}): Expected {
    const verification = this.#at(index);
    const { status } = verification;
    if (status !== 'PENDING') return conflict(status);
    const value: unknown = Object(body).formData?.licenseNumber;
    if (typeof value !== 'string') return { status: 422, body: { code: 'validation_failed' } };
    verification.value = value;
    verification.submittedAt = this.#now;
    this.#change(verification, 'submit', 'PROCESSING');
    return { status: 200, body: { status: 'PROCESSING' } };
  }

  cancel(index: number): Expected {
    const verification = this.#at(index);
    const { status } = verification;
    if (status !== 'PENDING' && status !== 'PROCESSING') return conflict(status);
    verification.completedAt = this.#now;
    this.#change(verification, 'cancel', 'CANCELED');
    return { status: 200, body: { status: 'CANCELED' } };
  }

  advance(seconds: number): void {
    this.#now += seconds;
    for (const verification of this.#verifications) {
      if (verification.status === 'PENDING') this.#expire(verification);
      else if (verification.status === 'PROCESSING') this.#answer(verification);
    }
  }

  records(): object[] {
    return this.#verifications.map(({ status, completedAt }) => ({
      status,
      completedAt:
        completedAt === undefined ? null : new Date(START + completedAt * 1000).toISOString(),
    }));
  }

  /** The verifications that have ended with an event. */
  ends(): readonly (readonly [index: number, type: EndType])[] {
    return this.#verifications.flatMap(({ end }, index) =>
      end === undefined ? [] : [[index, end] as const],
    );
  }

  #at(index: number): Modelled {
    const verification = this.#verifications[index];
    if (!verification) throw new RangeError(`There are ${this.#verifications.length}.`);
    return verification;
  }

  #expire(verification: Modelled): void {
    const expiresAt = verification.createdAt + SESSION_SECONDS;
    if (expiresAt > this.#now) return;
    verification.completedAt = expiresAt;
    verification.end = 'failed';
    this.#change(verification, 'expire', 'FAILED');
  }

  #answer(verification: Modelled): void {
    const answer = answers[verification.value ?? ''];
    if (!answer) return;
    const [seconds, action] = answer;
    const answeredAt = verification.submittedAt + seconds;
    if (answeredAt > this.#now) return;
    const [status, end] = ends[action];
    verification.completedAt = answeredAt;
    verification.end = end;
    this.#change(verification, action, status);
  }

  #change(verification: Modelled, action: string, to: VerificationStatus): void {
    this.transitions.add(`${verification.status} ${action} ${to}`);
    verification.status = to;
  }
}

function conflict(currentStatus: VerificationStatus): Expected {
  return { status: 409, body: { code: 'state_conflict', currentStatus } };
}
