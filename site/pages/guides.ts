import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PageKind, type SitePage } from '../page.ts';
import { sitePaths } from '../addresses.ts';

const folder = join(import.meta.dirname, '../../docs');
const portuguese = join(folder, 'pt');

/** The pages that are written by hand for users, in Portuguese: one for each file in `docs/pt`. An image may leave that folder out. */
export function writtenPages(): SitePage[] {
  if (!existsSync(portuguese)) return [];
  return readdirSync(portuguese, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => writtenPage(name.replaceAll('\\', '/'), readFileSync(join(portuguese, name), 'utf8')))
    .toSorted((one, other) => one.order - other.order || one.page.path.localeCompare(other.page.path))
    .map(({ page }) => page);
}

/** The front matter of a file: `titulo`, `resumo`, `palavras` and `ordem`. */
const head = /^---\n(.*?)\n---\n/s;

function writtenPage(name: string, text: string): { page: SitePage; order: number } {
  const facts = new Map(
    (head.exec(text)?.[1] ?? '').split('\n').map((line): [string, string] => {
      const [key = '', ...rest] = line.split(': ');
      return [key, rest.join(': ')];
    }),
  );
  const path = name.replace(/(^|\/)inicio\.md$/, '').replace(/\.md$/, '');
  const [list = ''] = path.includes('/') ? path.split('/') : [];
  const page: SitePage = {
    path,
    kind: kinds[list] ?? (path === '' ? 'inicio' : 'guia'),
    title: facts.get('titulo') ?? '',
    summary: facts.get('resumo') ?? '',
    keywords: (facts.get('palavras') ?? '').split(', ').filter(Boolean),
    lang: 'pt-BR',
    list,
    markdown: () => withLinks(name, text.replace(head, '')),
  };
  return { page, order: Number(facts.get('ordem') ?? 50) };
}

const kinds: Readonly<Record<string, PageKind>> = {
  [sitePaths.concepts]: 'conceito',
  [sitePaths.guides]: 'guia',
  [sitePaths.operation]: 'servidor',
};

/** Links between files: they work in the repository, and are turned into links between pages here. */
const relative = /\]\((?![a-z]+:|#|\/)([\w./-]+\.md)(#[^)]*)?\)/g;

function withLinks(from: string, text: string): string {
  return text.replaceAll(relative, (_all, href: string, hash = '') => linkTo(from, href, String(hash)));
}

function linkTo(from: string, href: string, hash: string): string {
  const { pathname } = new URL(href, `file:///docs/pt/${from}`);
  const [, below] = /^\/docs\/pt\/(.+)\.md$/.exec(pathname) ?? [];
  if (below !== undefined) return `](pagina:${below.replace(/(^|\/)inicio$/, '')}${hash})`;
  if (pathname === '/docs/panel.md') return `](pagina:${sitePaths.panel}${hash})`;
  const [, english] = /^\/docs\/([\w-]+)\.md$/.exec(pathname) ?? [];
  return english === undefined ? `](arquivo:${pathname.slice(1)})` : `](pagina:${sitePaths.english}/${english}${hash})`;
}

/** The page about the panel, `docs/panel.md`, which is in Portuguese although the guides beside it are in English. */
export function panelPage(): SitePage[] {
  const file = join(folder, 'panel.md');
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  return [
    {
      ...{ path: sitePaths.panel, kind: 'guia', title: 'O painel', lang: 'pt-BR', list: '' },
      summary: 'As páginas para quem cuida das notas, do escritório ou da instalação e nunca abre um terminal.',
      keywords: ['painel', 'tela', 'entrar', 'login', 'senha', 'usuário', 'segundo fator', 'pessoas', 'papéis'],
      markdown: () => withLinks('../panel.md', text),
    },
  ];
}

/** The English guides, in the order in which somebody who calls the API reads them. */
const english = [
  ...['api-guide', 'webhooks', 'contingency', 'received', 'offices', 'closings', 'taxation', '2027', 'import'],
  ...['simulator', 'migrating', 'admin-api', 'operations', 'glossary'],
];

export function englishPages(): SitePage[] {
  return english.flatMap((name): SitePage[] => {
    const file = join(folder, `${name}.md`);
    if (!existsSync(file)) return [];
    const text = readFileSync(file, 'utf8');
    const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
    return [
      {
        path: `${sitePaths.english}/${name}`,
        kind: 'english',
        title,
        summary: '',
        keywords: [],
        lang: 'en',
        list: sitePaths.english,
        markdown: () => withLinks(`../${name}.md`, text),
      },
    ];
  });
}
