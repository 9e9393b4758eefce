import { errorPath, isErrorCode, sitePaths, rejectionPath } from './addresses.ts';
import { type Rendered, rendered } from './markdown.ts';
import { administrationApi, api } from './operations.ts';
import { formPlace, type SitePage } from './page.ts';
import { changesPage } from './pages/changes.ts';
import { errorList, errorPages } from './pages/errors.ts';
import { eventList, webhookEventPages } from './pages/events.ts';
import { fieldPages } from './pages/fields.ts';
import { englishPages, panelPage, writtenPages } from './pages/guides.ts';
import { referencePages } from './pages/operations.ts';
import { rejectionLists, rejectionPages } from './pages/rejections.ts';
import { fieldPlace } from './schemas.ts';
import { makeIndex } from './search/make-index.ts';
import type { SearchIndex } from './search/find.ts';
import { tryForm } from './try-form.ts';

/**
 * How a server shows the reference of `/v1`: with forms that make calls (`TRIED`), or to be read only (`READ`). The reference of the admin API never
 * has forms, because its keys open a whole installation and should not be typed into a browser.
 */
export type Reference = 'TRIED' | 'READ';

export type SiteOptions = { base: string; reference: Reference };

/** The site of one server or folder: every page, and the search index. */
export type Site = SiteOptions & {
  pages: ReadonlyMap<string, SitePage>;
  /** The pages of a list, in its order. */
  inList: (list: string) => readonly SitePage[];
  render: (page: SitePage) => Rendered;
  /** A page as Markdown for programs, with its links as addresses. */
  asMarkdown: (page: SitePage) => string;
  index: () => SearchIndex;
  address: (path: string) => string;
};

/** Whether a page has a form to make its call. */
export function hasForm({ reference }: SiteOptions, { call, list }: SitePage): boolean {
  return reference === 'TRIED' && call !== undefined && list === api.path;
}

let made: readonly SitePage[] | undefined;

/** All pages; made once in a process, for all bases. */
export function allPages(): readonly SitePage[] {
  made ??= withLists([
    ...writtenPages(),
    ...panelPage(),
    ...[errorList(), ...errorPages()],
    ...[eventList(), ...webhookEventPages()],
    ...[...rejectionLists(), ...rejectionPages()],
    changesPage(),
    ...referencePages(),
    ...fieldPages(),
    ...englishPages(),
  ]);
  return made;
}

export function openSite(options: SiteOptions): Site {
  const { base } = options;
  const pages = new Map(allPages().map((page) => [page.path, page]));
  const listed = Map.groupBy(pages.values(), ({ list }) => list);
  const address = (path: string): string => (path === '' ? base || '/' : `${base}/${path}`);
  let index: SearchIndex | undefined;

  /** The address for a link in a page: to a page of the site by one of our own schemes, or to the web. */
  function resolve(href: string): string | null {
    const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/.exec(href) ?? [];
    if (scheme === 'pagina') {
      const [path = '', hash] = rest.split('#');
      return pages.has(path) ? address(path) + (hash === undefined ? '' : `#${hash}`) : null;
    }
    if (scheme === 'rejeicao') return found(rejectionPath(rest));
    if (scheme === 'erro') return isErrorCode(rest) ? found(errorPath(rest)) : null;
    if (scheme === 'evento') return found(`${sitePaths.events}/${rest}`);
    if (scheme === 'campo') {
      const place = fieldPlace(rest)?.place;
      return place === undefined ? null : address(place);
    }
    if (scheme === 'operacao') return found(api.placeOf(rest));
    if (scheme === 'contrato') return `${address(rest)}/openapi.json`;
    return /^(?:https?:|mailto:|#)/.test(href) ? href : null;
  }

  /** The address of the field that a name in code stands for; null where the name could be something else. */
  function fieldAddress(name: string): string | null {
    if (!/^[a-z][A-Za-z]*(\[\])?(\.[a-z][A-Za-z]*(\[\])?)*$/.test(name) || !/[A-Z.[]/.test(name)) return null;
    const field = fieldPlace(name);
    return field?.isExact ? address(field.place) : null;
  }

  function found(path: string | undefined): string | null {
    return path !== undefined && pages.has(path) ? address(path) : null;
  }

  return {
    ...options,
    pages,
    address,
    inList: (list) => listed.get(list) ?? [],
    render: (page) =>
      rendered(page.markdown(), {
        ...{ resolve, images: `${base}/imagens` },
        // Pages of fields and calls link their fields themselves, and the descriptions of fields are in Portuguese, so English pages do not link to
        // them.
        fieldAt: page.kind === 'campo' || page.kind === 'operacao' || page.lang === 'en' ? undefined : fieldAddress,
        form: page.call && hasForm(options, page) ? tryForm(page.call) : undefined,
      }),
    asMarkdown: (page) =>
      page
        .markdown()
        .replace(`${formPlace}\n\n`, '')
        .replaceAll(
          /\]\(((?:pagina|rejeicao|erro|evento|operacao|contrato|campo|arquivo):[^)]*)\)/g,
          (_all, href: string) => `](${resolve(href) ?? ''})`.replace(']()', ']'),
        ),
    index: () =>
      (index ??= makeIndex(
        [...pages.values()].filter(({ kind }) => kind !== 'campo' && kind !== 'operacao'),
        [...api.found, ...administrationApi.found],
      )),
  };
}

/** Adds the pages of lists, which link to their pages. */
function withLists(pages: SitePage[]): SitePage[] {
  const list = (path: string, title: string, summary: string, keywords: string[] = []): SitePage => ({
    ...{ path, kind: 'lista', title, summary, keywords, lang: 'pt-BR', list: '' },
    markdown: () =>
      `# ${title}\n\n${summary}\n\n${pages
        .filter((page) => page.list === path)
        .map((page) => `- [${page.title}](pagina:${page.path})${page.summary === '' ? '' : `: ${page.summary}`}`)
        .join('\n')}\n`,
  });
  return [
    ...pages,
    list(sitePaths.concepts, 'Conceitos', 'O que acontece com uma nota, e por quê. Uma página para cada ideia.'),
    list(sitePaths.guides, 'Guias', 'Uma tarefa por página, com o pedido que se envia e a resposta que vem.'),
    list(
      sitePaths.operation,
      'Operação',
      'Para quem instala e cuida do Lavra: pôr no ar, atualizar, restaurar, e o que fazer quando algo para.',
      ['operar', 'servidor', 'produção'],
    ),
    list(sitePaths.english, 'Guias em inglês', 'Os textos completos, em inglês, com todos os detalhes.', [
      'english',
      'english guides',
    ]),
  ];
}
