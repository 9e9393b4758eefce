import type { CompanyRole } from '../../domain/accounts/roles.ts';
import { html, type Markup } from '../../domain/pages/html/markup.ts';
import { type PageName, rightOf } from '../rights.ts';

/** A page of a company that the menu leads to. */
type MenuEntry = { path: string; word: string; page: PageName };
type MenuGroup = { title: string; entries: readonly MenuEntry[] };

/** Every page that the menu of a company leads to, in its order. One that a role may not open is not shown to it. */
const menu = [
  {
    title: 'Vender',
    entries: [{ path: 'notas', word: 'Notas emitidas', page: 'notes' }],
  },
  {
    title: 'Comprar',
    entries: [],
  },
  {
    title: 'Cadastros',
    entries: [],
  },
  {
    title: 'Empresa',
    entries: [
      { path: 'certificado', word: 'Certificado', page: 'certificate' },
      { path: 'ajustes', word: 'Ajustes', page: 'settings' },
      { path: 'comecar', word: 'Primeiros passos', page: 'start' },
    ],
  },
  {
    title: 'Seu sistema',
    entries: [{ path: 'chaves', word: 'Chaves', page: 'keys' }],
  },
] as const satisfies readonly MenuGroup[];

/** Which entry of the menu a page belongs to, by its path; that of the person alone is `conta`. */
export type MenuPath = (typeof menu)[number]['entries'][number]['path'] | 'conta';

/** The menu of a company, as a role sees it. */
export function companyMenu(base: string, role: CompanyRole, here: MenuPath | null): Markup[] {
  const groups: readonly MenuGroup[] = menu;
  return groups.flatMap(({ title, entries }) => {
    const open = entries.filter(({ page }) => rightOf(page).audience.includes(role));
    if (open.length === 0) return [];
    return [
      html`<li>
        <p class="group">${title}</p>
        <ul>
          ${open.map(({ path, word }) => menuEntry(`${base}/${path}`, word, here === path))}
        </ul>
      </li>`,
    ];
  });
}

/** One line of a menu. */
export function menuEntry(href: string, word: string, isHere: boolean): Markup {
  return html`<li><a href="${href}" ${isHere ? html`aria-current="page"` : undefined}>${word}</a></li>`;
}
