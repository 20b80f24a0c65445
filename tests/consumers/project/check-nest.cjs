// Sends signed deliveries to a Nest app, whose module is written without TypeScript's decorators.
require('reflect-metadata');
const { checkDeliveries } = require('./check-deliveries.cjs');

/** @param nest What the app imports or requires. */
function checkNest({ Module, NestFactory, OnScreeningEvent, ScreeningWebhooksModule, signBody }) {
  const type = 'document_verification.completed';
  return checkDeliveries(async ({ secret, handlers }) => {
    class Licenses {
      onCompleted(event) {
        return handlers[type](event);
      }
    }
    const method = Object.getOwnPropertyDescriptor(Licenses.prototype, 'onCompleted');
    OnScreeningEvent(type)(Licenses.prototype, 'onCompleted', method);

    class AppModule {}
    const receiver = ScreeningWebhooksModule.forRoot({ path: '/webhooks', secret });
    Module({ imports: [receiver], providers: [Licenses] })(AppModule);

    // With its parser of JSON, and without `rawBody`.
    const app = await NestFactory.create(AppModule, { logger: ['error'], abortOnError: false });
    await app.init();
    return app.getHttpServer();
  }, signBody);
}

module.exports = { checkNest };
