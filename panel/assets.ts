import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Router } from 'express';

const stylesheet = readFileSync(new URL('browser/panel.css', import.meta.url), 'utf8');
const hash = createHash('sha256').update(stylesheet).digest('base64url').slice(0, 16);

/** Where the stylesheet is: another address for each content, so that browsers keep it for ever. */
export const stylesheetPath = `/arquivos/painel-${hash}.css`;

/** What pages may load: their own files, and nothing that runs. */
export const assetSources = ["style-src 'self'", "img-src 'self' data:"];

export function assets(): Router {
  const router = Router();
  router.get(stylesheetPath, (_req, res) => {
    res.locals.page = 'asset';
    res.set('Cache-Control', 'public, max-age=31536000, immutable').type('css').send(stylesheet);
  });
  return router;
}
