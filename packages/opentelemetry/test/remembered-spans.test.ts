import type { SpanContext } from '@opentelemetry/api';
import { expect, it } from 'vitest';
import { rememberedSpans } from '../src/remembered-spans.js';

const span = (spanId: string): SpanContext => ({ traceId: 't', spanId, traceFlags: 1 });

it('the first delivery of an event is remembered, a thousand events long', () => {
  const spans = rememberedSpans();
  spans.remember('evt_0', span('first'));
  spans.remember('evt_0', span('again'));
  for (let index = 1; index < 1000; index += 1) spans.remember(`evt_${index}`, span('s'));
  expect(spans.linksTo('evt_0')).toEqual([{ context: span('first') }]);
  spans.remember('evt_1000', span('last'));
  expect(spans.linksTo('evt_0')).toEqual([]);
  expect(spans.linksTo('evt_1')).toHaveLength(1);
  expect(spans.linksTo('evt_1000')).toEqual([{ context: span('last') }]);
});
