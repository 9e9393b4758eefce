import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { PortfolioCompany } from '../../../operations/offices/portfolio.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { pager } from '../../parts/pager.ts';

export type PortfolioView = {
  person: SignedIn;
  office: NonNullable<SignedIn['office']>;
  companies: PortfolioCompany[];
  total: number;
  search: string;
  page: number;
  pageSize: number;
  /** Why the search was not applied. */
  fault?: string;
};

/** The companies of a portfolio, by name; each leads to its notes. */
export function portfolioHtml({
  person,
  office,
  companies,
  total,
  search,
  page,
  pageSize,
  fault,
}: PortfolioView): string {
  const address = `/c/${office.taxId}/empresas`;
  return framedPage({
    title: 'Empresas',
    here: 'empresas',
    person,
    body: html`<div class="head"><h1>Empresas</h1></div>
      ${alert(fault)}
      <form class="find" method="get" action="${address}" role="search">
        <label class="field grow"
          ><span>Buscar</span> <input type="search" name="busca" value="${search}" placeholder="nome ou CNPJ"
        /></label>
        <button class="button quiet">Buscar</button>
      </form>
      ${companies.length === 0 ? empty(search) : table(companies)}
      ${pager(address, { search, page, pageSize, total }, { one: 'empresa', several: 'empresas' })}`,
  });
}

function table(companies: PortfolioCompany[]): Markup {
  return html`<table class="records">
    <caption class="unseen">
      Empresas da carteira
    </caption>
    <thead>
      <tr>
        <th scope="col">Nome</th>
        <th scope="col">Cidade</th>
        <th scope="col">Emissão pelo escritório</th>
      </tr>
    </thead>
    <tbody>
      ${companies.map(
        ({ taxId, name, tradeName, city, state, officeIssuingAllowed }) =>
          html`<tr>
            <td><a href="/e/${taxId}/notas">${tradeName || name}</a><small>${taxIdMask(taxId)}</small></td>
            <td>${city === null ? '–' : `${city} (${state})`}</td>
            <td>${officeIssuingAllowed ? 'Liberada' : 'Não liberada'}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function empty(search: string): Markup {
  if (search !== '') return html`<p>Nenhuma empresa com “${search}”. Confira o nome ou o CNPJ, ou apague a busca.</p>`;
  return html`<p>Nenhuma empresa na carteira. Quando uma aceitar o vínculo, ela aparece aqui.</p>`;
}
