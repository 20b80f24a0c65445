import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass, type Look } from './button.js';

export function LinkButton({ label, look, ...to }: LinkProps & { label: string; look?: Look }) {
  return (
    <Link {...to} className={buttonClass(look)}>
      {label}
    </Link>
  );
}

export function TextLink({ label, ...to }: LinkProps & { label: string }) {
  return (
    <Link {...to} className="text-accent underline">
      {label}
    </Link>
  );
}

/** A choice that the URL keeps. Back undoes it, and the page keeps its scroll position. */
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
