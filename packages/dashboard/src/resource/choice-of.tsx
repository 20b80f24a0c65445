import { Choice } from '../ui/choice.js';
import { Suggest } from '../ui/suggest.js';
import { useSuggestions } from './choices.js';

/** A field for one of the objects that {@link useSuggestions} knows. While there are more than it knows, an id may be typed. */
export function ChoiceOf({
  field,
  label,
  hint,
  none,
  value,
  error,
  onChange,
}: {
  /** The name of the property, such as `endpointId`. */
  field: string;
  label: string;
  hint?: string;
  /** What an empty value means. */
  none: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}) {
  const choices = useSuggestions(field);
  const options = choices?.options ?? [];
  return !choices || choices.complete ? (
    <Choice
      label={label}
      hint={hint}
      value={value}
      error={error}
      options={[['', none], ...options]}
      onChange={onChange}
    />
  ) : (
    <Suggest
      label={label}
      hint={hint}
      placeholder={none}
      value={value}
      error={error}
      options={options}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
