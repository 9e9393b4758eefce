import type { ActingRole } from '../../domain/accounts/roles.ts';
import { html, type Markup } from '../../domain/pages/html/markup.ts';
import type { PageName } from '../rights.ts';
import { may } from './may.ts';
import type { FramePlace } from './places.ts';

/** A page in a menu; its path is below the base of the place. */
type MenuEntry = { path: string; word: string; page: PageName };
type MenuGroup = { title: string; entries: readonly MenuEntry[] };

/** Every page in the menu of a company, in order. Pages that a role may not open are not shown to it. */
const companyMenu = [
  {
    title: 'Vender',
    entries: [
      { path: 'notas', word: 'Notas emitidas', page: 'notes' },
      { path: 'notas/nova', word: 'Nova venda', page: 'newSale' },
      { path: 'atencao', word: 'Atenção', page: 'attention' },
      { path: 'inutilizacoes', word: 'Inutilizações', page: 'inutilizations' },
      { path: 'conferencias', word: 'Conferir com a SEFAZ', page: 'comparisons' },
      { path: 'notas-de-antes', word: 'Notas de antes', page: 'pastNotes' },
      { path: 'emails-recusados', word: 'E-mails recusados', page: 'mailSuppressions' },
    ],
  },
  {
    title: 'Comprar',
    entries: [
      { path: 'recebidas', word: 'Notas recebidas', page: 'received' },
      { path: 'a-pagar', word: 'Contas a pagar', page: 'payables' },
    ],
  },
  {
    title: 'Cadastros',
    entries: [
      { path: 'clientes', word: 'Clientes', page: 'records' },
      { path: 'produtos', word: 'Produtos', page: 'records' },
      { path: 'transporte', word: 'Transporte', page: 'records' },
      { path: 'modelos', word: 'Modelos fiscais', page: 'records' },
      { path: 'regras', word: 'Regras de tributação', page: 'records' },
    ],
  },
  {
    title: 'Empresa',
    entries: [
      { path: 'certificado', word: 'Certificado', page: 'certificate' },
      { path: 'escritorio', word: 'Escritório', page: 'office' },
      { path: 'pessoas', word: 'Pessoas', page: 'people' },
      { path: 'ajustes', word: 'Ajustes', page: 'settings' },
      { path: 'auditoria', word: 'Auditoria', page: 'audit' },
      { path: 'comecar', word: 'Primeiros passos', page: 'start' },
    ],
  },
  {
    title: 'Seu sistema',
    entries: [
      { path: 'chaves', word: 'Chaves', page: 'keys' },
      { path: 'webhooks', word: 'Webhooks', page: 'webhooks' },
      { path: 'integracao', word: 'Integração', page: 'integration' },
    ],
  },
] as const satisfies readonly MenuGroup[];

/** Every page in the menu of an office. */
const officeMenu = [
  { title: 'Mês', entries: [{ path: 'fechamento', word: 'Fechamento', page: 'monthBoard' }] },
  {
    title: 'Carteira',
    entries: [
      { path: 'empresas', word: 'Empresas', page: 'portfolio' },
      { path: 'recebidas', word: 'Notas recebidas', page: 'portfolioReceived' },
      { path: 'prontidao', word: 'Prontidão', page: 'readiness' },
      { path: 'vinculos', word: 'Vínculos', page: 'links' },
    ],
  },
  { title: 'Escritório', entries: [{ path: 'pessoas', word: 'Pessoas', page: 'officePeople' }] },
  {
    title: 'Seu sistema',
    entries: [
      { path: 'chaves', word: 'Chaves', page: 'officeKeys' },
      { path: 'webhooks', word: 'Webhooks', page: 'officeWebhooks' },
    ],
  },
] as const satisfies readonly MenuGroup[];

/** Every page in the menu of the installation. */
const installationMenu = [
  {
    title: 'Clientes',
    entries: [
      { path: 'empresas', word: 'Empresas', page: 'allCompanies' },
      { path: 'escritorios', word: 'Escritórios', page: 'allOffices' },
    ],
  },
  {
    title: 'Acesso',
    entries: [
      { path: 'pessoas', word: 'Quem opera', page: 'operators' },
      { path: 'contas', word: 'Todas as pessoas', page: 'allPeople' },
      { path: 'auditoria', word: 'Auditoria', page: 'allAudit' },
    ],
  },
  {
    title: 'Operação',
    entries: [
      { path: 'atencao', word: 'Atenção', page: 'allAttention' },
      { path: 'entregas', word: 'Entregas', page: 'allDeliveries' },
      { path: 'autoridades', word: 'Autoridades', page: 'authorities' },
      { path: 'certificados', word: 'Certificados', page: 'allCertificates' },
      { path: 'cotas', word: 'Cotas', page: 'allQuotas' },
      { path: 'tabelas', word: 'Tabelas', page: 'law' },
      { path: 'saude', word: 'Saúde', page: 'installationHealth' },
    ],
  },
] as const satisfies readonly MenuGroup[];

const menus = { COMPANY: companyMenu, OFFICE: officeMenu, INSTALLATION: installationMenu } as const;

/** The menu entry of a page, by its path; `conta` is the person's own. */
export type MenuPath = (typeof menus)[keyof typeof menus][number]['entries'][number]['path'] | 'conta';

/** The menu of a place, for the person's role there. */
export function menuOf({ kind, base, role }: FramePlace, here: MenuPath | null): Markup[] {
  const groups: readonly MenuGroup[] = menus[kind];
  return groups.flatMap(({ title, entries }) => {
    const open = entries.filter(({ page }) => may(role, page));
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

/** The pages in the menu of a company that a role may open, by their paths below the company. */
export function menuPages(role: ActingRole): { path: string; word: string }[] {
  const groups: readonly MenuGroup[] = companyMenu;
  return groups.flatMap(({ entries }) => entries.filter(({ page }) => may(role, page)));
}

/** One line of a menu. */
export function menuEntry(href: string, word: string, isHere: boolean): Markup {
  return html`<li><a href="${href}" ${isHere ? html`aria-current="page"` : undefined}>${word}</a></li>`;
}
