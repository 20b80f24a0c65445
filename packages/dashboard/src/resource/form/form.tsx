import { type ReactNode, Suspense, useState } from 'react';
import { changeWith, type LooseInput } from '../../api/call.js';
import type { JsonSchema } from '../../api/json-schema.js';
import { forgetName } from '../../api/list-feed.js';
import { idOf } from '../../api/list-pages.js';
import type { Answer, ChangeId } from '../../api/operations.js';
import { useChange } from '../../api/use-change.js';
import { lazyPart } from '../../session/persistently.js';
import { Button, type Look } from '../../ui/button.js';
import { LeaveButton } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Input } from '../../ui/input.js';
import { Loading } from '../../ui/page.js';
import { Text } from '../../ui/text.js';
import { notify } from '../../ui/toast.js';
import { type Body, bodyOf, known, withValueAt } from './body.js';
import { Fields, FormAround, type FormState } from './field.js';
import type { FormRequest } from './request-code.js';
import { useSchemaOf } from './schema-of.js';
import { uploaded } from './uploads.js';

const RequestCode = lazyPart(() => import('./show-request.js'), 'RequestCode');

export interface Changing {
  readonly submit: string;
  readonly look?: Look | undefined;
  readonly refusal?: string | undefined;
  /** Text that must be typed first, for actions that cannot be undone. */
  readonly confirm?: string | undefined;
  /** The fields. Default: one for each property of the body. */
  readonly fields?: ReactNode;
}

export interface FormProps<Id extends ChangeId> extends Changing {
  readonly operation: Id;
  readonly path?: LooseInput['path'];
  readonly query?: ((body: Body) => object) | undefined;
  /** The schema of the body, if the API does not publish it. */
  readonly schema?: JsonSchema;
  /** The initial values. Properties without a field are sent unchanged, and properties that the body lacks are omitted. */
  readonly initial?: object | undefined;
  /** Properties of the body without a field. */
  readonly hidden?: readonly string[] | undefined;
  readonly when?: (form: FormState) => Partial<Changing>;
  /** Makes the body of the request, if it differs from the input. Files in its lists are uploaded. */
  readonly sent?: (body: Body) => unknown;
  /** Sends the request, with work before or after it. */
  readonly sending?: (send: () => Promise<Answer<Id>>) => Promise<Answer<Id>>;
  readonly onCancel?: () => void;
  /** The text of a button that discards the input. With it, the form stays open, and can be sent only if there is input. */
  readonly undo?: string;
  /** The message on success, unless empty. With it, success closes the surrounding dialog, as {@link onCancel} does. */
  readonly done?: string;
  readonly onDone?: (answer: Answer<Id>, form: FormState) => void;
}

/** The form of an operation or a control: fields, which find their values by path, the refusal, and the buttons. */
export function Form<Id extends ChangeId>(props: FormProps<Id>) {
  const { operation, path, query, initial = {}, hidden, onCancel, undo, done } = props;
  const { sent = (all) => all, sending = (send) => send() } = props;
  const { schema: published, defaults } = useSchemaOf(operation);
  const schema = props.schema ?? published;
  const [typed, setTyped] = useState('');
  // `undefined` until there is input: the form shows the current object.
  const [entered, setEntered] = useState<Body>();
  const start = schema ? bodyOf(known(schema, initial)) : {};
  const body = entered ?? start;
  const request = (): FormRequest => ({
    operation,
    path,
    query: query?.(body),
    body: schema && sent({ ...defaults, ...body }),
  });
  const change = useChange((key) =>
    sending(async () => {
      const input = request();
      return changeWith(key, operation, { ...input, body: await uploaded(input.body) });
    }),
  );
  const form: FormState = {
    operation,
    schema: schema ?? {},
    body,
    problems: change.problems,
    isEntered: entered !== undefined,
    set(at, value) {
      change.touch();
      setEntered((before) => withValueAt(before ?? start, at, value));
    },
    clear() {
      setEntered(undefined);
      change.reset();
    },
  };
  const { submit, look, confirm, refusal, fields } = { ...props, ...props.when?.(form) };
  const isUntouched = undo !== undefined && !form.isEntered;
  // If the name has nothing to type, the text of the button is typed instead.
  const asked = confirm === undefined ? undefined : typeable(confirm) || submit;
  const isConfirmed = asked === undefined || typeable(typed) === asked;
  const onSuccess = (answer: Answer<Id>) => {
    if (done !== undefined) onCancel?.();
    if (done) notify(done);
    if (typeof answer === 'object') forgetName(idOf(answer));
    props.onDone?.(answer, form);
    if (undo !== undefined) form.clear();
  };
  return (
    <FormAround value={form}>
      <form
        className="flex flex-col gap-4"
        onInput={change.touch}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(undefined, { onSuccess });
        }}
      >
        {fields ?? <Fields hidden={hidden} />}
        {asked !== undefined && (
          <Input
            label={
              <>
                This cannot be undone. Type <Text>{asked}</Text> to confirm.
              </>
            }
            value={typed}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        {change.error && <ErrorNote error={change.error} />}
        <div className="sticky bottom-0 -my-2 flex justify-end gap-2 bg-panel py-2">
          {onCancel && <LeaveButton onClick={onCancel}>Cancel</LeaveButton>}
          {undo && form.isEntered && <LeaveButton onClick={form.clear}>{undo}</LeaveButton>}
          <Button
            type="submit"
            look={look ?? 'primary'}
            pending={change.isPending}
            refusal={
              isUntouched
                ? 'Nothing has changed yet.'
                : isConfirmed
                  ? refusal
                  : `Type ${asked} to confirm.`
            }
          >
            {submit}
          </Button>
        </div>
      </form>
      <ShowRequest request={request} />
    </FormAround>
  );
}

/** The request that the form would send, as code. */
function ShowRequest({ request }: { request: () => FormRequest }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit text-muted">Request as code</summary>
      {isOpen && (
        <Suspense fallback={<Loading />}>
          <RequestCode {...request()} />
        </Suspense>
      )}
    </details>
  );
}

const MOST = 60;

/** A text as people can type it: without line ends and invisible characters, and at most one line long. */
export function typeable(text: string): string {
  const seen = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return Array.from(seen).slice(0, MOST).join('').trim();
}
