import { listAll } from '../service/api.mjs';
import { buildService } from '../service/build-service.mjs';
import { clientOf, startService, troubles } from '../service/drill.mjs';

const PROCESSES = 10;

/** Ten processes start at once on an empty database. */
export const scenario = {
  name: 'the service: ten processes migrate at once',
  server: 'postgres',

  async drill(stage) {
    const program = await buildService();
    const services = await Promise.all(
      Array.from({ length: PROCESSES }, () => startService(stage, { program })),
    );
    const seen = await Promise.all(
      services.map(async (service) => ({
        integrations: await listAll(clientOf(service), '/v1/integrations'),
        keys: await listAll(clientOf(service), '/v1/api-keys'),
      })),
    );
    const { controlToken } = services[0].description;
    const isFirst = ({ integrations, keys }) =>
      integrations.length === 1 &&
      // The keys of the first state, and the key of the environment.
      keys
        .map(({ scope }) => scope)
        .sort()
        .join() === 'candidate_create,full_access,full_access';
    await Promise.all(services.map((service) => service.end()));
    return {
      'not one first state': seen
        .filter((each) => !isFirst(each))
        .map((each) => JSON.stringify(each)),
      'another instance': services
        .filter(({ description }) => description && description.controlToken !== controlToken)
        .map(({ pid }) => String(pid)),
      troubles: troubles(...services),
    };
  },
};
