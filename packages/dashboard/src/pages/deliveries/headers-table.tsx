import { Text } from '../../ui/text.js';

export function HeadersTable({
  headers,
  label,
}: {
  headers: Readonly<Record<string, string>>;
  label: string;
}) {
  const rows = Object.entries(headers);
  if (rows.length === 0) return <p className="text-muted">No headers.</p>;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
      tabIndex={0}
      aria-label={label}
      className="max-h-72 overflow-auto rounded-md border border-line"
    >
      <table className="w-full table-fixed border-collapse font-mono text-xs">
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name} className="border-b border-line align-top last:border-0">
              <th scope="row" className="w-2/5 px-2 py-1 text-left font-normal text-muted">
                <Text>{name}</Text>
              </th>
              <td className="px-2 py-1">
                <Text>{value}</Text>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
