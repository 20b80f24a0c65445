import { setImmediate } from 'node:timers/promises';
import {
  type PGlite,
  parse,
  protocol,
  type QueryOptions,
  type Results,
} from '@electric-sql/pglite';

const { serialize } = protocol;

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;
type RunOptions = Pick<QueryOptions, 'rowMode'>;

interface Statement {
  /** Empty: PostgreSQL forgets it with the next one. */
  readonly name: string;
  /** The types of the parameters, by number. */
  readonly parameters: readonly number[];
  /** What describes its rows to the reader of a result. */
  readonly description: Messages;
}

// Each takes some 30 kB of PostgreSQL's memory. The statements of all operations and jobs are fewer.
const MOST_KEPT = 400;
const MOST_SEEN = 4000;
// PostgreSQL keeps a plan for good, and one that was made for empty tables reads them whole when they have grown.
const RUNS_OF_A_PLAN = 1000;
// PGlite answers in the same turn of the event loop. A long row of statements would let nothing else run.
const LONGEST_ROW_MS = 20;

/**
 * Runs the statements of a PGlite. It parses a statement that comes again once, and sends each run as one message: PGlite itself
 * parses each anew, in six messages, which took half of a request's time.
 */
export class PreparedStatements {
  readonly #pglite: PGlite;
  /** The least recently used comes first. */
  readonly #kept = new Map<string, Statement>();
  readonly #seen = new Set<string>();
  #lastName = 0;
  /** Since plans were discarded. */
  #runs = 0;
  #hasFailed = false;
  #turnedAt = 0;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  /** Runs a statement. The caller sees to it that no other one runs. @throws the error of PostgreSQL */
  async run<Row>(text: string, params: unknown[], { rowMode }: RunOptions): Promise<Results<Row>> {
    let results: Messages = [];
    await this.#turn();
    try {
      await this.#discardPlans();
      const statement = this.#recall(text) ?? (await this.#parse(text));
      const values = params.map((value, index) => this.#write(value, statement.parameters[index]));
      const messages = [
        serialize.bind({ statement: statement.name, values }),
        serialize.execute({}),
        serialize.sync(),
      ];
      results = [...statement.description, ...(await this.#send(messages))];
    } catch (error) {
      this.#hasFailed = true;
      // PostgreSQL ignores everything up to it.
      await this.#send([serialize.sync()]);
      throw error;
    }
    this.#hasFailed = false;
    // Drizzle's parsers are set already, and PGlite would merge them with its 360 others for each run.
    const [result] = parse.parseResults(results, this.#pglite.parsers, rowMode && { rowMode });
    return result as Results<Row>;
  }

  /** From time to time. Before the statement is parsed: it makes PostgreSQL forget one without a name. */
  async #discardPlans(): Promise<void> {
    this.#runs += 1;
    // A transaction that has failed takes nothing but its end.
    if (this.#runs < RUNS_OF_A_PLAN || this.#hasFailed) return;
    await this.#send([serialize.query('discard plans')]);
    this.#runs = 0;
  }

  async #turn(): Promise<void> {
    if (performance.now() - this.#turnedAt < LONGEST_ROW_MS) return;
    await setImmediate();
    this.#turnedAt = performance.now();
  }

  #recall(text: string): Statement | undefined {
    const statement = this.#kept.get(text);
    if (statement) {
      this.#kept.delete(text);
      this.#kept.set(text, statement);
    }
    return statement;
  }

  /** Has a statement parsed. From its second run on it is kept: many come once, each with another number of rows. */
  async #parse(text: string): Promise<Statement> {
    const isKept = this.#seen.has(text);
    if (this.#seen.size === MOST_SEEN) this.#seen.clear();
    this.#seen.add(text);
    const name = isKept ? `s${++this.#lastName}` : '';
    const described = await this.#send([
      ...(isKept ? this.#makeRoom() : []),
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    ]);
    const statement = {
      name,
      parameters: parse.parseDescribeStatementResults(described),
      description: described.filter((message) => message.name === 'rowDescription'),
    };
    if (isKept) this.#kept.set(text, statement);
    return statement;
  }

  /** The messages that make PostgreSQL forget what was not used for longest. */
  #makeRoom(): readonly Uint8Array[] {
    const [oldest] = this.#kept;
    if (!oldest || this.#kept.size < MOST_KEPT) return [];
    const [text, { name }] = oldest;
    this.#kept.delete(text);
    return [serialize.close({ type: 'S', name })];
  }

  #write(value: unknown, type: number | undefined) {
    if (value === null || value === undefined) return null;
    // PGlite sends bytes as they are. As text, they are twice as long, and it writes them one by one.
    if (value instanceof Uint8Array) return value;
    const write = type === undefined ? undefined : this.#pglite.serializers[type];
    return write ? write(value) : String(value);
  }

  #send(messages: readonly Uint8Array[]): Promise<Messages> {
    return this.#pglite.execProtocolStream(Buffer.concat(messages), { syncToFs: false });
  }
}
