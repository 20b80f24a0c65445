import { createReceiver } from '@screening-webhooks/core';
import type { APIGatewayProxyEvent, APIGatewayProxyEventV2 } from 'aws-lambda';

const receiver = createReceiver({
  secret: () => {
    const { SCREENING_SECRET } = process.env;
    if (!SCREENING_SECRET) throw new Error('SCREENING_SECRET is not set.');
    return SCREENING_SECRET;
  },
  handlers: {
    'document_verification.completed': ({ id, data }) => console.log(id, data.externalId),
  },
});

export async function handler(event: APIGatewayProxyEvent | APIGatewayProxyEventV2) {
  // In the events of version 1, header names have the case in which they were sent.
  const headers = new Headers();
  for (const [name, value = ''] of Object.entries(event.headers ?? {})) headers.set(name, value);
  const ack = await receiver.receive({
    method: 'httpMethod' in event ? event.httpMethod : event.requestContext.http.method,
    header: (name) => headers.get(name),
    readBody: () => Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
  });
  return { statusCode: ack.status, headers: ack.headers, body: ack.body };
}
