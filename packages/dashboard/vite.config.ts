import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

// For `npm run dev`, beside `npm run sandbox`, which prints the key and the token.
const service = process.env['SCREENING_URL'] ?? 'http://127.0.0.1:4010';
const key = process.env['SCREENING_API_KEY'] ?? '';
const controlToken = process.env['SCREENING_CONTROL_TOKEN'] ?? '';

/** What the service writes into the page, for a page that it does not serve. */
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

const as = (token: string) => ({
  target: service,
  headers: { authorization: `Bearer ${token}`, origin: service },
});

export default defineConfig({
  root: import.meta.dirname,
  // The service replaces it in every answer.
  html: { cspNonce: '__CSP_NONCE__' },
  plugins: [react(), tailwindcss(), developmentSession],
  build: {
    outDir: '../sandbox/dist/dashboard',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the pages allows no data: URLs and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every page needs is one file: in parts, it is compressed less well.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
  },
  server: { proxy: { '/v1': as(key), '/_sandbox': as(controlToken) } },
});
