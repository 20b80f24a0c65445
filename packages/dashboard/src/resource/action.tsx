import { lazy, type ReactNode, Suspense } from 'react';
import type { Answer } from '../api/operations.js';
import { persistently } from '../session/persistently.js';
import type { Look } from '../ui/button.js';
import { DialogButton } from '../ui/dialog.js';
import { Loading } from '../ui/page.js';
import { type ActionId, actionWords } from '../words/actions.js';
import { useWhyNot } from './why-not.js';

const OperationForm = lazy(
  persistently(async () => ({
    default: (await import('./form/form-of.js')).OperationForm,
  })),
);

interface ActionProps<Id extends ActionId> {
  readonly operation: Id;
  /** What the button says, if not what it says of the operation as a rule. */
  readonly label?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object;
  /** The object that is acted on, whose state may forbid it. */
  readonly on?: object | undefined;
  /** Why it would be of no use now, though its state allows it. */
  readonly refusal?: string | undefined;
  readonly look?: Look;
  readonly initial?: object;
  readonly hidden?: readonly string[];
  /** What happens, in a sentence or two. */
  readonly children?: ReactNode;
  /** Text to type first, for what cannot be undone. */
  readonly confirm?: string;
  /** What is said when it is done, as {@link label}. */
  readonly done?: string;
  readonly onDone?: (answer: Answer<Id>) => void;
}

/** The button of an operation. It opens a form with what the operation asks for, and is disabled where the API would refuse. */
export function Action<Id extends ActionId>(props: ActionProps<Id>) {
  const { operation, look, on } = props;
  const [name, title] = actionWords[operation];
  const forbidden = useWhyNot(operation, on);
  const refusal = forbidden ?? props.refusal;
  return (
    <DialogButton label={props.label ?? name} title={title} look={look} refusal={refusal}>
      {(close) => <ActionForm {...props} onClose={close} />}
    </DialogButton>
  );
}

function ActionForm<Id extends ActionId>({
  on: _on,
  refusal: _refusal,
  look,
  children,
  onDone,
  onClose,
  ...form
}: ActionProps<Id> & { onClose: () => void }) {
  const [name, , said] = actionWords[form.operation];
  const { label = name, done = said } = form;
  return (
    <>
      {children && <div className="text-muted">{children}</div>}
      <Suspense fallback={<Loading />}>
        <OperationForm
          {...form}
          submit={label}
          look={look === 'danger' ? 'danger' : 'primary'}
          done={done}
          onCancel={onClose}
          onDone={(answer) => onDone?.(answer as Answer<Id>)}
        />
      </Suspense>
    </>
  );
}
