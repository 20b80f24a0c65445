import type { SpanContext } from '@opentelemetry/api';
import { expect, it } from 'vitest';
import { spanCache } from '../src/span-cache.js';

const span = (spanId: string): SpanContext => ({ traceId: 't', spanId, traceFlags: 1 });

it('keeps the first span of each event, for the last thousand events', () => {
  const spans = spanCache();
  spans.add('evt_0', span('first'));
  spans.add('evt_0', span('again'));
  for (let index = 1; index < 1000; index += 1) spans.add(`evt_${index}`, span('s'));
  expect(spans.linksTo('evt_0')).toEqual([{ context: span('first') }]);
  spans.add('evt_1000', span('last'));
  expect(spans.linksTo('evt_0')).toEqual([]);
  expect(spans.linksTo('evt_1')).toHaveLength(1);
  expect(spans.linksTo('evt_1000')).toEqual([{ context: span('last') }]);
});
