import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, use, useState } from 'react';
import { idOf } from '../api/list-pages.js';
import { persistently } from '../session/persistently.js';
import { DialogButton } from '../ui/dialog.js';
import { Loading } from '../ui/page.js';
import { type ActionId, actionWords } from '../words/actions.js';
import type { FormProps } from './form/form.js';
import type { ObjectPath } from './references.js';
import { useRefusal } from './refusal.js';

const load = persistently(() => import('./form/form.js'));
let loaded: ReturnType<typeof load> | undefined;

interface ActionProps<Id extends ActionId>
  extends Omit<FormProps<Id>, 'submit' | 'refusal' | 'onCancel' | 'undo'> {
  /** The text of the button. Default: from {@link actionWords}. */
  readonly label?: string;
  readonly title?: string;
  /** The text of the form's button. Default: {@link label}. */
  readonly submit?: string;
  /** The object of the action, whose state may forbid it. Also the default of the path. */
  readonly on?: object | undefined;
  readonly opens?: ObjectPath;
  /** Why the action would have no effect now, although the state allows it. */
  readonly refusal?: string | undefined;
  readonly children?: ReactNode;
}

/** The button of an operation. Opens the operation's form, and is disabled if the API would refuse. */
export function Action<Id extends ActionId>(props: ActionProps<Id>) {
  const { operation, look, on, children } = props;
  const [name, title] = actionWords[operation];
  const { label = name } = props;
  const forbidden = useRefusal(operation, on);
  return (
    <DialogButton
      name={operation}
      label={label}
      title={props.title ?? title}
      look={look}
      refusal={forbidden ?? props.refusal}
    >
      {(close) => (
        <>
          {children && <div className="text-muted">{children}</div>}
          <Suspense fallback={<Loading />}>
            <ActionForm submit={label === 'Edit' ? 'Save' : label} {...props} onCancel={close} />
          </Suspense>
        </>
      )}
    </DialogButton>
  );
}

function ActionForm<Id extends ActionId>({
  refusal: _ofButton,
  look,
  on,
  opens,
  initial,
  ...form
}: ActionProps<Id> & { submit: string; onCancel: () => void }) {
  const navigate = useNavigate();
  // The object may change while the form is open. The form keeps its first values.
  const [first] = useState(initial);
  const [, , done] = actionWords[form.operation];
  loaded ??= load();
  const { Form } = use(loaded);
  return (
    <Form
      done={done}
      path={on}
      {...form}
      initial={first}
      look={look === 'danger' ? 'danger' : 'primary'}
      onDone={(answer, state) => {
        form.onDone?.(answer, state);
        if (opens && typeof answer === 'object') {
          void navigate({ to: opens, params: { id: idOf(answer) } });
        }
      }}
    />
  );
}
