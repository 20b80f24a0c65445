import { useId } from 'react';
import { fieldClass } from '../../ui/input.js';
import { typedMoney } from '../../ui/money.js';
import { isNoAmount } from './price-draft.js';

/** A price in a table, whose row and column are its visible label. */
export function PriceInput({
  label,
  text,
  fallback,
  error,
  onType,
}: {
  label: string;
  text: string;
  /** The price that counts where none is typed. */
  fallback: number | undefined;
  /** Why the API refused it. */
  error: string | undefined;
  onType: (text: string) => void;
}) {
  const id = useId();
  const wrong = isNoAmount(text) ? 'Type an amount such as 24.50.' : error;
  return (
    <span className="ml-auto block w-28">
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        {...(wrong === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': id })}
        className={`${fieldClass} text-right tabular-nums`}
        value={text}
        placeholder={typedMoney(fallback)}
        onChange={({ target }) => onType(target.value)}
      />
      {wrong !== undefined && (
        <span id={id} className="block text-xs text-bad">
          {wrong}
        </span>
      )}
    </span>
  );
}
