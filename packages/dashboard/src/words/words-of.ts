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
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A number of things in words, such as `3 requests`. With `more`, only so many are known: `100+ reports`. */
export function counted(count: number, what: string, more = false): string {
  if (more) return `${count}+ ${many(what)}`;
  return `${count} ${count === 1 ? what : many(what)}`;
}

function many(what: string): string {
  return what.endsWith('ry') ? what.replace(/y$/, 'ies') : `${what}s`;
}
