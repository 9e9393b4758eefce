import { type Request, type Response, Router } from 'express';
import { asset, imagesFolder, isAsset } from './assets.ts';
import { missingPage, searchPage, sitePage } from './layout.ts';
import { forMachines } from './for-machines.ts';
import { administrationApi, api } from './operations.ts';
import { find } from './search/find.ts';
import { hasForm, openSite, type Site, type SiteOptions } from './site.ts';
import { type DemoKeys, keysInHead } from './try-form.ts';

type RouterOptions = SiteOptions & { demoKeys?: DemoKeys | undefined };

/** Serves the site below its base, from local files only. The pages are made at the first request. */
export function siteRouter({ demoKeys, ...options }: RouterOptions): Router {
  const router = Router({ caseSensitive: true });
  let opened: Site | undefined;
  const site = (): Site => (opened ??= openSite(options));

  router.get('/llms.txt', (_req, res) => text(res, 'text/plain', forMachines(site())));
  router.get('/busca.json', (_req, res) => {
    res.set('Cache-Control', 'public, max-age=300').json(site().index());
  });
  router.get('/busca', (req, res) => {
    const question = typeof req.query['q'] === 'string' ? req.query['q'].slice(0, 200) : '';
    page(res, searchPage(site(), question, find(site().index(), question)));
  });
  router.get('/ativos/:name', (req, res, next) => {
    const { name } = req.params;
    if (!isAsset(name)) return next();
    const { content, hash } = asset(name);
    // During an update a page of one version may ask a server of the other: then the content does not belong to the address, and must not be cached
    // there.
    const isOfVersion = req.query['v'] === hash;
    res
      .set('Cache-Control', isOfVersion ? 'public, max-age=31536000, immutable' : 'no-cache')
      .type(name)
      .send(content);
  });
  router.get('/imagens/:name', (req, res, next) => {
    res.sendFile(req.params.name, { root: imagesFolder, dotfiles: 'ignore' }, (error?: Error) => {
      if (error && !res.headersSent) next();
    });
  });
  for (const told of [api, administrationApi]) {
    router.get(`/${told.path}/openapi.json`, (_req, res) => {
      res.json(told.description());
    });
  }
  router.get('/{*path}', (req, res) => answer(site(), req, res, demoKeys));
  return router;
}

function answer(site: Site, req: Request, res: Response, demoKeys: DemoKeys | undefined): void {
  const path = decoded(req.path).replace(/^\/+|\/+$/g, '');
  const asText = /^(.+)\.md$/.exec(path)?.[1];
  const asked = asText === 'inicio' ? '' : asText;
  const source = asked === undefined ? undefined : site.pages.get(asked);
  if (source) return text(res, 'text/markdown', site.asMarkdown(source));
  const found = site.pages.get(path);
  if (!found) return page(res.status(404), missingPage(site));
  // Another host name that resolves to this machine may be a stranger's (DNS rebinding), so only local names get the keys.
  const keys = hasForm(site, found) && isThisMachine(req.hostname) ? demoKeys : undefined;
  if (keys) res.set('Cache-Control', 'no-store');
  page(res, sitePage(site, found, keysInHead(keys)));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";

function page(res: Response, content: string): void {
  res.set('Content-Security-Policy', policy).type('html').send(content);
}

function text(res: Response, type: string, content: string): void {
  res.type(`${type}; charset=utf-8`).send(content);
}

function isThisMachine(host: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(host);
}
