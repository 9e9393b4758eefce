import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { CompanyStanding } from '../../../operations/readiness/portfolio.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { pager } from '../../parts/pager.ts';
import { count } from '../../parts/words.ts';
import { ofTab, type ReadinessTab, tabs } from './filter.ts';
import { certificateInWords, hindrancesOf, typeMark } from './words.ts';

const pageSize = 50;

export type ReadinessView = {
  person: SignedIn;
  office: NonNullable<SignedIn['office']>;
  /** All companies that the search found. */
  companies: CompanyStanding[];
  tab: ReadinessTab;
  page: number;
  search: string;
  now: Date;
  /** Why the search was not applied. */
  fault?: string;
};

/** A row for each company of the portfolio: its certificate, its types, and what keeps it from issuing. */
export function readinessHtml(view: ReadinessView): string {
  const { person, office, companies, tab, page, search, now, fault } = view;
  const address = `/c/${office.taxId}/prontidao`;
  const wanted = ofTab(companies, tab, now);
  const shown = wanted.slice((page - 1) * pageSize, page * pageSize);
  return framedPage({
    title: 'Prontidão',
    here: 'prontidao',
    person,
    body: html`<div class="head"><h1>Prontidão para emitir</h1></div>
      ${alert(fault)}
      <p class="soft">
        O que o cadastro de cada empresa diz, sem perguntar à SEFAZ. O certificado e os ajustes são dela: quem
        administra a empresa os corrige no painel dela.
      </p>
      ${tabsHtml(address, view)} ${find(address, view)}
      ${wanted.length === 0 ? empty(search, tab) : table(address, shown, now)}
      ${pager((to) => addressOf(address, { tab, search, page: to }), { page, pageSize, total: wanted.length }, { rows: ['empresa', 'empresas'] })}`,
  });
}

type ShownPart = Pick<ReadinessView, 'tab' | 'search' | 'page'>;

function addressOf(address: string, { tab, search, page }: ShownPart): string {
  const said = { situacao: tab, busca: search, pagina: page > 1 ? String(page) : '' };
  const query = new URLSearchParams(Object.entries(said).filter(([, value]) => value !== '')).toString();
  return query === '' ? address : `${address}?${query}`;
}

function tabsHtml(address: string, { companies, tab, search, now }: ReadinessView): Markup {
  return html`<nav class="tabs" aria-label="Situação">
    ${tabs.map(
      ({ key, word }) =>
        html`<a
          class="tab"
          href="${addressOf(address, { tab: key, search, page: 1 })}"
          ${tab === key ? html`aria-current="true"` : undefined}
          >${word} <b>${count(ofTab(companies, key, now).length)}</b></a
        >`,
    )}
  </nav>`;
}

function find(address: string, { tab, search }: ShownPart): Markup {
  return html`<form class="find" method="get" action="${address}" role="search">
    ${tab === '' ? undefined : html`<input type="hidden" name="situacao" value="${tab}" />`}
    <label class="field grow"
      ><span>Buscar</span> <input type="search" name="busca" value="${search}" placeholder="nome, CNPJ ou CPF"
    /></label>
    <button class="button quiet">Buscar</button>
  </form>`;
}

function table(address: string, companies: CompanyStanding[], now: Date): Markup {
  return html`<table class="records">
    <caption class="unseen">
      Empresas da carteira, por nome
    </caption>
    <thead>
      <tr>
        <th scope="col">Empresa</th>
        <th scope="col">Certificado</th>
        <th scope="col">Emite</th>
        <th scope="col">O que impede</th>
        <th scope="col">Por você</th>
      </tr>
    </thead>
    <tbody>
      ${companies.map((company) => row(address, company, now))}
    </tbody>
  </table>`;
}

function row(address: string, company: CompanyStanding, now: Date): Markup {
  const { taxId, name, environment, types, issuingAllowed } = company;
  const [first, ...others] = hindrancesOf(company);
  const more = others.length > 0 ? html`<small>e mais ${count(others.length)}</small>` : undefined;
  return html`<tr>
    <td>
      <a href="${address}/${taxId}">${name}</a
      ><small>${taxIdMask(taxId)}${environment === 'HOMOLOGATION' ? ' · em homologação' : ''}</small>
    </td>
    <td>${certificateInWords(company, now)}</td>
    <td>${types.length === 0 ? 'Nada ainda' : html`<span class="marks">${types.map(typeMark)}</span>`}</td>
    <td>${first === undefined ? 'Nada impede' : html`${first}${more}`}</td>
    <td>${issuingAllowed ? 'Você pode emitir' : 'Você não pode emitir'}</td>
  </tr>`;
}

function empty(search: string, tab: ReadinessTab): Markup {
  if (search !== '')
    return html`<p>Nenhuma empresa com “${search}”. Confira o nome, o CNPJ ou o CPF, ou apague a busca.</p>`;
  if (tab !== '') return html`<p>Nenhuma empresa assim.</p>`;
  return html`<p>Nenhuma empresa na carteira. Quando uma aceitar o vínculo, ela aparece aqui.</p>`;
}
