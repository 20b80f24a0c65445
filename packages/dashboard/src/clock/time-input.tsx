import { useRef, useState } from 'react';
import { Button } from '../ui/button.js';
import { fieldClass, Labelled, type LabelledProps } from '../ui/input.js';
import { instantOf, LATEST_LOCAL, localOf, localZone } from './local-time.js';

/** A field for a time in the reader's zone, as {@link Time} shows times. Its value is in UTC, or empty if there is none. */
export function TimeInput({
  value,
  onChange,
  ...labelled
}: LabelledProps & { label: string; value: string; onChange: (value: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [entered, setEntered] = useState({ local: '', instant: '' });
  const enter = (local: string) => {
    const instant = instantOf(local) ?? '';
    // A local time that the clocks skip is shown as the time that it means.
    const isSkipped = !localOf(instant).startsWith(local);
    setEntered({ local: isSkipped ? localOf(instant) : local, instant });
    onChange(instant);
  };
  return (
    <Labelled {...labelled} label={`${labelled.label} (${localZone()})`}>
      {(aria) => (
        <div className="flex gap-1">
          <input
            {...aria}
            ref={field}
            type="datetime-local"
            step={1}
            max={LATEST_LOCAL}
            required={labelled.required}
            className={fieldClass}
            // The browser omits seconds of zero. Writing them back would interrupt the typing of a year.
            value={entered.instant === value ? entered.local : localOf(value)}
            onChange={({ target }) => enter(target.value)}
          />
          {!labelled.required && (
            <Button
              look="quiet"
              onClick={() => {
                // The value of an incomplete time is empty, so React would leave the text there.
                if (field.current) field.current.value = '';
                enter('');
              }}
            >
              Clear<span className="sr-only"> {labelled.label}</span>
            </Button>
          )}
        </div>
      )}
    </Labelled>
  );
}
