import { type Span, SpanStatusCode } from '@opentelemetry/api';
import { attribute } from './attributes.js';

/** Ends a span, with the status ERROR if there is an `error.type`. Sets no status message: an error message may contain personal data. */
export function endSpan(span: Span, errorType: string | undefined): void {
  if (errorType !== undefined) {
    span.setAttribute(attribute.errorType, errorType);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}
