import type { Plugin } from 'esbuild';

export const privatePackages: Plugin;
