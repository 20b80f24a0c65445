import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId, useState } from 'react';
import { faultsQuery } from '../api/controls.js';
import { Choices } from '../ui/choice.js';
import { ErrorNote } from '../ui/error-note.js';
import { Input } from '../ui/input.js';
import type { FieldProps } from './form/use-form.js';

/** One of the kinds of fault, each with what it does and what a receiver should do. A text narrows the list. */
export function FaultKindPicker({ label, value: given, none, error, onChange }: FieldProps) {
  const value = typeof given === 'string' ? given : '';
  const name = useId();
  const [text, setText] = useState('');
  const { data, error: unread } = useQuery(faultsQuery);
  const words = text.toLowerCase().split(/\s+/);
  const kinds = (data?.kinds ?? []).filter(({ kind, summary }) => {
    const all = `${kind} ${kind.replaceAll('_', ' ')} ${summary}`.toLowerCase();
    return kind === value || words.every((word) => all.includes(word));
  });
  return (
    <Choices legend={label} error={error} className="flex min-w-0 flex-col gap-2">
      <Input
        label="Search the kinds"
        type="search"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {unread && <ErrorNote error={unread} />}
      <div className="max-h-64 overflow-y-auto rounded-md border border-line">
        {none && (
          <Kind
            name={name}
            value=""
            title={none}
            checked={value === ''}
            onChange={() => onChange('')}
          />
        )}
        {kinds.map(({ kind, summary }) => (
          <Kind
            key={kind}
            name={name}
            value={kind}
            title={kind}
            summary={summary}
            checked={kind === value}
            onChange={() => onChange(kind)}
          />
        ))}
        {data && kinds.length === 0 && <p className="p-3 text-muted">No kind has these words.</p>}
      </div>
    </Choices>
  );
}

function Kind({ title, summary, ...radio }: ComponentProps<'input'> & { summary?: string }) {
  return (
    <label className="flex gap-2 border-b border-line px-3 py-1.5 last:border-0 has-checked:bg-accent-soft">
      <input type="radio" {...radio} required className="mt-1 size-4 shrink-0 accent-accent" />
      <span className="min-w-0">
        <span className={radio.value === '' ? '' : 'font-mono text-xs'}>{title}</span>
        {summary !== undefined && <span className="block text-xs text-muted">{summary}</span>}
      </span>
    </label>
  );
}
