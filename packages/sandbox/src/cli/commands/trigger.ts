import {
  type Edit,
  EditError,
  parseSet,
  parseUnset,
  writePath,
} from '@screening-webhooks/testing/faults';
import {
  exitCodes,
  nameOfFile,
  Option,
  readNamedText,
  type Terminal,
  UsageError,
  wholeNumber,
} from 'screening-webhooks-terminal';
import { z } from 'zod';
import { isRecord, parseJson, SandboxError } from '../../handle/call-service.js';
import { type CommandKit, faultKind } from '../command-kit.js';
import { shown } from '../output/print.js';
import { type End, followDeliveries } from '../running-service/await-deliveries.js';
import { type Connection, readClock, type ServiceOptions } from '../running-service/connect.js';

const Events = z.object({
  events: z.array(z.object({ id: z.string(), deliveryIds: z.array(z.string()) })),
  warnings: z.array(z.object({ param: z.string(), message: z.string() })).optional(),
});
const Orders = z.object({ verificationIds: z.array(z.string()) });
type Triggered = z.output<typeof Events> | z.output<typeof Orders>;

interface TriggerOptions extends ServiceOptions {
  readonly set: readonly Edit[];
  readonly unset: readonly Edit[];
  readonly file?: string;
  readonly count: number;
  readonly fault?: string;
  readonly via?: 'api';
  readonly endpoint?: string;
  readonly integration?: string;
  readonly externalId?: string;
  readonly wait?: true;
}

const MOST = 100;

export function triggerCommand({ command, connect, terminal }: CommandKit) {
  return command(
    'trigger',
    'Makes an event with realistic data and delivers it, or orders a verification that ends with it.',
    'trigger document_verification.completed --external-id clinician-1',
    'trigger document_verification.failed --set data.state=NY --unset data.metadata',
    'trigger document_verification.completed --fault duplicate',
    'trigger document_verification.completed --via api --count 10',
    'trigger document_verification.completed --wait',
    'trigger --file event.json',
  )
    .summary('make an event')
    .argument('[event-type]', 'such as document_verification.completed')
    .option(
      '--set <path=value>',
      'change a field: data.formData.licenseNumber=RN123; or with JSON: data.metadata:=null',
      collect(parseSet),
      [],
    )
    .option('--unset <path>', 'remove a field: data.metadata.orderId', collect(parseUnset), [])
    .option(
      '--file <event.json>',
      'take the type and the data of an event in a file; - for standard input',
    )
    .option(
      '--count <n>',
      `how many, each with ids of its own, at most ${MOST}`,
      wholeNumber(MOST),
      1,
    )
    .option('--fault <kind>', 'what goes wrong with its first attempts; see fault kinds', faultKind)
    .addOption(new Option('--via <way>', 'api orders verifications').choices(['api']))
    .option('--endpoint <id>', 'deliver to this endpoint only')
    .option('--integration <id>', 'whose event it is (default: the demo integration)')
    .option('--external-id <id>', 'its data.externalId')
    .option('--wait', 'wait until all its deliveries have ended; exit with 1 unless all succeeded')
    .addHelpText(
      'after',
      '\nA value of --set takes the type that its field has in the record; := takes any\nJSON. An index of a list is a key: data.verificationFileUploads.0=https://...\n\nOn a terminal it waits up to 3 seconds for the first attempt, and says how that\nended.',
    )
    .action(async (given: string | undefined, options: TriggerOptions) => {
      const connection = connect(options);
      const { control, defaultIntegration, printDue, print } = connection;
      const event =
        options.file === undefined ? undefined : await readEvent(options.file, terminal);
      const type = given ?? event?.type;
      if (type === undefined) throw new UsageError('give an event type, or --file.');
      const owned = options.integration !== undefined || options.endpoint !== undefined;
      const body = {
        type,
        count: options.count,
        integrationId: owned ? options.integration : await defaultIntegration(),
        ...(options.via === 'api' ? orderBody(options) : directBody(options, event?.data)),
      };
      const until = await chooseWait(options, connection, terminal);
      // Showing the first attempt is a courtesy. A failure to do so changes nothing.
      const tellWhy = (error: unknown): undefined => {
        const isExpected = error instanceof UsageError || error instanceof SandboxError;
        if (until === 'end' || !isExpected) throw error;
        terminal.err(`Its attempts are not shown: ${shown(error.message)}\n`);
      };
      const json = options.json === true;
      const waiting = { connection, terminal, json, fault: options.fault };
      const following = until && (await followDeliveries({ ...waiting, until }).catch(tellWhy));
      try {
        const made = await control(z.union([Events, Orders]), 'POST', '/_sandbox/trigger', body);
        const isDue =
          'verificationIds' in made || made.events.some((each) => each.deliveryIds.length > 0);
        await (isDue ? printDue : print)(made, describe(made));
        for (const { param, message } of ('events' in made ? made.warnings : []) ?? []) {
          terminal.err(`warning: --${param === 'unset' ? param : 'set'}: ${shown(message)}\n`);
        }
        const ends = await following?.wait(made).catch(tellWhy);
        if (ends?.length === 0 || (!isDue && !json && terminal.isRead)) terminal.err(NO_ENDPOINT);
        if (until === 'end') conclude(ends ?? [], terminal);
      } finally {
        following?.close();
      }
    });
}

