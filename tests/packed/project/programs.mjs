// The programs that a check starts. Each has its own process group, because npx starts the program as a child.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';

const started = [];

const isRunning = ({ child }) => child.exitCode === null && child.signalCode === null;
const described = ({ command, out }) => `${command}\n${out()}`;

/** Starts a shell command. `out()` returns its output so far. */
export function start(command, options) {
  const child = spawn(command, { ...options, shell: true, detached: true });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      child.emit('shown');
    });
  }
  const out = () => stripVTControlCharacters(text);
  const program = { command, child, out, ended: once(child, 'close') };
  started.push(program);
  return program;
}

/** Runs a command to its end, with 0. @returns the program. */
export async function run(command, options) {
  const program = start(command, options);
  assert.deepEqual(await program.ended, [0, null], described(program));
  return program;
}

/** Waits until a program has printed a text, or what matches a pattern. @returns the match of the pattern. */
export async function printed(program, wanted) {
  const find = () =>
    typeof wanted === 'string' ? program.out().includes(wanted) : wanted.exec(program.out());
  for (let found = find(); ; found = find()) {
    if (found) return found;
    assert.ok(isRunning(program), described(program));
    await Promise.race([once(program.child, 'shown'), program.ended]);
  }
}

/** Waits until a program listens on a port of localhost. */
export async function listening(program, port) {
  while (!(await accepts(port))) {
    assert.ok(isRunning(program), described(program));
    await Promise.race([sleep(20), program.ended]);
  }
}

async function accepts(port) {
  const socket = connect(port, 'localhost');
  const events = ['connect', 'error'].map((name) =>
    once(socket, name).then(() => name === 'connect'),
  );
  const accepted = await Promise.race(events.map((event) => event.catch(() => false)));
  socket.destroy();
  return accepted;
}

/** Stops a program, or all, the last one first. */
export async function stop(programs = started.toReversed()) {
  for (const program of programs.filter(isRunning)) process.kill(-program.child.pid, 'SIGTERM');
  for (const { ended } of programs) await ended;
}
