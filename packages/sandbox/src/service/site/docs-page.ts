// The files of the page of the API reference, beside those of Swagger UI.

// A page of its own origin can only be reached by its own links, so the options are fixed here and not in the address.
export const start = `const accessible = ({ React: { createElement: element } }) => ({
  components: {
    // There is one server, and its choice has no name.
    ServersContainer: () => null,
    // A link within the button that opens an operation: no screen reader can tell the two apart.
    DeepLink: ({ text }) => element('span', null, text),
    // Its open padlock looks like a missing key, though the session is enough.
    authorizeOperationBtn: () => null,
  },
  wrapComponents: {
    TextArea: (TextArea) => (props) => element(TextArea, { 'aria-label': 'Body', ...props }),
    InfoContainer: (Info) => (props) =>
      element('section', { 'aria-label': 'About the API' }, element(Info, props)),
    AuthorizeBtnContainer: (Button) => (props) =>
      element(
        'section',
        { className: 'signed-in', 'aria-label': 'Access' },
        element('p', null, 'You are signed in: “Try it out” sends real requests to the sandbox without a key. To use an API key instead, choose Authorize.'),
        element(Button, props),
      ),
    // Below headings of the first and the second level, there are some of the third and the fourth.
    operations: (Operations) => (props) =>
      element('div', null, element('h2', null, 'Operations'), element(Operations, props)),
    Models: (Models) => (props) =>
      element('div', null, element('h3', { className: 'unseen' }, 'Objects'), element(Models, props)),
  },
});
// Parts that Swagger UI draws without a hook for plugins, such as an opened operation.
const amend = () => {
  for (const code of document.querySelectorAll('#docs pre:not([tabindex])')) code.tabIndex = 0;
  for (const table of document.querySelectorAll('#docs table[role=region]')) table.removeAttribute('role');
  for (const row of document.querySelectorAll('#docs :is([data-param-name], [data-property-name])')) {
    const name = row.dataset.paramName ?? row.dataset.propertyName;
    for (const field of row.querySelectorAll(':is(select, input, textarea):not([aria-label])')) field.ariaLabel = name;
  }
};
new MutationObserver(amend).observe(document.getElementById('docs'), { childList: true, subtree: true });
SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  showExtensions: true,
  // Its colors are fixed in each element, and too dark on their background.
  syntaxHighlight: false,
  validatorUrl: null,
  plugins: [accessible],
  // "Try it out" uses the session of the dashboard, unless a key was entered.
  requestInterceptor(request) {
    // The document has the public address. This page may be open at another one, and calls no other than its own.
    const { pathname, search } = new URL(request.url, location.href);
    request.url = location.origin + pathname + search;
    if (request.headers.Authorization === undefined) {
      request.headers['X-CSRF-Token'] = document.querySelector('meta[name=csrf-token]').content;
    }
    return request;
  },
});
`;

/** Colors with a contrast of 4.5 to 1 on those of Swagger UI, and the styles of the header above the reference. */
export const styleSheet = `
body { margin: 0; }
.top { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline; padding: .5rem 1rem; background: #fff; color: #1a1a1a;
  border-bottom: 1px solid #8a8a8a; font: 1rem/1.5 system-ui, sans-serif; }
.top a { color: inherit; }
.signed-in { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; width: 100%; }
.signed-in p { flex: 1 1 20rem; margin: 0; color: #1a1a1a; font: .9rem/1.5 system-ui, sans-serif; }
.dark-mode .signed-in p { color: #eee; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.dark-mode .top { background: #16181d; color: #eee; }
html:not(.dark-mode) .swagger-ui :is(.info .url, .info a, a.link) { color: #1d4ed8; }
.swagger-ui .info table tbody tr td:nth-of-type(n) { padding: .2rem .5rem .2rem 0; line-height: 1.4; }
@media (max-width: 40rem) {
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { flex: 1 0 100%; order: 1; padding: 0; }
}
.swagger-ui .info .title .version { background: #4b5263; }
.swagger-ui .info .title .version-stamp .version { background: #3f6600; }
html:not(.dark-mode) .swagger-ui .btn.authorize { color: #1e6b43; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1d4ed8; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1e6b43; }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0f5f59; }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #8a4b00; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e; }
html:not(.dark-mode) .swagger-ui :is(.parameter__in, .parameter__extension, .response__extension, .prop-format) { color: #4b5263; }
html.dark-mode .swagger-ui :is(.parameter__in, .parameter__extension, .response__extension, .prop-format) { color: #c5c9d3; }
html:not(.dark-mode) .swagger-ui :is(.markdown, .renderedMarkdown) code { color: #6b0fb8; }
html.dark-mode .swagger-ui .opblock.opblock-put .opblock-section-header { background: #523524; }
html .swagger-ui .opblock .opblock-section-header .try-out .btn.try-out__btn.cancel { color: #fff; background: #b3261e; border-color: #b3261e; }
.swagger-ui .btn.execute { background: #1d4ed8; border-color: #1d4ed8; }
.swagger-ui .download-contents { background: #4b5263; }
html:not(.dark-mode) .swagger-ui .json-schema-2020-12-expand-deep-button { color: #3b4151; }
html.dark-mode .swagger-ui .header-col { color: #eee; }
.swagger-ui *, .swagger-ui { transition: none !important; }
`;
