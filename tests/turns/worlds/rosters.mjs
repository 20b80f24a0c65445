import { MIB } from '../bodies.mjs';

const ROWS = 5000;

async function untilStatus(service, id, statuses) {
  for (let round = 0; round < 900; round += 1) {
    const found = await service.api('GET', `/v1/bulk-imports/${id}`);
    if (statuses.includes(found.status)) return found;
    if (/fail|reject/.test(found.status)) throw new Error(JSON.stringify(found).slice(0, 500));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('It did not end.');
}

/** 5,000 rows, filled up to 2 MiB with unknown columns. */
function roster(columns) {
  const head = ['first_name', 'last_name', 'email', 'work_state', 'external_id'];
  const more = columns - head.length;
  const names = [...head, ...Array.from({ length: more }, (_, index) => `x${index}`)];
  const lines = Array.from({ length: ROWS }, (_, index) => {
    const cells = ['Ana', 'Lopez', `ana${index}@example.com`, 'CA', `e${index}`];
    const room = Math.floor((2 * MIB - 4000) / ROWS) - cells.join().length - more - 1;
    const filled = Array.from({ length: more }, (_, at) => (at < room ? 'x' : ''));
    return [...cells, ...filled].join();
  });
  return `${names.join()}\n${lines.join('\n')}\n`;
}

const csv = { 'content-type': 'text/csv' };

export async function beginRosters(service) {
  // The catalog's fields have patterns, which the rows would have to match.
  const slugs = [];
  while (slugs.length < 50) {
    const { slug } = await service.api('POST', '/v1/document-configs', {
      slug: `own-${slugs.length}`,
      name: 'n'.repeat(100),
      checkTypeSlug: 'certification',
      fields: [{ key: 'number', required: true }],
      sourceSlug: null,
    });
    slugs.push(slug);
  }
  const requirements = slugs
    .slice(0, 50)
    .map((slug) => ({ kind: 'document', slug, required: false }));
  const role = await service.api('POST', '/v1/roles', { name: 'r'.repeat(100), requirements });
  const small = await service.api('POST', '/v1/roles', { name: 'small', requirements: [] });
  return { role, small, slugs: slugs };
}

/** 400 rows with all 50 documents: 20,000 verifications. */
function fullRoster({ slugs }) {
  const names = slugs.map((slug) => `${slug.replaceAll('-', '_')}_number`);
  const lines = Array.from({ length: 400 }, (_, index) =>
    [
      'Ana',
      'Lopez',
      `full${index}@example.com`,
      'CA',
      ...names.map((_, at) => `RN${at}${index}`),
    ].join(),
  );
  return `first_name,last_name,email,work_state,${names.join()}\n${lines.join('\n')}\n`;
}

function importOf(name, make, which) {
  return [
    {
      name: `${name}: uploaded and validated`,
      limit: 20,
      async prepare(service, context) {
        const text = make(context);
        return async () => {
          const path = `/v1/bulk-imports?roleId=${context[which].id}&fileName=a.csv`;
          const { id } = await service.api('POST', path, text, csv);
          context.id = id;
          await untilStatus(service, id, [
            'validated',
            'ready',
            'completed',
            'committed',
            'awaiting_commit',
          ]);
        };
      },
    },
    {
      name: `${name}: pages of rows`,
      prepare:
        async (service, { id }) =>
        async () => {
          await service.api('GET', `/v1/bulk-imports/${id}/rows?limit=100`);
          await service.api('GET', `/v1/bulk-imports/${id}/rows?limit=100&status=missing`);
          await service.api('GET', '/v1/bulk-imports?limit=100');
        },
    },
    {
      name: `${name}: rows.csv`,
      prepare:
        async (service, { id }) =>
        () =>
          service.api('GET', `/v1/bulk-imports/${id}/rows.csv`),
    },
    {
      name: `${name}: committed`,
      limit: 80,
      prepare:
        async (service, { id }) =>
        async () => {
          await service.api('POST', `/v1/bulk-imports/${id}/commit`);
          await untilStatus(service, id, ['committed', 'completed', 'imported']);
        },
    },
  ];
}

const upload = (name, make) => ({
  name,
  async prepare(service, { role }) {
    const text = make();
    return () => service.call('POST', `/v1/bulk-imports?roleId=${role.id}`, text, csv);
  },
});

export const rosters = [
  ...importOf('400 rows with 50 documents each', fullRoster, 'role'),
  ...importOf('5,000 rows of a role of 50 documents', () => roster(5), 'role'),
  ...importOf('5,000 rows of 200 columns', () => roster(200), 'small'),
  upload('a roster of 2 MiB of quotes', () => '"'.repeat(2 * MIB - 100)),
  upload('a roster of 2 MiB of commas', () => ','.repeat(2 * MIB - 100)),
  upload('a roster of 2 MiB of lines', () =>
    'first_name,last_name,email,work_state\n'.padEnd(2 * MIB - 100, '\n'),
  ),
  upload('a roster of 200 columns with one cell each', () => roster(200).replaceAll('CA', '""')),
  {
    name: 'a roster template of 50 documents',
    prepare:
      async (service, { role }) =>
      () =>
        service.api('GET', `/v1/roles/${role.id}/roster-template.csv`),
  },
];
