import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import express, { type Response, Router } from 'express';
import { contract } from '../../openapi/contract.ts';
import { guides } from './guides.ts';
import { type DemoKeys, guidePage, referencePage } from './pages.ts';

const reference = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const browser = join(import.meta.dirname, 'browser');
const images = join(import.meta.dirname, '../../docs/images');

/** The description at `/openapi.json`, its reference at `/docs`, and the guides below that: from local files alone. */
export function docs(demoKeys: DemoKeys | undefined): Router {
  const router = Router({ caseSensitive: true });
  const all = guides();
  router.get('/', (_req, res) => {
    res.redirect('/docs');
  });
  router.get('/openapi.json', (_req, res) => {
    res.set('Access-Control-Allow-Origin', '*').json(contract.description);
  });
  router.get('/docs', (req, res) => {
    // Another name that leads to this machine may be a stranger's (DNS rebinding).
    const keys = isThisMachine(req.hostname) ? demoKeys : undefined;
    if (keys) res.set('Cache-Control', 'no-store');
    html(res, referencePage(all, keys));
  });
  router.get('/docs/guides.json', (_req, res) => {
    res.json(all.map(({ name, title, sections }) => ({ name, title, sections })));
  });
  for (const guide of all) {
    router.get(`/docs/guides/${guide.name}`, (_req, res) => html(res, guidePage(guide, all)));
  }
  const files = { index: false, redirect: false } as const;
  router.use('/docs/guides/images', express.static(images, files));
  router.use('/docs', express.static(browser, files), express.static(reference, files));
  return router;
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function html(res: Response, page: string): void {
  res.set('Content-Security-Policy', policy).type('html').send(page);
}

function isThisMachine(host: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(host);
}
