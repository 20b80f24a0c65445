import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass, type Look } from './button.js';
import { CopyButton } from './copy-button.js';
import { Text } from './text.js';

/** A link to another page that looks like a button. */
export function LinkButton({ label, look, ...to }: LinkProps & { label: string; look?: Look }) {
  return (
    <Link {...to} className={buttonClass(look)}>
      {label}
    </Link>
  );
}

/** A link to another page within text. */
export function TextLink({ label, ...to }: LinkProps & { label: string }) {
  return (
    <Link {...to} className="text-accent underline">
      {label}
    </Link>
  );
}

/** One of the choices that the address keeps. Back undoes it, and the page stays where it is. */
export function ChoiceLink({
  isChosen,
  className,
  children,
  ...to
}: LinkProps & { isChosen: boolean; className: string; children: ReactNode }) {
  return (
    <Link
      {...to}
      resetScroll={false}
      activeOptions={{ exact: true }}
      aria-current={isChosen ? 'true' : undefined}
      className={className}
    >
      {children}
    </Link>
  );
}

/** The address of a page for the candidate, to open and to copy. */
export function HostedLink({ url, open }: { url: string; open: string }) {
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <p>
        <Text mono>{url}</Text>
      </p>
      <div className="flex flex-wrap gap-2">
        <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
          {open}
          <span className="sr-only"> (new tab)</span>
        </a>
        <CopyButton text={url} label="Copy link" />
      </div>
    </div>
  );
}
