import { wordsOf } from '../../resource/words-of.js';
import { Empty } from '../../ui/empty.js';
import { LongText } from '../../ui/long-text.js';
import { Text } from '../../ui/text.js';

/** What was entered about a document, and what its source has added. */
export function FormDataTable({ formData }: { formData: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(formData);
  if (entries.length === 0) return <Empty title="No field was submitted yet." />;
  return (
    <table className="w-full border-collapse">
      <thead className="text-xs text-muted">
        <tr className="border-b border-line">
          <th scope="col" className="h-8 px-4 text-left font-medium">
            Field
          </th>
          <th scope="col" className="px-4 text-left font-medium">
            Value
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(([key, value]) => (
          <tr key={key} className="border-b border-line last:border-0">
            <th scope="row" className="px-4 py-2 text-left align-top font-normal text-muted">
              <Text>{wordsOf(key)}</Text>
            </th>
            <td className="px-4 py-2">
              <LongText
                label={wordsOf(key)}
                text={typeof value === 'string' ? value : JSON.stringify(value)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The files of a document. Their addresses are signed and expire. */
export function DocumentFiles({ urls }: { urls: readonly string[] }) {
  if (urls.length === 0) return <p className="text-muted">No file was submitted.</p>;
  return (
    <ul className="flex flex-col gap-1">
      {urls.map((url) => (
        <li key={url}>
          <a href={url} download className="text-accent underline">
            Download <Text mono>{fileIdOf(url)}</Text>
          </a>
        </li>
      ))}
    </ul>
  );
}

function fileIdOf(url: string): string {
  return URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? url) : url;
}
