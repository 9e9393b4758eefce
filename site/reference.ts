import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { html } from '../domain/pages/html/markup.ts';
import { assetPath } from './assets.ts';
import { document } from './layout.ts';
import type { Site } from './site.ts';

/** Keys that the reference is filled in with, where local mode serves it to its own machine; none otherwise. */
export type DemoKeys = { company?: string | undefined; office?: string | undefined };

/** The package that draws the reference, and the files of it that pages load. */
export const swaggerFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
export const swaggerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** The reference, which `browser/reference.js` draws; with keys, filled in with them. */
export function referencePage(site: Site, keys: DemoKeys | undefined): string {
  return document(site, {
    ...{ path: 'referencia', title: 'Referência da API', lang: 'pt-BR' },
    summary: 'Cada chamada da API, com os campos, as respostas e um formulário que a faz.',
    head: html`<meta name="description-address" content="${site.base}/referencia/openapi.json" />
      ${site.reference === 'TRIED' ? undefined : html`<meta name="only-read" content="true" />`}
      ${keys ? html`<meta name="demo-keys" content="${JSON.stringify(keys)}" />` : undefined}
      <link rel="stylesheet" href="${site.base}/referencia/swagger-ui.css" />
      <link rel="stylesheet" href="${assetPath(site, 'reference.css')}" />`,
    body: html`<div id="texto" class="reference" tabindex="-1">
        <h1>Referência da API</h1>
        <p>
          Cada chamada, com os campos e as respostas. Comece pelos <a href="${site.address('guias')}">guias</a>, e leia
          aqui os detalhes. Para gerar código, use o contrato em inglês, que a API serve em
          <code>/openapi.json</code>.
        </p>
        <div id="reference"></div>
      </div>
      <script src="${site.base}/referencia/swagger-ui-bundle.js"></script>
      <script src="${assetPath(site, 'events.js')}"></script>
      <script src="${assetPath(site, 'words.js')}"></script>
      <script src="${assetPath(site, 'reference.js')}"></script>`,
  });
}
