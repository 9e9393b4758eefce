import { personRoles, roleTitles } from '../../../domain/accounts/roles.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { type AnyPerson, type PersonsPlace, type PersonStanding } from '../../../operations/accounts/all-people.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { option } from '../../parts/option.ts';
import { type ListedPage, pager } from '../../parts/pager.ts';
import { momentInWords } from '../../parts/words.ts';
import { addressIn, type PeopleFilter } from './filter.ts';

export const allPeopleAt = '/o/contas';

export type AllPeopleView = ListedPage & {
  person: SignedIn;
  people: AnyPerson[];
  filter: PeopleFilter;
  search: string;
  /** Why the search was not applied. */
  fault?: string;
};

/** Whether somebody can sign in, in words. */
export const personStandingWords: Record<PersonStanding, string> = {
  IN: 'Entra',
  LOCKED: 'Bloqueada',
  NEW: 'Ainda sem senha',
};

/** Everybody who signs in to the panel, by name. */
export function allPeopleHtml({ person, people, filter, search, fault, ...listed }: AllPeopleView): string {
  return framedPage({
    title: 'Todas as pessoas',
    here: 'contas',
    person,
    body: html`<div class="head"><h1>Todas as pessoas</h1></div>
      <p class="soft">
        Quem entra no painel, de todas as empresas, escritórios e da instalação. Operadores se convidam em “Quem opera”.
      </p>
      ${alert(fault)} ${find(filter, search)}
      ${people.length === 0 ? html`<p>Ninguém. Confira o que buscou, ou tire um dos filtros.</p>` : table(people)}
      ${pager(addressIn(allPeopleAt, filter, search), listed, { rows: ['pessoa', 'pessoas'] })}`,
  });
}

function find({ role, standing, hasSecondFactor }: PeopleFilter, search: string): Markup {
  return html`<form class="find" method="get" action="${allPeopleAt}" role="search">
    <label class="field grow"
      ><span>Buscar</span>
      <input type="search" name="busca" value="${search}" placeholder="nome, e-mail, empresa ou escritório"
    /></label>
    <label class="field"
      ><span>Papel</span>
      <select name="papel">
        ${option('', 'Qualquer', role === undefined)}
        ${personRoles.map((each) => option(each, roleTitles[each], each === role))}
      </select></label
    >
    <label class="field"
      ><span>Situação</span>
      <select name="situacao">
        ${option('', 'Qualquer', standing === undefined)}
        ${Object.entries(personStandingWords).map(([each, words]) => option(each, words, each === standing))}
      </select></label
    >
    <label class="field"
      ><span>Segundo fator</span>
      <select name="segundo-fator">
        ${option('', 'Com ou sem', hasSecondFactor === undefined)} ${option('sim', 'Com', hasSecondFactor === true)}
        ${option('nao', 'Sem', hasSecondFactor === false)}
      </select></label
    >
    <button class="button quiet">Buscar</button>
  </form>`;
}

function table(people: AnyPerson[]): Markup {
  return html`<table class="records">
    <caption class="unseen">
      Pessoas da instalação
    </caption>
    <thead>
      <tr>
        <th scope="col">Pessoa</th>
        <th scope="col">Onde, e o que pode</th>
        <th scope="col">Situação</th>
        <th scope="col">Última entrada</th>
        <th scope="col">Segundo fator</th>
      </tr>
    </thead>
    <tbody>
      ${people.map(
        (each) =>
          html`<tr ${each.standing === 'LOCKED' ? html`data-idle="true"` : undefined}>
            <td><a href="${allPeopleAt}/${each.id}">${each.name}</a><small class="breaks">${each.email}</small></td>
            <td>${placesInWords(each.places)}</td>
            <td>${personStandingWords[each.standing]}</td>
            <td>${each.signedInAt ? momentInWords(each.signedInAt) : '–'}</td>
            <td>${factorsInWords(each)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

const placesShown = 2;

function placesInWords(places: PersonsPlace[]): Markup {
  if (places.length === 0) return html`<span class="soft">Nenhum acesso</span>`;
  const more = places.length - placesShown;
  return html`${places.slice(0, placesShown).map(({ name, role }) => html`<small>${name ?? 'Instalação'}: ${roleTitles[role]}</small>`)}
  ${more > 0 ? html`<small>e mais ${more}</small>` : undefined}`;
}

/** Which second factors somebody has. */
export function factorsInWords({ hasTotp, passkeys }: Pick<AnyPerson, 'hasTotp' | 'passkeys'>): string {
  const keys = passkeys === 0 ? '' : passkeys === 1 ? '1 chave de acesso' : `${passkeys} chaves de acesso`;
  const all = [keys, hasTotp ? 'código do celular' : ''].filter(Boolean).join(' e ');
  return all === '' ? 'Nenhum' : `${all.charAt(0).toUpperCase()}${all.slice(1)}`;
}
