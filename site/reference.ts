import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { html, type Markup } from '../domain/pages/html/markup.ts';
import { lists } from './addresses.ts';
import { assetPath } from './assets.ts';
import { document } from './layout.ts';
import { administrationApi, api } from './operations.ts';
import type { Site } from './site.ts';

/** Keys that the reference is filled in with, where local mode serves it to its own machine; none otherwise. */
export type DemoKeys = { company?: string | undefined; office?: string | undefined };

/** The package that draws the reference, and the files of it that pages load. */
export const swaggerFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
export const swaggerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** The reference, which `browser/reference.js` draws; with keys, filled in with them. */
export function referencePage(site: Site, keys: DemoKeys | undefined): string {
  return drawnPage(site, {
    ...{ path: api.path, title: api.title, isTried: site.reference === 'TRIED' },
    summary: 'Cada chamada da API, com os campos, as respostas e um formulário que a faz.',
    head: keys ? html`<meta name="demo-keys" content="${JSON.stringify(keys)}" />` : undefined,
    introduction: html`<p>
        Cada chamada, com os campos e as respostas. Comece pelos <a href="${site.address('guias')}">guias</a>, e leia
        aqui os detalhes. Para gerar código, use o contrato em inglês, que a API serve em
        <code>/openapi.json</code>.
      </p>
      <p>
        Para cadastrar empresas e escritórios e operar a instalação por programa, há a
        <a href="${site.address(administrationApi.path)}">referência da API de administração</a>.
      </p>
      <p>
        Cada campo e cada código tem também <a href="${site.address(lists.fields)}">um endereço só seu</a>, que se pode
        mandar a um colega.
      </p>`,
  });
}

/** The reference of `/admin/v1`, to be read: its keys open a whole installation, and no browser is asked for one. */
export function administrationPage(site: Site): string {
  return drawnPage(site, {
    ...{ path: administrationApi.path, title: administrationApi.title, isTried: false },
    summary: 'Cada chamada da API de administração, com os campos e as respostas.',
    introduction: html`<p>
      Cada chamada de <code>/admin/v1</code>, que o painel serve aos programas de quem opera a instalação. O
      <a href="${site.address('guides/admin-api')}">guia, em inglês,</a> mostra o caminho de uma empresa nova até a
      primeira nota. Para gerar código, use o contrato em inglês, que o painel serve em
      <code>/admin/v1/openapi.json</code>.
    </p>`,
  });
}

type Drawn = {
  path: string;
  title: string;
  summary: string;
  /** Whether it has forms that make calls. */
  isTried: boolean;
  introduction: Markup;
  head?: Markup | undefined;
};

function drawnPage(site: Site, { path, title, summary, isTried, introduction, head }: Drawn): string {
  return document(site, {
    ...{ path, title, summary, lang: 'pt-BR' },
    head: html`<meta name="description-address" content="${site.base}/${path}/openapi.json" />
      ${isTried ? undefined : html`<meta name="only-read" content="true" />`} ${head}
      <link rel="stylesheet" href="${site.base}/referencia/swagger-ui.css" />
      <link rel="stylesheet" href="${assetPath(site, 'reference.css')}" />`,
    body: html`<div id="texto" class="reference" tabindex="-1">
        <h1>${title}</h1>
        ${introduction}
        <div id="reference"></div>
      </div>
      <script src="${site.base}/referencia/swagger-ui-bundle.js"></script>
      <script src="${assetPath(site, 'events.js')}"></script>
      <script src="${assetPath(site, 'words.js')}"></script>
      <script src="${assetPath(site, 'reference.js')}"></script>`,
  });
}
