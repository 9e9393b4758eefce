import { html, type Markup } from '../domain/pages/html/markup.ts';
import { sitePaths } from './addresses.ts';
import { assetPath } from './assets.ts';
import type { Heading } from './markdown.ts';
import type { SitePage } from './page.ts';
import { type SearchResult } from './search/find.ts';
import type { Site } from './site.ts';

/** The parts of the site in the header of every page. */
const parts = [
  ['comecar', 'Começar'],
  [sitePaths.guides, 'Guias'],
  [sitePaths.concepts, 'Conceitos'],
  [sitePaths.panel, 'Painel'],
  [sitePaths.operation, 'Operação'],
  [sitePaths.events, 'Webhooks'],
  [sitePaths.errors, 'Erros'],
  [sitePaths.rejections, 'Rejeições'],
  [sitePaths.reference, 'Referência'],
] as const;

/** A page of the site as HTML, with its lists, contents and neighbours. */
export function sitePage(site: Site, page: SitePage, more?: Markup): string {
  const { body, headings } = site.render(page);
  return htmlDocument(site, {
    ...page,
    head: html`<link rel="alternate" type="text/markdown" href="${markdownAddress(site, page.path)}" />${more}`,
    body: html`${beside(site, page)}
      <main id="texto" tabindex="-1">
        ${way(site, page)} ${contentsOf(headings, 'inner', page)}
        <article${page.lang === 'en' ? html` lang="en"` : undefined}>${body}</article>
        ${around(site, page)}
      </main>
      ${contentsOf(headings, 'outer', page)}`,
  });
}

/** The page of search results for browsers without JavaScript. Where the site is a folder of files, the browser fills in the same page. */
export function searchPage(site: Site, question: string, found: readonly SearchResult[]): string {
  const none = html`<p>Nada tem estas palavras. Tente outras, ou só o número do código.</p>`;
  return htmlDocument(site, {
    ...{ path: 'busca', title: question === '' ? 'Busca' : `Busca: ${question}`, summary: '', lang: 'pt-BR' },
    head: html`<meta name="robots" content="noindex" />`,
    body: html`<main id="texto" class="plain" tabindex="-1">
      <h1>Busca</h1>
      <div id="resultados" aria-live="polite">
        ${question === '' ? html`<p>Escreva na busca acima o que procura: palavras, ou o número de um código.</p>` : undefined}
        ${question !== '' && found.length === 0 ? none : undefined}
        ${
          found.length > 0
            ? html`<ol class="results">
                ${found.map((each) => html`<li><a href="${site.address(each.path)}">${each.title}</a></li>`)}
              </ol>`
            : undefined
        }
      </div>
      <p><a href="${site.address('')}">Voltar ao início</a></p>
    </main>`,
  });
}

export function missingPage(site: Site): string {
  return htmlDocument(site, {
    ...{ path: '404', title: 'Página não encontrada', summary: '', lang: 'pt-BR' },
    head: html`<meta name="robots" content="noindex" />`,
    body: html`<main id="texto" class="plain" tabindex="-1">
      <h1>Esta página não existe</h1>
      <p>O endereço pode ter mudado. Procure na busca acima, ou <a href="${site.address('')}">volte ao início</a>.</p>
    </main>`,
  });
}

type Framed = { path: string; title: string; summary: string; lang: string; head: Markup; body: Markup };

/** The frame of every page. The theme is set before anything is painted, by a file of its own, because the policy allows no script within a page. */
export function htmlDocument(site: Site, { path, title, summary, head, body }: Framed): string {
  const name = path === '' ? 'Lavra: documentação' : `${title} · Lavra`;
  return html`<!doctype html>
    <html lang="pt-BR" data-base="${site.base}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${name}</title>
        ${summary === '' ? undefined : html`<meta name="description" content="${summary}" />`}
        <script src="${assetPath(site, 'theme.js')}"></script>
        <link rel="icon" href="${assetPath(site, 'lavra.svg')}" />
        <link rel="stylesheet" href="${assetPath(site, 'site.css')}" />
        <script type="module" src="${assetPath(site, 'site.js')}"></script>
        ${head}
      </head>
      <body>
        <a class="skip" href="#texto">Ir para o texto</a>
        ${header(site, path)} ${body}
      </body>
    </html> `.text;
}

