import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button, type Look } from './button.js';
import { releaseAll, type Unsaved, UnsavedPlace, useUnsaved } from './unsaved.js';
import { useOpened } from './use-opened.js';

interface Question {
  readonly title: string;
  readonly text: string;
  readonly stay: string;
  readonly leave: string;
}

const aboutInput: Question = {
  title: 'Discard your changes?',
  text: 'They have not been saved.',
  stay: 'Keep editing',
  leave: 'Discard it',
};

const aboutSecret: Question = {
  title: 'Did you copy it?',
  text: 'It will not be shown again.',
  stay: 'Show it again',
  leave: 'I have copied it',
};

const aboutPage: Question = {
  title: 'Leave this page?',
  text: 'It has unsaved changes, or a secret that will not be shown again.',
  stay: 'Stay',
  leave: 'Leave',
};

/** Runs a function that closes the surrounding dialog, after asking if something in it would be lost. */
const Leave = createContext((then: () => void) => then());

/**
 * A modal dialog. Escape closes it, and the focus returns to where it was. If it has input, or something that is shown only once,
 * it asks first.
 */
export function Dialog({
  title,
  onClose,
  showsOnce = false,
  atTop = false,
  children,
}: {
  title: string;
  onClose: () => void;
  /** Set if the height changes while somebody types. */
  atTop?: boolean;
  /** Whether the content cannot be shown again. */
  showsOnce?: boolean;
  children: ReactNode;
}) {
  const [held] = useState(() => new Set<Unsaved>());
  const [asked, setAsked] = useState<() => void>();
  const secret = useUnsaved();
  useEffect(() => {
    if (showsOnce) secret.hold();
  }, [showsOnce, secret]);
  const leave = (then: () => void) => {
    if (showsOnce || held.size > 0) setAsked(() => then);
    else then();
  };
  return (
    <UnsavedPlace value={held}>
      <Leave value={leave}>
        <Modal title={title} atTop={atTop} onDismiss={() => leave(onClose)}>
          {children}
          {asked && (
            <Ask
              question={showsOnce ? aboutSecret : aboutInput}
              onStay={() => setAsked(undefined)}
              onLeave={() => {
                secret.release();
                releaseAll(held);
                asked();
              }}
            />
          )}
        </Modal>
      </Leave>
    </UnsavedPlace>
  );
}

interface Answers {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

export function AskToLeave(answers: Answers) {
  return <Ask question={aboutPage} {...answers} />;
}

export function LeaveButton({
  onClick,
  ...rest
}: Omit<ComponentProps<typeof Button>, 'onClick'> & { onClick: () => void }) {
  const leave = useContext(Leave);
  return <Button {...rest} onClick={() => leave(onClick)} />;
}

function Ask({ question, onStay, onLeave }: Answers & { question: Question }) {
  const { title, text, stay, leave } = question;
  const first = useRef<HTMLButtonElement>(null);
  // After the dialog has focused the first button, which would discard something.
  useLayoutEffect(() => first.current?.focus(), []);
  return (
    <Modal title={title} onDismiss={onStay}>
      <p>{text}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="danger" onClick={onLeave}>
          {leave}
        </Button>
        <Button look="primary" ref={first} onClick={onStay}>
          {stay}
        </Button>
      </div>
    </Modal>
  );
}

function Modal({
  title,
  atTop = false,
  onDismiss,
  children,
}: {
  title: string;
  atTop?: boolean;
  onDismiss: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it leaves the DOM: only then does the browser restore the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  const dismiss = useRef(onDismiss);
  useEffect(() => {
    dismiss.current = onDismiss;
  });
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      // Browsers do not let a page cancel a second Escape in a row, so the key must not reach them.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        onDismiss();
      }}
      // The back gesture of a phone.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        event.stopPropagation();
        onDismiss();
      }}
      // The browser has closed the dialog anyway.
      onClose={(event) => {
        const { target, currentTarget } = event;
        if (target !== currentTarget || !currentTarget.isConnected || currentTarget.open) return;
        currentTarget.showModal();
        onDismiss();
      }}
      className={`${atTop ? 'mx-auto mt-[5dvh]' : 'm-auto'} max-h-[90dvh] w-[min(36rem,calc(100vw-2rem))] overflow-y-auto rounded-lg border border-line bg-panel p-0 text-text shadow-xl`}
    >
      <div className="flex flex-col gap-4 p-5">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}

export function DialogButton({
  label,
  title = label,
  look,
  refusal,
  name,
  children,
}: {
  label: string;
  title?: string;
  /** Opens the dialog from the URL, see {@link useOpened}. */
  name?: string;
  look?: Look | undefined;
  refusal?: string | undefined;
  children: (close: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useOpened(name);
  const close = () => setOpen(false);
  return (
    <>
      <Button look={look} refusal={refusal} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Dialog title={title} onClose={close}>
          {children(close)}
        </Dialog>
      )}
    </>
  );
}
