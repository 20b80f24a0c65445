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
  /** Empty if PostgreSQL forgets it with the next one. */
  readonly name: string;
  /** The types of the parameters, by number. */
  readonly parameters: readonly number[];
  /** The messages that describe its rows to the parser of a result. */
  readonly description: Messages;
}

// Each takes some 30 kB of PostgreSQL's memory. The statements of all operations and jobs are fewer.
const MOST_KEPT = 400;
const MOST_SEEN = 4000;
// PostgreSQL keeps a plan forever, and a plan that was made for empty tables scans them whole when they have grown.
const RUNS_OF_A_PLAN = 1000;
// PGlite answers in the same turn of the event loop. A long series of statements would let nothing else run.
const LONGEST_ROW_MS = 20;

/**
 * Runs the statements of a PGlite. Parses a repeated statement only once, and sends each run as one message: PGlite itself parses
 * each run anew, in six messages, which took half of a request's time.
 */
export class PreparedStatements {
  readonly #pglite: PGlite;
  /** The least recently used comes first. */
  readonly #kept = new Map<string, Statement>();
  readonly #seen = new Set<string>();
  #lastName = 0;
  /** The runs since plans were discarded. */
  #runs = 0;
  #hasFailed = false;
  #loopedAt = 0;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  /** Runs a statement. The caller ensures that no other one runs. @throws the error of PostgreSQL */
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
      // PostgreSQL ignores everything before a Sync.
      await this.#send([serialize.sync()]);
      throw error;
    }
    this.#hasFailed = false;
    // Drizzle's parsers are set already, and PGlite would merge them with its 360 others for each run.
    const [result] = parse.parseResults(results, this.#pglite.parsers, rowMode && { rowMode });
    return result as Results<Row>;
  }

  /** Discards plans from time to time. Call it before a parse: it makes PostgreSQL forget a statement without a name. */
  async #discardPlans(): Promise<void> {
    this.#runs += 1;
    // A failed transaction accepts only its end.
    if (this.#runs < RUNS_OF_A_PLAN || this.#hasFailed) return;
    await this.#send([serialize.query('discard plans')]);
    this.#runs = 0;
  }

  async #turn(): Promise<void> {
    if (performance.now() - this.#loopedAt < LONGEST_ROW_MS) return;
    await setImmediate();
    this.#loopedAt = performance.now();
  }

  #recall(text: string): Statement | undefined {
    const statement = this.#kept.get(text);
    if (statement) {
      this.#kept.delete(text);
      this.#kept.set(text, statement);
    }
    return statement;
  }

  /** Parses a statement. From its second run on it is kept: many run only once, each with another number of rows. */
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

  /** The messages that make PostgreSQL forget the least recently used statement, if there are too many. */
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
