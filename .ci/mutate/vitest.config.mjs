import { defineConfig, mergeConfig } from 'vitest/config';
import projects from '../../vitest.workspace.ts';

// The core's own tests. Left out, because one mutant runs them again and again: those over sockets, which go through
// packages that import the core without mutants, and the thousands of random calls of all ports.
const core = projects.find(({ test }) => test.name === 'core');
const exclude = ['test/adapters/**', 'test/borders/ports.property.test.ts', 'test/*.test.ts'];

export default defineConfig({ test: { projects: [mergeConfig(core, { test: { exclude } })] } });
