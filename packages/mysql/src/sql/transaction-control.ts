import { TransactionControlError } from '@screening-webhooks/core/store-kit';

// Without those that the server runs: `/*! … */`.
const COMMENTS = /\/\*(?!M?!)[\s\S]*?\*\/|(?:--\s|#)[^\n\r]*/g;

const BEGIN = /^(?:begin(?: work)?|start transaction)[ ;]*$/;
const COMMIT = /^commit(?: work)?(?: and no chain)?(?: no release)?[ ;]*$/;
const ROLLBACK = /^rollback(?: work)?(?: and no chain)?(?: no release)?[ ;]*$/;

// All others are refused, because most of them commit: CREATE, ALTER, LOCK TABLES and so on.
// https://dev.mysql.com/doc/refman/8.4/en/implicit-commit.html
const ALLOWED = new RegExp(
  [
    /^[ (]*(?:select|insert|update|delete|replace|with|values|table|call|do|handler|show|explain|desc|describe)\b/,
    /^(?:prepare|execute|deallocate|get|signal|resignal|kill|checksum)\b/,
    /^(?:savepoint|release savepoint|rollback(?: work)? to)\b/,
    /^(?:create|drop) temporary\b/,
    /^load (?:data|xml)\b/,
    /^set\b(?!.*\b(?:autocommit|completion_type|password|role|transaction|sql_log_bin)\b)/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

// A statement alone that leaves nothing in its session. Any other may: SET, a temporary table, a procedure, a second statement.
const KEEPS_SESSION =
  /^[ (]*(?:select|insert|update|delete|replace|with|values|table|show|explain|savepoint|release savepoint|rollback)\b(?!.*\bget_lock\b)[^;]*;?$/;

/**
 * Keeps the transaction of a handler open: a nested BEGIN … COMMIT becomes a savepoint, and a statement that would end the
 * transaction itself is refused. One instance for each transaction.
 *
 * It reads the first words of a text only. The server's answer, or the end of the transaction, reveals a statement that passes and
 * commits all the same, such as a procedure.
 */
export class TransactionControl {
  #nested = 0;
  #hasEnded = false;
  #refusal: Error | undefined;
  /** Whether the session may have something of the handler: then it must not serve others. */
  hasChangedSession = false;

  /**
   * The statements to send in place of `text`: one, or two after a nested ROLLBACK.
   *
   * @throws TransactionControlError when the text would end the transaction, or the transaction has ended.
   */
  check(text: string): readonly string[] {
    if (this.#hasEnded) {
      throw new TransactionControlError(
        'tx: its transaction has ended. Await every statement before the handler returns.',
      );
    }
    if (this.#refusal) throw this.#refusal;
    const words = text
      .replace(COMMENTS, ' ')
      .replace(/\s+/g, ' ')
      .replace(/^[ ;]+/, '')
      .toLowerCase();
    if (BEGIN.test(words)) {
      this.#nested += 1;
      return [`SAVEPOINT ${nameOf(this.#nested)}`];
    }
    const isCommit = COMMIT.test(words);
    if (this.#nested > 0 && (isCommit || ROLLBACK.test(words))) {
      const name = nameOf(this.#nested);
      this.#nested -= 1;
      const release = `RELEASE SAVEPOINT ${name}`;
      return isCommit ? [release] : [`ROLLBACK TO SAVEPOINT ${name}`, release];
    }
    if (ALLOWED.test(words)) {
      this.hasChangedSession ||= !KEEPS_SESSION.test(words);
      return [text];
    }
    if (/^use\b/.test(words)) {
      return this.refuse(
        new TransactionControlError(
          'tx: a handler cannot change the database of its connection. Name the table with its database: `other.clinicians`.',
        ),
      );
    }
    return this.refuse(
      new TransactionControlError(
        `tx: a handler cannot run ${JSON.stringify(words.slice(0, 60))} in its transaction, which it would end. The transaction is committed when the handler resolves; throw to roll it back.`,
      ),
    );
  }

  /** Refuses every further statement, and with them the transaction: the handler may have caught the error. */
  refuse(error: Error): never {
    this.#refusal ??= error;
    throw this.#refusal;
  }

  /**
   * Ends the handler's use of the transaction.
   *
   * @throws TransactionControlError when a statement was refused, or a nested transaction is still open; the error of the server
   * that has rolled the transaction back.
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

// Another savepoint of the same name would delete the first.
function nameOf(level: number): string {
  return `screening_nested_${level}`;
}
