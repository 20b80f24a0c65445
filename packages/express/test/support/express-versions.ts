import { createRequire } from 'node:module';
import express from 'express';

const express4: typeof express = createRequire(import.meta.url)('express4');

/** Every Express version that the adapter supports. */
export const expressVersions: [name: string, framework: typeof express][] = [
  ['Express 5', express],
  ['Express 4', express4],
];
