import type { OperatorRole } from '../../../domain/accounts/roles.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { ListedCompany } from '../../../operations/provisioning/find-companies.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { may } from '../../parts/may.ts';
import { type ListedPage, pager, searchedAt } from '../../parts/pager.ts';
import { homePaths } from '../../parts/places.ts';
import { searchForm } from '../../parts/search-form.ts';

export type AllCompaniesView = ListedPage & {
  person: SignedIn;
  role: OperatorRole;
  search: string;
  companies: ListedCompany[];
  /** Why the search was not applied. */
  fault?: string;
};

const address = homePaths.INSTALLATION();

/** Every company by name, with links to its page and to what support sees of it. */
export function allCompaniesHtml({ person, role, companies, search, fault, ...listed }: AllCompaniesView): string {
  return framedPage({
    title: 'Empresas',
    here: 'empresas',
    person,
    body: html`<div class="head">
        <h1>Empresas</h1>
        ${may(role, 'companyCreation') ? html`<a class="button" href="${address}/nova">Criar uma empresa</a>` : undefined}
      </div>
      ${alert(fault)} ${searchForm(address, search, 'nome, CNPJ ou CPF')}
      ${companies.length === 0 ? html`<p>Nenhuma empresa. Confira o nome, o CNPJ ou o CPF que buscou.</p>` : table(companies)}
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
        <th scope="col">Consultar</th>
      </tr>
    </thead>
    <tbody>
      ${companies.map(
        ({ taxId, name, tradeName, environment, isActive }) =>
          html`<tr ${isActive ? undefined : html`data-idle="true"`}>
            <td><a href="${address}/${taxId}">${tradeName || name}</a><small>${taxIdMask(taxId)}</small></td>
            <td>${environment === 'PRODUCTION' ? 'Produção' : 'Homologação'}</td>
            <td>${isActive ? 'Ativa' : 'Desativada'}</td>
            <td>
              ${isActive ? html`<a href="/e/${taxId}/notas">Ver as notas<span class="unseen"> de ${name}</span></a>` : '–'}
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
