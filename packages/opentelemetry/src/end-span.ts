import { type Span, SpanStatusCode } from '@opentelemetry/api';
import { attribute } from './attributes.js';

/** Ends a span, as an error when there is an `error.type`. Never with a message: that of an error may hold anything. */
export function endSpan(span: Span, failure: string | undefined): void {
  if (failure !== undefined) {
    span.setAttribute(attribute.errorType, failure);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}
