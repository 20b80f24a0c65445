const PICTURE =
  /<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="(?<dark>[^"]+)" \/>\s*<img src="(?<light>[^"]+)" (?<rest>[^>]*?) ?\/>\s*<\/picture>/g;

/**
 * Splits a `<picture>` for light and dark into two. A `<picture>` follows the system, but a reader of the site may choose the other theme.
 * Only the visible one is loaded.
 */
export function withBothPictures(markdown: string): string {
  return markdown.replaceAll(PICTURE, (_, dark: string, light: string, rest: string) => {
    const one = (scheme: string, src: string) =>
      `<img class="only-${scheme}" loading="lazy" src="${src}" ${rest} />`;
    return `${one('light', light)}\n${one('dark', dark)}`;
  });
}
