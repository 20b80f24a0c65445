import type { RejectionCode } from '@screening-webhooks/core';
import { expectTypeOf, test } from 'vitest';
import {
  type DeliveryToExplain,
  type ExplainCause,
  type Explanation,
  explainDelivery,
  type Finding,
} from '../src/index.js';

declare const explanation: Explanation;
declare const body: Uint8Array;

test('ok discriminates the union', () => {
  if (explanation.ok) {
    expectTypeOf(explanation.secretIndex).toEqualTypeOf<number>();
    // @ts-expect-error TS2339: a valid delivery has no cause
    explanation.cause;
    return;
  }
  expectTypeOf(explanation.secretIndex).toEqualTypeOf<number | undefined>();
  expectTypeOf(explanation.code).toEqualTypeOf<RejectionCode>();
  expectTypeOf(explanation.cause).toEqualTypeOf<ExplainCause>();
  expectTypeOf(explanation.otherFindings).toEqualTypeOf<readonly Finding[]>();
  // @ts-expect-error TS2367: no such cause
  explanation.cause === 'body_reserialised';
});

test('a delivery is bytes, a header and a secret', () => {
  expectTypeOf(explainDelivery).toEqualTypeOf<
    (delivery: DeliveryToExplain) => Promise<Explanation>
  >();
  const headers = new Headers();
  expectTypeOf(headers).toExtend<DeliveryToExplain['headers']>();
  expectTypeOf(Buffer.from('')).toExtend<DeliveryToExplain['body']>();
  // @ts-expect-error TS2322: a text may have been decoded wrongly, and its bytes are then lost
  void explainDelivery({ body: '{}', header: null, secret: 's' });
  // @ts-expect-error TS2741: header
  void explainDelivery({ body, secret: 's' });
});
