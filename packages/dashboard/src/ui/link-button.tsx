import { Link, type LinkProps } from '@tanstack/react-router';
import { buttonClass, type Look } from './button.js';

/** A link to another page that looks like a button. */
export function LinkButton({ label, look, ...to }: LinkProps & { label: string; look?: Look }) {
  return (
    <Link {...to} className={buttonClass(look)}>
      {label}
    </Link>
  );
}
