import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { Router } from 'express';
import { description } from '../openapi/contract.ts';

const files = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The description at `/openapi.json` and its reference at `/docs`, from local files alone. */
export function docs(): Router {
  const router = Router({ caseSensitive: true });
  router.get('/openapi.json', (_req, res) => {
    res.set('Access-Control-Allow-Origin', '*').json(description);
  });
  router.get('/docs', (_req, res) => {
    res.set('Content-Security-Policy', policy).type('html').send(page);
  });
  router.get('/docs/start.js', (_req, res) => {
    res.type('js').send(start);
  });
  router.use('/docs', express.static(files, { index: false, redirect: false }));
  return router;
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'";

const page = `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Lavra: API</title>
    <link rel="icon" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const start = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  persistAuthorization: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
});
`;
