// The links of a Markdown page, without those in code.

const INLINE = /(?<=\]\()(?<inline>[^()\s]+)(?=\))/;
const REFERENCE = /(?<=^\[[^\]\n]+\]: )(?<reference>\S+)/;
// Pictures for light and dark stand in HTML.
const IMAGE = /(?<=\s(?:src|srcset)=")(?<image>[^"\s]+)(?=")/;
export const CODE =
  /^ *(?<fence>```+|~~~+)[\s\S]*?^ *\k<fence> *$|<!--[\s\S]*?-->|(?<ticks>`+)(?!`)[^\n]*?(?<!`)\k<ticks>(?!`)/;
const PATTERN = new RegExp(
  `${CODE.source}|${INLINE.source}|${REFERENCE.source}|${IMAGE.source}`,
  'gm',
);

/** Replaces each link of a page by what `replace` returns for it. */
export function replaceLinks(page, replace) {
  return page.replaceAll(PATTERN, (text, ...rest) => {
    const { inline, reference, image } = rest.at(-1);
    return (inline ?? reference ?? image) ? replace(text) : text;
  });
}

/** @returns each link of a page, in order. */
export function linksIn(page) {
  const links = [];
  replaceLinks(page, (link) => {
    links.push(link);
    return link;
  });
  return links;
}

/** Whether a link names a file of the repository, or a heading of its own page. */
export function isRelative(link) {
  return !/^[a-z][a-z+.-]*:|^\/\//i.test(link);
}

/** @returns the anchors of the headings and of the `id` attributes of a page, as GitHub forms them. */
export function anchorsIn(page) {
  const anchors = new Set();
  const text = page.replaceAll(/^ *(```+|~~~+)[\s\S]*?^ *\1 *$/gm, '');
  for (const [, id] of text.matchAll(/<a (?:id|name)="([^"]+)">/g)) anchors.add(id);
  for (const [, heading] of text.matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const anchor = anchorOf(heading);
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count += 1) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

/** @returns the anchor that GitHub gives to a heading which no other heading of the page is equal to. */
export function anchorOf(heading) {
  const text = heading
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\\(.)/g, '$1');
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');
}
