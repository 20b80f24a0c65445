import { setTimeout as sleep } from 'node:timers/promises';

/** Carries out a plan. What hits one process, or the server, comes one after the other. @returns what was done, counted. */
export async function carryOut(plan, { processes, server, proxy, progress }) {
  const done = { receiver: 0, worker: 0, freeze: 0, crash: 0, cut: 0 };

  const does = {
    async kill({ target, lasts }) {
      done[processes[target].role] += 1;
      await processes[target].kill(lasts);
    },
    async freeze({ target, lasts }) {
      done.freeze += 1;
      await processes[target].freeze(lasts);
    },
    async crash({ lasts }) {
      done.crash += 1;
      await server.crash();
      await sleep(lasts);
      await server.start();
    },
    async cut() {
      done.cut += proxy.cut();
    },
  };

  async function carryOutLine(line) {
    for (const damage of line) {
      while (progress.sent < damage.at) await sleep(5);
      await does[damage.kind](damage);
    }
  }

  const hits = (target) => (damage) =>
    damage.kind === 'kill' || damage.kind === 'freeze'
      ? damage.target === target
      : target === undefined;
  const targets = [undefined, ...processes.keys()];
  await Promise.all(targets.map((target) => carryOutLine(plan.filter(hits(target)))));
  return done;
}
