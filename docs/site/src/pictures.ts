const PICTURE =
  /<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="(?<dark>[^"]+)" \/>\s*<img src="(?<light>[^"]+)" (?<rest>[^>]*?) ?\/>\s*<\/picture>/g;

/**
 * Makes two pictures of one for light and dark. A `<picture>` follows the system, and a reader of the site may choose the other.
 * Only the one that is shown is loaded.
 */
export function withBothPictures(markdown: string): string {
  return markdown.replaceAll(PICTURE, (_, dark: string, light: string, rest: string) => {
    const one = (scheme: string, src: string) =>
      `<img class="only-${scheme}" loading="lazy" src="${src}" ${rest} />`;
    return `${one('light', light)}\n${one('dark', dark)}`;
  });
}
