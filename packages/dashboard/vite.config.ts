import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown, runnerImport } from 'vite';

// For `npm run dev`. `npm run sandbox` prints the key and the token.
const service = process.env['SCREENING_URL'] ?? 'http://127.0.0.1:4010';
const key = process.env['SCREENING_API_KEY'] ?? '';
const controlToken = process.env['SCREENING_CONTROL_TOKEN'] ?? '';

/** Writes a session into the pages of Vite, as the service does into its own. */
const developmentSession: Plugin = {
  name: 'development-session',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html.replace(
      '__SESSION__',
      JSON.stringify({
        csrfToken: '',
        tenantId: '',
        tenantName: 'Development',
        actingTenant: null,
        partner: true,
      }).replaceAll('"', '&quot;'),
    ),
};

/** A placeholder that the service replaces in every answer. */
const nonce = '__CSP_NONCE__';

/**
 * Prerenders the HTML of each path, so that the shell and the heading are shown before the script has loaded. The service inlines
 * the style, because each file that the first paint waits for costs a round trip. It serves only these paths.
 */
const htmlOfPages: Plugin = {
  name: 'html-of-pages',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const index = bundle['index.html'];
    if (index?.type !== 'asset') throw new Error('There is no index.html.');
    const template = String(index.source)
      .replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/, (_link, file: string) => {
        const style = bundle[file];
        if (style?.type !== 'asset') throw new Error(`There is no ${file}.`);
        delete bundle[file];
        this.emitFile({ type: 'asset', fileName: 'style.css', source: style.source });
        return `<style nonce="${nonce}">__STYLE__</style>`;
      })
      // The first paint has priority.
      .replace('<script type="module"', '<script fetchpriority="low" type="module"');
    const { module } = await runnerImport<typeof import('./src/html-of-pages.js')>(
      './src/html-of-pages.tsx',
      { root: import.meta.dirname, configFile: false, logLevel: 'warn', plugins: [react()] },
    );
    const write = async (path: string, title: string, preloaded: readonly string[]) => {
      const html = await module.htmlOf(path, title);
      const links = preloaded.map(
        (file) => `<link fetchpriority="low" rel="modulepreload" href="/${file}">`,
      );
      return template
        .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`)
        .replace('<title>', () => `<title>${title} · `)
        .replace('</head>', () => `${links.join('')}</head>`);
    };
    for (const { path, title, component } of module.pages) {
      this.emitFile({
        type: 'asset',
        fileName: `pages${path === '/' ? '/index' : path}.html`,
        source: await write(path, title, filesOf(bundle, component)),
      });
    }
    delete bundle['index.html'];
  },
};

/** The files that a page needs in addition to those of every page. */
function filesOf(bundle: Rolldown.OutputBundle, component: string): readonly string[] {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  const page = chunks.find((each) => each.isDynamicEntry && each.exports.includes(component));
  if (!page) throw new Error(`No file has ${component}.`);
  const found = new Set<string>();
  const add = (fileName: string) => {
    if (found.has(fileName)) return;
    found.add(fileName);
    for (const each of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? [])
      add(each);
  };
  for (const { fileName } of chunks.filter(({ isEntry }) => isEntry)) add(fileName);
  const ofEveryPage = found.size;
  add(page.fileName);
  return [...found].slice(ofEveryPage);
}

const as = (token: string) => ({
  target: service,
  headers: { authorization: `Bearer ${token}`, origin: service },
});

export default defineConfig({
  root: import.meta.dirname,
  html: { cspNonce: nonce },
  plugins: [react(), tailwindcss(), developmentSession, htmlOfPages],
  build: {
    outDir: '../sandbox/dist/dashboard',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the pages allows no data: URLs and no inline script.
    assetsInlineLimit: 0,
    // The only stylesheet is inlined into the HTML.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // The code of every page is one file: parts would compress less well.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
  },
  server: { proxy: { '/v1': as(key), '/_sandbox': as(controlToken) } },
});
