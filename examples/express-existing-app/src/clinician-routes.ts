import { Router } from 'express';
import type { Clinicians } from './clinicians.js';

/** `GET /`, `GET /:id` and `POST /` with `{ "name": "…" }`. */
export function clinicianRoutes(clinicians: Clinicians): Router {
  const routes = Router();

  routes.get('/', async (_req, res) => {
    res.json(await clinicians.list());
  });

  routes.get('/:id', async (req, res, next) => {
    const clinician = await clinicians.find(req.params.id);
    if (!clinician) return next();
    res.json(clinician);
  });

  routes.post('/', async (req, res) => {
    const name = nameIn(req.body);
    if (!name) {
      res.status(400).json({ error: 'name is missing' });
      return;
    }
    res.status(201).json(await clinicians.add(name));
  });

  return routes;
}

function nameIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('name' in body)) return undefined;
  return typeof body.name === 'string' ? body.name.trim() : undefined;
}
