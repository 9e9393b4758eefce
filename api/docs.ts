import { Router } from 'express';
import { contract } from '../openapi/contract.ts';
import { bases } from '../site/addresses.ts';
import type { DemoKeys } from '../site/try-form.ts';
import { siteRouter } from '../site/router.ts';

/** The contract at `/openapi.json`, and the documentation with the reference at `/docs`; no page loads anything from another server. */
export function docs(demoKeys: DemoKeys | undefined): Router {
  const router = Router({ caseSensitive: true });
  router.get('/', (_req, res) => {
    res.redirect(bases.api);
  });
  router.get('/llms.txt', (_req, res) => {
    res.redirect(`${bases.api}/llms.txt`);
  });
  router.get('/openapi.json', (_req, res) => {
    res.set('Access-Control-Allow-Origin', '*').json(contract.description);
  });
  router.use(bases.api, siteRouter({ base: bases.api, reference: 'TRIED', demoKeys }));
  return router;
}
