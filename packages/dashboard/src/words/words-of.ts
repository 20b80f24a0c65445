const written: Readonly<Record<string, string>> = {
  id: 'ID',
  url: 'URL',
  ssn: 'SSN',
  api: 'API',
  q: 'search',
};

/** A name of the API in words: `createdAfter` is `Created after`. */
export function wordsOf(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .map((word) => written[word.toLowerCase()] ?? word.toLowerCase());
  return capitalized(words.join(' '));
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function listed(all: readonly string[], before: 'and' | 'or' = 'and'): string {
  const last = all.at(-1) ?? '';
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} ${before} ${last}`;
}

/** A count in words, such as `2 attempts`. @param many The plural. Default: `one` with an `s`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
