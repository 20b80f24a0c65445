import { Link } from '@tanstack/react-router';
import type { Item } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import type { Column } from '../../ui/data-table.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';

export const tenantColumns: readonly Column<Item<'listTenants'>>[] = [
  {
    title: 'Facility',
    cell: ({ tenantId: id, facilityName }) => (
      <Link to="/tenants/$id" params={{ id }} className="font-medium hover:underline">
        <Text>{facilityName}</Text>
      </Link>
    ),
  },
  { title: 'Status', cell: ({ status }) => <Status value={status} /> },
  { title: 'Slug', from: 'sm', cell: ({ slug }) => <Text mono>{slug}</Text> },
  { title: 'Terms', from: 'md', cell: ({ termsVersion }) => termsVersion },
  { title: 'Created', from: 'md', cell: ({ createdAt }) => <Time value={createdAt} /> },
  { title: 'ID', from: 'lg', cell: ({ tenantId }) => <Text mono>{tenantId}</Text> },
];
