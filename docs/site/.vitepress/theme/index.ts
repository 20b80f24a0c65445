import { Content, onContentUpdated, type Theme, useData, withBase } from 'vitepress';
import DefaultTheme, { VPHomeContent, VPHomeFeatures, VPHomeHero } from 'vitepress/theme';
import { defineComponent, h, onMounted } from 'vue';
import { followChoices, showChosen } from './chosen-package-manager.ts';
import './style.css';

/** A link to the Markdown of the page, for people and programs. */
const MarkdownLink = defineComponent(() => {
  const { page } = useData();
  return () => {
    const href = withBase(`/${page.value.relativePath}`);
    const link = h('a', { href, target: '_self' }, 'This page as Markdown');
    return h('p', { class: 'markdown-link' }, [link]);
  };
});

/** The sandbox's dashboard, beside what the first page says. */
const heroPicture = () =>
  ['light', 'dark'].map((scheme) =>
    h('img', {
      class: `hero-picture only-${scheme}`,
      src: withBase(`/files/docs/pictures/delivery-${scheme}.png`),
      loading: 'lazy',
      width: 1280,
      height: 800,
      alt: 'The dashboard of the sandbox: a delivery that is retried, and each attempt with its request, signature and response',
    }),
  );

/** The first page in the theme's parts. The theme itself would give it no main landmark. */
const SiteHome = defineComponent(
  () => () =>
    h('main', { class: 'VPHome' }, [
      h(VPHomeHero, null, { 'home-hero-image': heroPicture }),
      h(VPHomeFeatures),
      h(VPHomeContent, null, { default: () => h(Content) }),
    ]),
);

const notFound = () =>
  h('main', { class: 'not-found' }, [
    h('h1', 'No such page'),
    h('p', 'Look for it with the search, or in the list of all pages.'),
    h('p', [h('a', { href: withBase('/all-pages.html') }, 'All pages')]),
  ]);

const Layout = defineComponent(() => {
  onMounted(followChoices);
  onContentUpdated(showChosen);
  return () =>
    h(DefaultTheme.Layout, null, {
      // Also tells the theme that the first page has a picture.
      'home-hero-image': heroPicture,
      'not-found': notFound,
      'doc-footer-before': () => h(MarkdownLink),
    });
});

const theme: Theme = {
  extends: DefaultTheme,
  Layout,
  enhanceApp({ app }) {
    app.component('SiteHome', SiteHome);
  },
};

export default theme;
