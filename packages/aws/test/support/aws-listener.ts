import type { RequestListener, Server } from 'node:http';
import dynalite from 'dynalite';
import type { SqsService } from './sqs-service.js';

/** Answers as DynamoDB, by dynalite, and as SQS: both at one address. */
export function awsListener(sqs: SqsService): RequestListener {
  const [dynamo] = dynalite({ createTableMs: 0 }).listeners('request');
  return function answer(this: Server, req, res) {
    const isSqs = String(req.headers['x-amz-target']).startsWith('AmazonSQS.');
    if (isSqs) sqs.listener(req, res);
    else dynamo?.call(this, req, res);
  };
}
