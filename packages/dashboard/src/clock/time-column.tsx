import type { TimeColumn } from '../ui/data-table.js';
import { Time } from './time.js';

export function timeColumn<Row>(
  title: string,
  of: (row: Row) => string | null,
  { from = 'md', form }: Partial<Pick<TimeColumn<Row>, 'from'>> & { form?: 'lines' } = {},
): TimeColumn<Row> {
  return {
    title,
    from,
    time: (row, isShort) => <Time value={of(row)} form={isShort ? 'short' : (form ?? 'whole')} />,
  };
}

type Made = { readonly createdAt: string };

const createdAt = (row: Made) => row.createdAt;

export const created = timeColumn<Made>('Created', createdAt);

/** {@link created}, for a table with wide columns. */
export const createdOfWide = timeColumn<Made>('Created', createdAt, { from: 'lg' });
export const createdOfWidest = timeColumn<Made>('Created', createdAt, { from: 'xl' });
