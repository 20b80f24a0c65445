import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  OnScreeningEvent,
  ScreeningReceiver,
  ScreeningWebhooksModule,
} from '@screening-webhooks/nestjs';
import { sender } from '@screening-webhooks/testing';
import { eventOf, redisInbox } from '../inboxes.mjs';
import { recorder, stepsOf } from '../record.mjs';
import { receiverTimes } from '../service-time.mjs';
import { until } from '../until.mjs';

const secret = 'whsec_nest_app';
const OPTIONS = { lease: 1000, backoff: 50, attempts: 10 };
const PER_PHASE = 10;
const LIMIT = 30_000;
const STORE_MS = 300;
const HANDLER_MS = 100;

/**
 * A Nest app with an inbox and its worker gets deliveries while it is killed, and others when it gets SIGTERM. At SIGTERM, it
 * first stores and answers the deliveries in progress. No acked event is lost.
 *
 * @param prepare Called with the app before it listens.
 */
export const nestApp = (prepare) => ({
  name: 'a Nest app: kill -9 and SIGTERM under deliveries',
  server: 'redis',

  async drill(stage) {
    const { port } = await stage.proxy();
    const app = await stage.start('app', { port });
    const acked = new Set();
    /** Once, as the service's first attempt. */
    const deliver = async (id) => {
      const { url } = app;
      if (url === undefined) return undefined;
      const service = sender({ url: `${url}/webhooks`, secret, backoff: [] });
      const { status } = (await service.send(eventOf(id, id))).attempts[0];
      if (status === 202 || status === 200) acked.add(id);
      return status;
    };
    const idsOf = (phase) => Array.from({ length: PER_PHASE }, (_, number) => `${phase} ${number}`);
    const begun = (id) => stepsOf(stage.entries(), 'begun', id).length > 0;

    const killed = idsOf('killed');
    const first = killed.map(deliver);
    await until(() => killed.every(begun), LIMIT);
    await app.kill(0);
    await Promise.all(first);
    // The sender's next attempts.
    for (const id of killed)
      await until(async () => acked.has(id) || (await deliver(id)) < 300, LIMIT);

    const drained = idsOf('drained');
    const answers = Promise.all(drained.map(deliver));
    await until(() => drained.every(begun), LIMIT);
    await app.stop('SIGTERM');
    const statuses = await answers;
    const closed = stepsOf(stage.entries(), 'closed').length > 0;
    await stage.start('next app', { port });
    const processed = (id) => stepsOf(stage.entries(), 'processed', id).length > 0;
    await until(() => [...acked].every(processed), LIMIT);
    const all = [...killed, ...drained];
    return {
      'not closed': closed ? [] : ['the app'],
      // Deliveries in progress: without an answer, the service would send a stored event again.
      'cut off': statuses.filter((status) => status !== 202).map(String),
      'not acked': all.filter((id) => !acked.has(id)),
      missing: [...acked].filter((id) => !processed(id)),
    };
  },

  async worker({ record: file, name, port }) {
    const record = recorder(file, name);
    const { inbox, close: closeInbox } = redisInbox.open(port, OPTIONS);
    const slow = {
      ...inbox,
      async store(event, entry) {
        record('begun', event.id);
        await sleep(STORE_MS);
        return inbox.store(event, entry);
      },
    };

    class Effects {
      async onEvent({ id }) {
        await sleep(HANDLER_MS);
        record('processed', id);
      }
    }
    const method = Object.getOwnPropertyDescriptor(Effects.prototype, 'onEvent');
    OnScreeningEvent('*')(Effects.prototype, 'onEvent', method);
    Injectable()(Effects);

    class Worker {
      async onApplicationBootstrap() {
        this.worker = await inbox.work(this.receiver.dispatch, { concurrency: 4 });
      }

      async beforeApplicationShutdown() {
        await this.worker.stop();
        closeInbox();
        record('closed', 'the app');
      }
    }

    class AppModule {}
    Module({
      imports: [
        ScreeningWebhooksModule.forRoot({
          path: '/webhooks',
          secret,
          observe: false,
          ...receiverTimes,
          ackTimeout: 12_000,
          inbox: slow,
        }),
      ],
      providers: [
        Effects,
        {
          provide: Worker,
          inject: [ScreeningReceiver],
          useFactory: (receiver) => Object.assign(new Worker(), { receiver }),
        },
      ],
    })(AppModule);

    const app = await NestFactory.create(AppModule, { logger: ['error'], abortOnError: false });
    prepare(app);
    const server = await app.listen(0, '127.0.0.1');
    return `http://127.0.0.1:${server.address().port}`;
  },
});

export const scenario = nestApp((app) => app.enableShutdownHooks());
