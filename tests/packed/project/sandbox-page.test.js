// The test that the sandbox's page shows for Vitest, in CommonJS, with `jest` in place of `vi`: the page says that no more differs.
const { readFileSync } = require('node:fs');
const { ModuleKind, transpileModule } = require('typescript');

const page = readFileSync('node_modules/@screening-webhooks/sandbox/README.md', 'utf8');
const [, section = ''] = page.split('\n## In tests\n');
const [, block] = /^```ts\n(.*?)^```/ms.exec(section);
const { outputText } = transpileModule(block, { compilerOptions: { module: ModuleKind.CommonJS } });

const vitest = { afterAll, beforeAll, beforeEach, expect, test, vi: jest };
const load = (name) => (name === 'vitest' ? vitest : require(name));
new Function('require', 'exports', outputText)(load, {});
