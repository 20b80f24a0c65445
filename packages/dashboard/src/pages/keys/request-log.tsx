import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Item } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { useFilters } from '../../resource/filter-bar.js';
import { ListRows } from '../../resource/list-rows.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import type { Column } from '../../ui/data-table.js';
import { Empty } from '../../ui/empty.js';
import { Input } from '../../ui/input.js';
import { Text } from '../../ui/text.js';
import { HttpStatus } from './http-status.js';
import { RequestDialog } from './request-dialog.js';

/** The requests to the API, newest first, and one of them by the id that its answer had. */
export function RequestLog() {
  const { request } = useFilters();
  const navigate = useNavigate();
  const open = (id: string | undefined) =>
    void navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: ({ request: _former, ...others }: Record<string, string>) =>
        id === undefined ? others : { ...others, request: id },
    });
  const columns: readonly Column<Item<'listApiRequests'>>[] = [
    { title: 'Status', cell: ({ status }) => <HttpStatus status={status} /> },
    { title: 'Method', from: 'sm', cell: ({ method }) => method },
    {
      title: 'Path',
      cell: ({ id, path }) => (
        <button
          type="button"
          onClick={() => open(id)}
          className="max-w-56 truncate font-mono text-xs hover:underline sm:max-w-full"
        >
          <Text>{path}</Text>
        </button>
      ),
    },
    { title: 'Code', from: 'lg', cell: ({ code }) => code ?? '–' },
    { title: 'Duration', from: 'sm', cell: ({ durationMs }) => `${durationMs} ms` },
    { title: 'Time', from: 'md', cell: ({ createdAt }) => <Time value={createdAt} /> },
  ];
  return (
    <Card title="Requests" flush actions={<FindRequest onFind={open} />}>
      <ListRows
        list="listApiRequests"
        label="Requests to the API"
        columns={columns}
        empty={<Empty title="No program has called the API yet." />}
      />
      {request !== undefined && <RequestDialog id={request} onClose={() => open(undefined)} />}
    </Card>
  );
}

function FindRequest({ onFind }: { onFind: (id: string) => void }) {
  const [id, setId] = useState('');
  const find = (event: FormEvent) => {
    event.preventDefault();
    onFind(id.trim());
  };
  return (
    <form className="flex items-end gap-2" onSubmit={find}>
      <Input
        label="Request ID"
        required
        placeholder="req_…"
        value={id}
        onChange={({ target }) => setId(target.value)}
      />
      <Button type="submit">Find</Button>
    </form>
  );
}
