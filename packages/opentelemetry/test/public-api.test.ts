import { expect, it } from 'vitest';
import * as opentelemetry from '../src/index.js';

it('exports these values, and no others', () => {
  expect(Object.keys(opentelemetry).sort()).toEqual(['logOutcomes', 'screeningTelemetry']);
});
