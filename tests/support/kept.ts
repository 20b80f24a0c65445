/** The number of handles of each kind that the worker keeps for all its files. */
const kept = new Map<string, number>();

/** Names of state that a file may change. Libraries replace these when they are first loaded. */
export const ignoredState = new Set([
  // The logger of Fastify.
  'listeners of exit',
  // The server of Hono for Node.
  'Request',
  'Response',
  'process.chdir',
  'process.cwd',
  'awslambda',
  // The layout of the site's diagrams.
  'goog',
  // The module `domain` of Node.
  'process.domain',
  'process.setUncaughtExceptionCaptureCallback',
  'listeners of newListener',
  'listeners of removeListener',
]);

/** The same for the current file. */
export const ignoredStateOfFile = new Set<string>();

// Node does not list threads among the active resources.
let threads = 0;
process.on('worker', (thread) => {
  threads += 1;
  thread.once('exit', () => {
    threads -= 1;
  });
});

/** How many handles of each kind are open, except kept ones. An immediate ends by itself. */
export function openHandles(): Map<string, number> {
  const open = new Map([...kept].map(([kind, count]) => [kind, -count]));
  for (const kind of process.getActiveResourcesInfo()) {
    if (kind === 'Immediate' || ignoredState.has(kind) || ignoredStateOfFile.has(kind)) continue;
    open.set(kind, (open.get(kind) ?? 0) + 1);
  }
  open.set('Worker', (open.get('Worker') ?? 0) + threads);
  return open;
}

/** Opens a resource that this worker keeps for its other files. It does not count as a leftover of the file. */
export async function keep<T>(open: () => Promise<T>): Promise<T> {
  const before = openHandles();
  const opened = await open();
  for (const [kind, count] of openHandles()) {
    const more = count - (before.get(kind) ?? 0);
    if (more > 0) kept.set(kind, (kept.get(kind) ?? 0) + more);
  }
  // The resource opens and closes these at any time: it drops idle connections, and waits for due work.
  ignoredState.add('TCPSocketWrap').add('Timeout');
  return opened;
}