function header(site: Site, path: string): Markup {
  const here = (part: string): Markup | undefined =>
    path === part || path.startsWith(`${part}/`) ? html` aria-current="${path === part ? 'page' : 'true'}"` : undefined;
  return html`<header class="top">
    <a class="brand" href="${site.address('')}">Lavra <span>documentação</span></a>
    <form class="search" role="search" action="${site.address('busca')}" method="get">
      <input
        id="search"
        name="q"
        type="search"
        placeholder="Buscar: carta de correção, 204, cancelar…"
        aria-label="Buscar na documentação"
        autocomplete="off"
        spellcheck="false"
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
    <button id="theme" type="button">Tema</button>
    <nav aria-label="Partes da documentação">
      ${parts.map(([part, word]) => html`<a href="${site.address(part)}" ${here(part)}>${word}</a>`)}
    </nav>
  </header>`;
}

/** The other pages of the page's list, closed at first on a phone. Lists of codes are too long for that. */
function beside(site: Site, page: SitePage): Markup | undefined {
  const list =
    page.list === '' ||
    page.kind === 'rejeicao' ||
    page.kind === 'campo' ||
    page.path.startsWith(`${sitePaths.rejections}/`)
      ? []
      : site.inList(page.list).filter(({ part }) => part === page.part);
  if (list.length === 0) return undefined;
  const line = (each: SitePage): Markup =>
    html`<li>
      <a href="${site.address(each.path)}" ${each.path === page.path ? html` aria-current="page"` : undefined}
        >${shortTitle(each)}</a
      >
    </li>`;
  return html`<details class="beside" open>
    <summary>Nesta parte</summary>
    <nav aria-label="Nesta parte">
      <ul>
        ${list.map(line)}
      </ul>
    </nav>
  </details>`;
}

function shortTitle({ kind, title, path }: SitePage): string {
  if (kind === 'operacao') return title.split(' · ')[0] ?? title;
  return kind === 'erro' || kind === 'evento' ? (path.split('/').at(-1) ?? title) : title;
}

/** The links back to the lists that lead to this page. */
function way(site: Site, page: SitePage): Markup | undefined {
  if (page.path === '') return undefined;
  const list = page.list === '' ? undefined : site.pages.get(page.list);
  const above = list === undefined || list.list === '' ? undefined : site.pages.get(list.list);
  const links = [above, list].flatMap((each) =>
    each ? [html`<li><a href="${site.address(each.path)}">${each.title}</a></li>`] : [],
  );
  return html`<nav class="way" aria-label="Caminho">
    <ol>
      <li><a href="${site.address('')}">Início</a></li>
      ${links}
    </ol>
  </nav>`;
}

/** The contents of a page with several headings: above the text on a phone, else beside it. */
function contentsOf(
  headings: readonly Heading[],
  place: 'inner' | 'outer',
  { lang, kind }: SitePage,
): Markup | undefined {
  // an object may have a hundred fields
  const shown = headings.filter(({ depth }) => depth <= (kind === 'campo' ? 2 : 3));
  if (shown.length < 3) return undefined;
  const list = html`<ul${lang === 'en' ? html` lang="en"` : undefined}>
    ${shown.map(({ id, title, depth }) => html`<li data-depth="${depth}"><a href="#${id}">${title}</a></li>`)}
  </ul>`;
  return place === 'inner'
    ? html`<details class="contents inner">
        <summary>Nesta página</summary>
        <nav aria-label="Nesta página, no alto">${list}</nav>
      </details>`
    : html`<nav class="contents outer" aria-label="Nesta página">
        <p>Nesta página</p>
        ${list}
      </nav>`;
}

/** Links to the page before and the one after, and to the page's Markdown. */
function around(site: Site, page: SitePage): Markup {
  const list = site.inList(page.list);
  const at = list.indexOf(page);
  const [earlier, later] = page.list === '' ? [] : [list[at - 1], list[at + 1]];
  return html`<footer>
    <nav class="around" aria-label="Antes e depois">
      ${earlier ? html`<a rel="prev" href="${site.address(earlier.path)}">← ${shortTitle(earlier)}</a>` : undefined}
      ${later ? html`<a rel="next" href="${site.address(later.path)}">${shortTitle(later)} →</a>` : undefined}
    </nav>
    <p>
      <a href="${site.address('')}">Início</a> ·
      <a href="${markdownAddress(site, page.path)}">Esta página em Markdown</a> ·
      <a href="${site.address(sitePaths.english)}" lang="en">Guides in English</a>
    </p>
  </footer>`;
}

function markdownAddress(site: Site, path: string): string {
  return `${site.base}/${path === '' ? 'inicio' : path}.md`;
}
