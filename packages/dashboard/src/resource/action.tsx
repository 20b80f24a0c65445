import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type Answer, type ChangeId, operationRow } from '../api/operations.js';
import type { Look } from '../ui/button.js';
import { DialogButton } from '../ui/dialog-button.js';
import { Loading } from '../ui/loading.js';
import { notify } from '../ui/toast.js';
import { Confirmation, isConfirmed } from './confirmation.js';
import { typeable } from './typeable.js';
import { wordsOf } from './words-of.js';

const OperationForm = lazy(async () => ({
  default: (await import('./operation-form.js')).OperationForm,
}));

interface ActionProps<Id extends ChangeId> {
  readonly operation: Id;
  /** What the button says. */
  readonly label: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object;
  /** The object that is acted on, whose state may forbid it. */
  readonly on?: object | undefined;
  readonly look?: Look;
  readonly initial?: object;
  readonly hidden?: readonly string[];
  /** What happens, in a sentence or two. */
  readonly children?: ReactNode;
  /** Text to type first, for what cannot be undone. */
  readonly confirm?: string;
  /** What is said when it is done. */
  readonly done?: string;
  readonly onDone?: (answer: Answer<Id>) => void;
}

/** The button of an operation. It opens a form with what the operation asks for, and is disabled where the API would refuse. */
export function Action<Id extends ChangeId>(props: ActionProps<Id>) {
  const { operation, label, look = 'plain', on } = props;
  return (
    <DialogButton
      label={label}
      title={operationRow(operation).summary}
      look={look}
      refusal={on && whyNot(operation, on)}
    >
      {(close) => <ActionForm {...props} onClose={close} />}
    </DialogButton>
  );
}

function ActionForm<Id extends ChangeId>(props: ActionProps<Id> & { onClose: () => void }) {
  const { operation, label, look, path, query, initial, hidden, children, confirm } = props;
  const { done, onDone, onClose } = props;
  const [typed, setTyped] = useState('');
  // A name without anything to type is confirmed by what is done to it.
  const asked = confirm === undefined ? undefined : typeable(confirm) || label;
  return (
    <>
      {children && <div className="text-muted">{children}</div>}
      <Suspense fallback={<Loading />}>
        <OperationForm
          operation={operation}
          path={path}
          query={query}
          initial={initial}
          hidden={hidden}
          submit={label}
          look={look === 'danger' ? 'danger' : 'primary'}
          blocked={asked !== undefined && !isConfirmed(asked, typed)}
          onCancel={onClose}
          onDone={(answer) => {
            onClose();
            notify(done ?? `Done: ${operationRow(operation).summary}.`);
            onDone?.(answer as Answer<Id>);
          }}
        >
          {asked !== undefined && <Confirmation asked={asked} typed={typed} onType={setTyped} />}
        </OperationForm>
      </Suspense>
    </>
  );
}

/** Why the state of an object forbids an operation. Undefined: it does not. */
export function whyNot(operation: ChangeId, object: object): string | undefined {
  const found: Readonly<Record<string, unknown>> = { ...object };
  const { allowedWhen = {} } = operationRow(operation);
  for (const [property, allowed] of Object.entries(allowedWhen)) {
    if (allowed.some((value) => value === found[property])) continue;
    return `Needs ${wordsOf(property).toLowerCase()} ${allowed.join(' or ')}; it is ${String(found[property])}.`;
  }
  return undefined;
}
