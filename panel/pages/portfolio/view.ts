import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { PortfolioCompany } from '../../../operations/offices/portfolio.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { type ListedPage, pager, searchedAt } from '../../parts/pager.ts';
import { homePaths } from '../../parts/places.ts';
import { searchForm } from '../../parts/search-form.ts';

export type PortfolioView = ListedPage & {
  person: SignedIn;
  office: NonNullable<SignedIn['office']>;
  companies: PortfolioCompany[];
  search: string;
  /** Why the search was not applied. */
  fault?: string;
};

/** The companies of a portfolio, by name; each leads to its notes. */
export function portfolioHtml({ person, office, companies, search, fault, ...listed }: PortfolioView): string {
  const address = homePaths.OFFICE(office.taxId);
  return framedPage({
    title: 'Empresas',
    here: 'empresas',
    person,
    body: html`<div class="head"><h1>Empresas</h1></div>
      ${alert(fault)} ${searchForm(address, search, 'nome, CNPJ ou CPF')}
      ${companies.length === 0 ? empty(search) : table(companies)}
      ${pager(searchedAt(address, search), listed, { rows: ['empresa', 'empresas'] })}`,
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
  if (search !== '')
    return html`<p>Nenhuma empresa com “${search}”. Confira o nome, o CNPJ ou o CPF, ou apague a busca.</p>`;
  return html`<p>Nenhuma empresa na carteira. Quando uma aceitar o vínculo, ela aparece aqui.</p>`;
}
