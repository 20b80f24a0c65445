import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { faultsQuery } from '../api/controls.js';
import { Radios } from '../ui/choice.js';
import { ErrorNote } from '../ui/error-note.js';
import { Input } from '../ui/input.js';
import type { FieldProps } from './form/widgets.js';

/** One of the kinds of fault, each with what it does and what a receiver should do. A text narrows the list. */
export function FaultKindPicker({ labels, value: given, none, onChange }: FieldProps) {
  const value = String(given ?? '');
  const [text, setText] = useState('');
  const { data, error } = useQuery(faultsQuery);
  const words = text.toLowerCase().split(/\s+/);
  const kinds = (data?.kinds ?? []).filter(({ kind, summary }) => {
    const all = `${kind} ${kind.replaceAll('_', ' ')} ${summary}`.toLowerCase();
    return kind === value || words.every((word) => all.includes(word));
  });
  return (
    <Radios
      {...labels}
      required={!none}
      list="max-h-64 overflow-y-auto rounded-md border border-line"
      row="flex gap-2 border-b border-line px-3 py-1.5 last:border-0 has-checked:bg-accent-soft"
      value={none || value ? value : undefined}
      options={[
        ...(none ? [{ value: '', shown: none }] : []),
        ...kinds.map(({ kind, summary }) => ({
          value: kind,
          shown: (
            <>
              <span className="font-mono text-xs">{kind}</span>
              <span className="block text-xs text-muted">{summary}</span>
            </>
          ),
        })),
      ]}
      onChange={onChange}
      above={
        <>
          <Input
            label="Search the kinds"
            type="search"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          {error && <ErrorNote error={error} />}
        </>
      }
    >
      {data && kinds.length === 0 && <p className="p-3 text-muted">No kind has these words.</p>}
    </Radios>
  );
}
