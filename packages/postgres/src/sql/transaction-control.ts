import { TransactionControlError } from '@screening-webhooks/core/store-kit';

/** The text that is sent for one of the handler: one statement, in the extended protocol, whose result is the handler's. */
export interface Sent {
  readonly text: string;
  /** A statement to send after it. */
  readonly next?: string;
}

/** The one name of all nested transactions: the server keeps savepoints of one name as a stack. */
export const SAVEPOINT = 'screening_nested';

// A text without these words cannot control a transaction.
const WORD = /\b(?:begin|start|commit|end|rollback|abort|prepare)\b/i;
const COMMENTS = /--[^\n\r]*|\/\*(?:(?!\/\*|\*\/)[\s\S])*\*\//g;

const BEGIN = /^(?:begin(?: work| transaction)?|start transaction)[ ;]*$/;
const COMMIT = /^(?:commit|end)(?: work| transaction)?(?: and no chain)?[ ;]*$/;
const ROLLBACK = /^(?:rollback|abort)(?: work| transaction)?(?: and no chain)?[ ;]*$/;
const ROLLBACK_TO = /^rollback(?: work| transaction)? to\b/;
// A nested comment, which stays when comments are removed, may hide one of the words.
const OTHER_CONTROL =
  /^(?:(?:begin|start|commit|end|rollback|abort|prepare transaction)\b|(?:prepare )?\/\*)/;

// Statements whose effects a session keeps after a transaction. A procedure or a block of code counts as one: it may contain some.
const SESSION =
  /(?:^|;)\s*(?:set\s+(?!(?:local|constraints|transaction)\b)|(?:reset|discard|listen|load|prepare|declare|do|call)\b|create\s+(?:(?:global|local)\s+)?temp)|\bset_config\b|advisory_lock|\binto\s+temp/i;

/**
 * Keeps the transaction of a handler open: a nested BEGIN … COMMIT becomes a savepoint, and a statement that would end the
 * transaction itself is refused, here or by the server. One instance for each transaction.
 *
 * It reads the first words of a text only. Whether a text is one statement, the server knows best: in the extended
 * protocol it refuses more.
 */
export class TransactionControl {
  #nested = 0;
  #hasEnded = false;
  #changesSession = false;
  #refusal: TransactionControlError | undefined;

  /** Whether a text may have changed what outlives the transaction: a setting, a lock of the session, a temporary table. */
  get changesSession(): boolean {
    return this.#changesSession;
  }

  /**
   * The text to send in place of `text`; undefined: the text as the handler sends it.
   *
   * @throws TransactionControlError when the text would end the transaction, or the transaction has ended.
   */
  check(text: string): Sent | undefined {
    if (this.#hasEnded) {
      throw new TransactionControlError(
        'tx: its transaction has ended. Await every statement before the handler returns.',
      );
    }
    const code = text.replace(COMMENTS, ' ');
    this.#changesSession ||= SESSION.test(code);
    if (!WORD.test(text)) return undefined;
    const words = code
      .replace(/[ \t\n\r\f\v]+/g, ' ')
      .replace(/^[ ;]+/, '')
      .toLowerCase();
    if (BEGIN.test(words)) {
      this.#nested += 1;
      return { text: `SAVEPOINT ${SAVEPOINT}` };
    }
    // Without a nested transaction, the server finds no savepoint.
    if (COMMIT.test(words)) {
      this.#nested = Math.max(0, this.#nested - 1);
      return { text: `RELEASE SAVEPOINT ${SAVEPOINT}` };
    }
    if (ROLLBACK.test(words)) {
      this.#nested = Math.max(0, this.#nested - 1);
      return {
        text: `ROLLBACK TO SAVEPOINT ${SAVEPOINT}`,
        next: `RELEASE SAVEPOINT ${SAVEPOINT}`,
      };
    }
    if (OTHER_CONTROL.test(words) && !ROLLBACK_TO.test(words)) {
      return this.refuse(
        `tx: a handler cannot run ${JSON.stringify(words.slice(0, 60))} in its transaction. Send BEGIN, COMMIT and ROLLBACK one by one, without options: set an isolation level as a default of the role or the database.`,
      );
    }
    return text.includes(';') ? { text } : undefined;
  }

  /** Refuses a statement, and with it the transaction: the handler may have caught the error. */
  refuse(message: string): never {
    this.#refusal ??= new TransactionControlError(message);
    throw this.#refusal;
  }

  /**
   * Ends the handler's use of the transaction.
   *
   * @throws TransactionControlError when a statement was refused, or a nested transaction is still open.
   */
  end(): void {
    this.close();
    if (this.#refusal) throw this.#refusal;
    if (this.#nested > 0) {
      throw new TransactionControlError(
        'tx: the handler has begun a nested transaction and neither committed nor rolled it back. Nothing was committed.',
      );
    }
  }

  /** Refuses every further statement. */
  close(): void {
    this.#hasEnded = true;
  }
}
