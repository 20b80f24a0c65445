import { type Statement, splitStatements } from './split-statements.js';
import { TransactionControlError, transactionControlOf } from './transaction-control.js';

/** An SQL text as it is sent in place of the one of the handler. */
export interface RewrittenText {
  readonly text: string;
  /** A statement to send next. */
  readonly next?: string;
  /** Call it when the text failed: the nested transactions that it ends are then still open. */
  readonly onFailure: () => void;
}

// A text without these words cannot control a transaction.
const CONTROL = /begin|start|commit|end|rollback|abort|prepare/i;

/**
 * What a handler may do to its transaction: a nested BEGIN … COMMIT becomes a savepoint, and what would end the
 * transaction itself is refused. One instance for each transaction.
 */
export class NestedTransactions {
  readonly #backslashEscapes: boolean;
  #open: readonly string[] = [];
  #count = 0;
  #hasEnded = false;
  #refusal: TransactionControlError | undefined;

  /** @param backslashEscapes whether `standard_conforming_strings` is off. */
  constructor(backslashEscapes: boolean) {
    this.#backslashEscapes = backslashEscapes;
  }

  /**
   * The text to send in place of `text`; undefined: the text itself.
   *
   * @throws TransactionControlError when the text would end the transaction, or the transaction has ended.
   */
  rewrite(text: string): RewrittenText | undefined {
    if (this.#hasEnded) {
      throw new TransactionControlError(
        'tx: its transaction has ended. Await every statement before the handler returns.',
      );
    }
    if (!CONTROL.test(text)) return undefined;
    const statements = splitStatements(text, this.#backslashEscapes);
    const before = this.#open;
    const begun: string[] = [];
    let rewritten = '';
    let copied = 0;
    let last: string | undefined;
    for (const statement of statements) {
      const control = this.#savepointsFor(statement, begun);
      if (control === undefined) continue;
      rewritten += text.slice(copied, statement.start) + control.join('; ');
      copied = statement.end;
      last = control[1];
    }
    if (copied === 0) return undefined;
    // Whichever of its statements failed, a ROLLBACK of the handler goes to the last savepoint that may exist.
    const reached = [...before, ...begun];
    const onFailure = (): void => {
      this.#open = [...reached, ...this.#open.filter((name) => !reached.includes(name))];
    };
    // A single statement remains one, as prepared statements require.
    return statements.length === 1 && last !== undefined
      ? { text: rewritten.slice(0, -`; ${last}`.length), next: last, onFailure }
      : { text: rewritten + text.slice(copied), onFailure };
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
    if (this.#open.length > 0) {
      throw new TransactionControlError(
        'tx: the handler has begun a nested transaction and neither committed nor rolled it back. Nothing was committed.',
      );
    }
  }

  /** Refuses every further statement. */
  close(): void {
    this.#hasEnded = true;
  }

  #savepointsFor(statement: Statement, begun: string[]): readonly string[] | undefined {
    const control = transactionControlOf(statement);
    if (control === undefined) return undefined;
    const sql = statement.words.join(' ').toUpperCase();
    if (control === 'unsupported') {
      this.refuse(
        `tx: a handler cannot run ${sql} in its transaction. A nested BEGIN takes no options and COMMIT no AND CHAIN: set the isolation level as a default of the role or the database.`,
      );
    }
    if (control === 'begin') {
      this.#count += 1;
      const name = `screening_nested_${this.#count}`;
      this.#open = [...this.#open, name];
      begun.push(name);
      return [`SAVEPOINT ${name}`];
    }
    const name = this.#open.at(-1);
    if (name === undefined) {
      this.refuse(
        `tx: a handler cannot end its transaction with ${sql}. It is committed when the handler resolves; throw to roll it back.`,
      );
    }
    this.#open = this.#open.slice(0, -1);
    const release = `RELEASE SAVEPOINT ${name}`;
    return control === 'commit' ? [release] : [`ROLLBACK TO SAVEPOINT ${name}`, release];
  }
}
