import { setTimeout as sleep } from 'node:timers/promises';

/** Injects the faults of a plan. Faults of one process, or of the server, follow each other. @returns their counts. */
export async function injectFaults(plan, { processes, server, proxy, progress }) {
  const counts = { service: 0, receiver: 0, worker: 0, freeze: 0, crash: 0, cut: 0 };

  const inject = {
    async kill({ target, lasts }) {
      counts[processes[target].role] += 1;
      await processes[target].kill(lasts);
    },
    async freeze({ target, lasts }) {
      counts.freeze += 1;
      processes[target].freeze();
      await sleep(lasts);
      processes[target].thaw();
    },
    async crash({ lasts }) {
      counts.crash += 1;
      await server.crash();
      await sleep(lasts);
      await server.start();
    },
    async cut() {
      counts.cut += proxy.cut();
    },
  };

  async function injectInOrder(faults) {
    for (const fault of faults) {
      while (progress.sent < fault.at) await sleep(5);
      await inject[fault.kind](fault);
    }
  }

  const isFor = (target) => (fault) =>
    fault.kind === 'kill' || fault.kind === 'freeze'
      ? fault.target === target
      : target === undefined;
  const targets = [undefined, ...processes.keys()];
  await Promise.all(targets.map((target) => injectInOrder(plan.filter(isFor(target)))));
  return counts;
}
