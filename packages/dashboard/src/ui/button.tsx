import { type ComponentProps, useId } from 'react';
import { notify } from './toast.js';

const looks = {
  primary: 'bg-accent text-accent-text border-transparent hover:opacity-90',
  plain: 'bg-panel text-text border-line hover:bg-raised',
  danger: 'bg-panel text-bad border-line hover:bg-bad-soft',
  quiet: 'bg-transparent text-muted border-transparent hover:bg-raised hover:text-text',
} as const;

export type Look = keyof typeof looks;

export function buttonClass(look: Look = 'plain'): string {
  return `button ${looks[look]}`;
}

/** Whether the button does nothing yet: before the script has loaded, only submit buttons work. */
const needsScript = (type = 'button') => import.meta.env.SSR && type !== 'submit';

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: Look | undefined;
  /** Whether its request runs, so that it cannot be pressed. It keeps the focus, which a disabled button would lose. */
  readonly pending?: boolean;
  /** Why it cannot be pressed now. Shown on hover and focus, announced on a press and by screen readers. */
  readonly refusal?: string | undefined;
}

export function Button({ look, pending, refusal, className = '', onClick, ...rest }: ButtonProps) {
  const id = useId();
  const isRefused = refusal !== undefined;
  const button = (
    <button
      type="button"
      {...rest}
      onClick={
        pending || isRefused
          ? (event) => {
              event.preventDefault();
              if (isRefused) notify(refusal);
            }
          : onClick
      }
      aria-disabled={pending || isRefused || needsScript(rest.type) || undefined}
      aria-busy={pending || undefined}
      {...(isRefused && { title: refusal, 'aria-describedby': id })}
      // A button that cannot be pressed is not primary.
      className={`${buttonClass(isRefused && look === 'primary' ? 'plain' : look)} ${className}`}
    />
  );
  if (!isRefused) return button;
  return (
    <span className="group contents">
      {button}
      <span
        id={id}
        className="fixed inset-x-4 bottom-4 z-20 mx-auto hidden w-fit max-w-prose rounded-md bg-text px-3 py-2 text-panel shadow-lg group-has-focus-visible:block"
      >
        {refusal}
      </span>
    </span>
  );
}
