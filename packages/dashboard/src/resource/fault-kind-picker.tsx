import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { faultsQuery } from '../api/controls.js';
import { Combobox } from '../ui/combobox.js';
import { ErrorNote } from '../ui/error-note.js';
import { capitalized } from '../words/words-of.js';
import type { FieldProps } from './form/widgets.js';

export function FaultKindPicker({ labels, value: given, none, onChange }: FieldProps) {
  const value = String(given ?? '');
  const [text, setText] = useState('');
  const { data, error: unread, isPending } = useQuery(faultsQuery);
  const words = text.toLowerCase().split(/\s+/);
  const kinds = data?.kinds ?? [];
  const found = kinds.filter(({ kind, summary }) => {
    const all = `${kind} ${kind.replaceAll('_', ' ')} ${summary}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  return (
    <>
      {unread && <ErrorNote error={unread} />}
      <Combobox
        {...labels}
        none={none ?? `Search ${kinds.length} kinds`}
        required={none === undefined}
        hint={capitalized(kinds.find(({ kind }) => kind === value)?.summary ?? '')}
        value={value}
        name={value}
        options={found.map(({ kind, summary }) => [kind, kind, capitalized(summary)])}
        hasMore={false}
        isSearching={isPending}
        onSearch={setText}
        onChange={onChange}
      />
    </>
  );
}
