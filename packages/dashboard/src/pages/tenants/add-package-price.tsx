import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { Input } from '../../ui/input.js';

/** Adds a row for a package that only the tenant has, which its partner cannot list. */
export function AddPackagePrice({ onAdd }: { onAdd: (slug: string) => void }) {
  const [slug, setSlug] = useState('');
  const add = () => {
    if (slug.trim() !== '') onAdd(slug.trim());
    setSlug('');
  };
  return (
    <div className="flex items-end gap-2 px-4 pt-2">
      <div className="max-w-64 flex-1">
        <Input
          label="Slug of another package of the tenant"
          value={slug}
          autoComplete="off"
          onChange={({ target }) => setSlug(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // It would save all prices.
            event.preventDefault();
            add();
          }}
        />
      </div>
      <Button disabled={slug.trim() === ''} onClick={add}>
        Add
      </Button>
    </div>
  );
}
