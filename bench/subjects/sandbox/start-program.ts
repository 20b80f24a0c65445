import { startSandbox } from '@screening-webhooks/sandbox';

// Starts a sandbox in this process and prints how long the call took, with the first answered request. It stays until it is
// killed.

const before = performance.now();
const sandbox = await startSandbox({ deliverTo: () => new Response() });
const { status } = await fetch(`${sandbox.url}/healthz`);
if (status !== 200) throw new Error(`GET /healthz was answered with ${status}.`);
console.log(JSON.stringify({ url: sandbox.url, ofCall: performance.now() - before }));
setInterval(() => {}, 60_000);
