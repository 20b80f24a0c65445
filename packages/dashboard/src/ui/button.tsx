import type { ComponentProps } from 'react';

const looks = {
  primary: 'bg-accent text-accent-text border-transparent hover:opacity-90',
  plain: 'bg-panel text-text border-line hover:bg-raised',
  danger: 'bg-panel text-bad border-line hover:bg-bad-soft',
  quiet: 'bg-transparent text-muted border-transparent hover:bg-raised hover:text-text',
} as const;

export type Look = keyof typeof looks;

/** The classes of a button, for links that look like one. */
export function buttonClass(look: Look = 'plain'): string {
  return `inline-flex min-h-8 items-center justify-center gap-1.5 rounded-md border px-3 py-1 text-sm font-medium whitespace-nowrap disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-progress aria-disabled:opacity-50 ${looks[look]}`;
}

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: Look;
  /** Its request runs: it cannot be pressed again. It keeps the focus, which a disabled button would lose. */
  readonly pending?: boolean;
}

export function Button({ look, pending, className = '', onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      className={`${buttonClass(look)} ${className}`}
    />
  );
}
