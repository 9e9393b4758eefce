import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { ListedCompany } from '../../../operations/provisioning/find-companies.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { type ListedPage, pager, searchedAt } from '../../parts/pager.ts';
import { homes } from '../../parts/places.ts';
import { searchForm } from '../../parts/search-form.ts';

export type AllCompaniesView = ListedPage & {
  person: SignedIn;
  search: string;
  companies: ListedCompany[];
  /** Why the search was not applied. */
  fault?: string;
};

const address = homes.INSTALLATION();

/** Every company, by name; each opens as support sees it. */
export function allCompaniesHtml({ person, companies, search, fault, ...listed }: AllCompaniesView): string {
  return framedPage({
    title: 'Empresas',
    here: 'empresas',
    person,
    body: html`<div class="head"><h1>Empresas</h1></div>
      ${alert(fault)} ${searchForm(address, search, 'nome ou CNPJ')}
      ${companies.length === 0 ? html`<p>Nenhuma empresa. Confira o nome ou o CNPJ que buscou.</p>` : table(companies)}
      ${pager(searchedAt(address, search), listed, { rows: ['empresa', 'empresas'] })}`,
  });
}

function table(companies: ListedCompany[]): Markup {
  return html`<table class="records">
    <caption class="unseen">
      Empresas da instalação
    </caption>
    <thead>
      <tr>
        <th scope="col">Nome</th>
        <th scope="col">Ambiente</th>
        <th scope="col">Situação</th>
      </tr>
    </thead>
    <tbody>
      ${companies.map(
        ({ taxId, name, tradeName, environment, isActive }) =>
          html`<tr ${isActive ? undefined : html`data-idle="true"`}>
            <td>
              ${isActive ? html`<a href="/e/${taxId}/notas">${tradeName || name}</a>` : tradeName || name}<small
                >${taxIdMask(taxId)}</small
              >
            </td>
            <td>${environment === 'PRODUCTION' ? 'Produção' : 'Homologação'}</td>
            <td>${isActive ? 'Ativa' : 'Desativada'}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
