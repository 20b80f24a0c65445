/** What an attempt has sent. */
interface SentRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A command line for a POSIX shell that sends a request again: the same headers and the same bytes. */
export function curlOf({ url, headers, body }: SentRequest): string {
  const flags = Object.entries(headers).map(
    ([name, value]) => `--header ${quoted(line(name, value))}`,
  );
  return [
    // Without --globoff, curl takes brackets and braces in a URL for a range.
    `curl --globoff --request POST ${quoted(url)}`,
    ...flags,
    // Not --data or --data-binary, which take a body that begins with @ for the name of a file.
    `--data-raw ${quoted(body)}`,
  ].join(' \\\n  ');
}

/** For curl, a name with a colon and nothing behind it removes a header. */
function line(name: string, value: string): string {
  return value === '' ? `${name};` : `${name}: ${value}`;
}

// In single quotes, only the quote itself is special.
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
