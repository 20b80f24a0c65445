import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type ServedApp, startServer } from 'screening-webhooks-test-support/serve';
import type { LambdaContext, LambdaEvent, LambdaResult } from '../../src/lambda/index.js';

/** How a gateway forwards a request. */
export interface GatewayFormat {
  /** `elb`: a load balancer with multi-value headers, which passes and reads no other form. */
  readonly version: 'v1' | 'v2' | 'elb';
  /** As bytes: `binaryMediaTypes` of a REST API, or a type that is not text. Otherwise decoded as UTF-8. */
  readonly base64: boolean;
}

type Invoke = (event: LambdaEvent, context?: LambdaContext) => Promise<LambdaResult>;

/**
 * Acts as API Gateway, by its documentation: reads the whole body, writes an event, and answers with the function's result,
 * or with 502 when the invocation fails.
 */
export function startGateway(format: GatewayFormat, invoke: Invoke): Promise<ServedApp> {
  return startServer((req, res) => {
    void (async () => {
      try {
        const body = await buffer(req);
        const event = gatewayEvent(format, req, body);
        // An event crosses a process border as JSON.
        const result = await invoke(JSON.parse(JSON.stringify(event)), {
          getRemainingTimeInMillis: () => 29_000,
        });
        const read: LambdaResult = JSON.parse(JSON.stringify(result));
        res.writeHead(read.statusCode, headersOf(format, read)).end(read.body);
      } catch {
        if (!res.destroyed) res.writeHead(502).end('{"message":"Internal server error"}');
      }
    })();
  });
}

/** The headers that a gateway reads: API Gateway reads both forms of version 1, and only `headers` of version 2. */
function headersOf(
  { version }: GatewayFormat,
  { headers, multiValueHeaders }: LambdaResult,
): OutgoingHttpHeaders {
  return { ...(version !== 'elb' && headers), ...(version !== 'v2' && multiValueHeaders) };
}

/** The event of a request. */
export function gatewayEvent(
  { version, base64 }: GatewayFormat,
  request: Pick<IncomingMessage, 'method' | 'rawHeaders'>,
  body: Buffer,
): LambdaEvent {
  const pairs = request.rawHeaders.flatMap((name, index, all) =>
    index % 2 === 0 ? [[name, all[index + 1] ?? ''] as const] : [],
  );
  const several = new Map<string, string[]>();
  const passed = {
    body: body.length === 0 ? null : body.toString(base64 ? 'base64' : 'utf8'),
    isBase64Encoded: base64,
  };
  const method = request.method ?? 'GET';
  if (version === 'v1') {
    for (const [name, value] of pairs) several.set(name, [...(several.get(name) ?? []), value]);
    return {
      httpMethod: method,
      headers: Object.fromEntries(pairs),
      multiValueHeaders: Object.fromEntries(several),
      requestContext: {},
      ...passed,
    };
  }
  for (const [name, value] of pairs) {
    const lower = name.toLowerCase();
    several.set(lower, [...(several.get(lower) ?? []), value]);
  }
  if (version === 'elb') {
    const multiValueHeaders = Object.fromEntries(several);
    return { httpMethod: method, multiValueHeaders, requestContext: { elb: {} }, ...passed };
  }
  const joined = [...several].map(([name, values]) => [name, values.join(',')]);
  return {
    headers: Object.fromEntries(joined),
    requestContext: { http: { method } },
    ...passed,
  };
}
