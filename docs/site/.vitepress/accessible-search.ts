import type { UserConfig } from 'vitepress';

type Plugin = NonNullable<NonNullable<NonNullable<UserConfig['vite']>['plugins']>[number]>;

/** The roles in the search of the theme, and the right ones: axe refuses a button that contains links. */
const changes: readonly (readonly [from: RegExp, to: string])[] = [
  [
    /role="button"\s+:aria-owns="[^"]+"\s+aria-expanded="true"\s+aria-haspopup="listbox"/,
    'role="dialog" aria-modal="true"',
  ],
  [
    /:id="'localsearch-item-' \+ index"\s+:aria-selected="[^"]+"\s+role="option"/,
    'role="presentation"',
  ],
  [
    /:aria-label="\[\.\.\.p\.titles, p\.title\]\.join\(' > '\)"/,
    `:id="'localsearch-item-' + index" :aria-selected="selectedIndex === index ? 'true' : 'false'" role="option"`,
  ],
  [/<kbd :aria-label/g, '<kbd role="img" :aria-label'],
];

/** Changes the roles in the search of VitePress. The build fails if the theme has other roles. */
export const accessibleSearch: Plugin = {
  name: 'accessible-search',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return undefined;
    return changes.reduce((text, [from, to]) => {
      if (text.search(from) === -1) throw new Error(`VPLocalSearchBox.vue has no ${from.source}`);
      return text.replace(from, to);
    }, code);
  },
};