/** Chooses how long a trigger waits: with `--wait` for the end of each delivery, on a terminal for its first attempt. */
async function chooseWait(
  { wait, json }: TriggerOptions,
  { control }: Connection,
  { isRead }: Terminal,
): Promise<'end' | 'first attempt' | undefined> {
  if (wait) return 'end';
  if (json || !isRead) return undefined;
  // On a frozen clock, no attempt is made by itself.
  return (await readClock(control)).mode === 'frozen' ? undefined : 'first attempt';
}

const NO_ENDPOINT =
  'Nothing is delivered. To deliver to your app: screening-sandbox listen --forward-to http://localhost:3000/webhooks/screening\n';

function conclude(ends: readonly End[], { signal, err, exitWith }: Terminal): void {
  const succeeded = ends.filter((end) => end === 'succeeded').length;
  if (ends.length > 0 && succeeded === ends.length) return;
  if (signal.aborted) {
    exitWith(exitCodes.interrupted);
  } else {
    err(`error: ${succeeded} of ${ends.length} deliveries succeeded.\n`);
    exitWith(exitCodes.failed);
  }
}

function orderBody({ externalId, ...options }: TriggerOptions) {
  const { set, unset, file, fault, endpoint } = options;
  const edited = set.length + unset.length > 0;
  if (edited || file !== undefined || fault !== undefined || endpoint !== undefined) {
    throw new UsageError(
      '--via api cannot be used with --set, --unset, --file, --fault or --endpoint.',
    );
  }
  return { via: 'api', externalId };
}

function directBody(options: TriggerOptions, data: object | undefined) {
  const { set, unset, fault, endpoint, externalId } = options;
  const path = ['data', 'externalId'];
  const id: readonly Edit[] =
    externalId === undefined ? [] : [{ kind: 'set', path, value: externalId }];
  const removed = unset.map((edit) => writePath(edit.path));
  const edits = { ...bodyOfEdits([...id, ...set]), unset: removed };
  return { via: 'direct', data, ...edits, fault, endpointId: endpoint };
}

/** The edits in the form that the service takes. The last edit of a path wins. */
function bodyOfEdits(edits: readonly Edit[]) {
  const last = new Map(edits.map((edit) => [writePath(edit.path), edit]));
  const set: Record<string, unknown> = {};
  const setText: Record<string, string> = {};
  for (const [path, edit] of last) {
    if (edit.kind === 'set') set[path] = edit.value;
    if (edit.kind === 'setText') setText[path] = edit.text;
  }
  return { set, setText };
}

function describe(made: Triggered): string {
  if ('verificationIds' in made) {
    return made.verificationIds.map((id) => `${id} is ordered\n`).join('');
  }
  const lines = made.events.map(({ id, deliveryIds }) => {
    const deliveries = deliveryIds.length === 0 ? 'no endpoint takes it' : deliveryIds.join(' ');
    return `${id}: ${deliveries}\n`;
  });
  return lines.join('');
}

async function readEvent(
  file: string,
  terminal: Terminal,
): Promise<{ readonly type?: string; readonly data: object }> {
  const event = parseJson(await readNamedText(file, '--file', terminal));
  if (!isRecord(event) || !isRecord(event['data'])) {
    throw new UsageError(
      `--file: ${nameOfFile(file)} does not contain an event: a JSON object with "data".`,
    );
  }
  const { type, data } = event;
  return { data, ...(typeof type === 'string' ? { type } : {}) };
}

/** Makes the parser of an option that changes a field and may be repeated. */
function collect(parse: (text: string) => Edit) {
  return (text: string, before: readonly Edit[]): readonly Edit[] => {
    try {
      return [...before, parse(text)];
    } catch (error) {
      if (!(error instanceof EditError)) throw error;
      throw new UsageError(`--${error.kind}: ${shown(error.message)}`);
    }
  };
}
