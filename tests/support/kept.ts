/** What the worker opened for all its files: how many of each kind. */
const kept = new Map<string, number>();

/** Names of what a file may leave different. Libraries replace these when they are first loaded. */
export const uncompared = new Set([
  // The logger of Fastify.
  'listeners of exit',
  // The server of Hono for Node.
  'Request',
  'Response',
  'process.chdir',
  'process.cwd',
  'awslambda',
  // The module `domain` of Node.
  'process.domain',
  'process.setUncaughtExceptionCaptureCallback',
  'listeners of newListener',
  'listeners of removeListener',
]);

/** The same, of the file that runs. */
export const uncomparedOfFile = new Set<string>();

// Node does not list threads among what is open.
let threads = 0;
process.on('worker', (thread) => {
  threads += 1;
  thread.once('exit', () => {
    threads -= 1;
  });
});

/** How many handles of each kind are open, but for those that are kept. An immediate ends by itself. */
export function openHandles(): Map<string, number> {
  const open = new Map([...kept].map(([kind, count]) => [kind, -count]));
  for (const kind of process.getActiveResourcesInfo()) {
    if (kind === 'Immediate' || uncompared.has(kind) || uncomparedOfFile.has(kind)) continue;
    open.set(kind, (open.get(kind) ?? 0) + 1);
  }
  open.set('Worker', (open.get('Worker') ?? 0) + threads);
  return open;
}

/** Opens what this worker keeps for its other files: no file has left it. */
export async function keep<T>(open: () => Promise<T>): Promise<T> {
  const before = openHandles();
  const opened = await open();
  for (const [kind, count] of openHandles()) {
    const more = count - (before.get(kind) ?? 0);
    if (more > 0) kept.set(kind, (kept.get(kind) ?? 0) + more);
  }
  // It starts and ends these as it likes: it drops idle connections, and waits for work that is due.
  uncompared.add('TCPSocketWrap').add('Timeout');
  return opened;
}
