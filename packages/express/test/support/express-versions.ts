import { createRequire } from 'node:module';
import express from 'express';

const express4: typeof express = createRequire(import.meta.url)('express4');

/** Every Express that the adapter promises to work with. */
export const expressVersions: [name: string, framework: typeof express][] = [
  ['Express 5', express],
  ['Express 4', express4],
];
