import type { OperatorRole } from '../../../domain/accounts/roles.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { ListedOffice } from '../../../operations/provisioning/find-offices.ts';
import type { OfficeGlance } from '../../../operations/provisioning/glances.ts';
import { rowIdField } from '../../forms/row-id.ts';
import { type Field, fieldGroups, type FormState } from '../../forms/fields.ts';
import { alert } from '../../parts/alert.ts';
import { fact } from '../../parts/fact.ts';
import { framedPage } from '../../parts/frame.ts';
import { allInWords, linkedList, stopHtml } from '../../parts/glance.ts';
import { may } from '../../parts/may.ts';
import { type ListedPage, pager, searchedAt } from '../../parts/pager.ts';
import { homePaths, officesAt } from '../../parts/places.ts';
import { searchForm } from '../../parts/search-form.ts';
import { count, shortDate } from '../../parts/words.ts';

export type AllOfficesView = ListedPage & {
  person: SignedIn;
  role: OperatorRole;
  search: string;
  offices: ListedOffice[];
  /** Why the search was not applied. */
  fault?: string;
};

/** Every office, by name. */
export function allOfficesHtml({ person, role, offices, search, fault, ...listed }: AllOfficesView): string {
  return framedPage({
    title: 'Escritórios',
    here: 'escritorios',
    person,
    body: html`<div class="head">
        <h1>Escritórios</h1>
        ${may(role, 'officeCreation') ? html`<a class="button" href="${officesAt}/novo">Criar um escritório</a>` : undefined}
      </div>
      ${alert(fault)} ${searchForm(officesAt, search, 'nome, CNPJ ou CPF')}
      ${offices.length === 0 ? empty(search) : table(offices)}
      ${pager(searchedAt(officesAt, search), listed, { rows: ['escritório', 'escritórios'] })}`,
  });
}

function empty(search: string): Markup {
  if (search !== '') return html`<p>Nenhum escritório. Confira o nome ou o documento que buscou.</p>`;
  return html`<div class="empty">
    <h2>Nenhum escritório ainda</h2>
    <p>Crie um para o contador que cuida de várias empresas; cada empresa aceita o vínculo dele.</p>
  </div>`;
}

function table(offices: ListedOffice[]): Markup {
  return html`<table class="records">
    <caption class="unseen">
      Escritórios da instalação
    </caption>
    <thead>
      <tr>
        <th scope="col">Nome</th>
        <th scope="col">Empresas</th>
        <th scope="col">Pessoas</th>
        <th scope="col">Situação</th>
        <th scope="col">Consultar</th>
      </tr>
    </thead>
    <tbody>
      ${offices.map(
        ({ taxId, name, companies, people, isSuspended }) =>
          html`<tr ${isSuspended ? html`data-idle="true"` : undefined}>
            <td><a href="${officesAt}/${taxId}">${name}</a><small>${taxIdMask(taxId)}</small></td>
            <td>${count(companies)}</td>
            <td>${count(people)}</td>
            <td>${isSuspended ? 'Suspenso' : 'Ativo'}</td>
            <td><a href="${homePaths.OFFICE(taxId)}">Ver a carteira<span class="unseen"> de ${name}</span></a></td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** The fields of a new office. */
export const officeFields: Field[] = [
  { name: 'documento', label: 'CNPJ ou CPF', isRequired: true, most: 18, isShort: true },
  { name: 'nome', label: 'Nome', isRequired: true, most: 100 },
  {
    name: 'email',
    label: 'E-mail de contato',
    kind: 'email',
    most: 254,
    hint: 'Aparece para as empresas a que ele pede vínculo.',
  },
];

/** The form of a new office. @param view.id the id that the new row gets, so that a form that is sent twice creates one office */
export function newOfficeHtml({ person, id, state }: { person: SignedIn; id: string; state: FormState }): string {
  return framedPage({
    title: 'Novo escritório',
    here: 'escritorios',
    person,
    body: html`<nav class="trail" aria-label="Onde você está"><a href="${officesAt}">Escritórios</a></nav>
      <div class="head"><h1>Novo escritório</h1></div>
      <p>Em seguida você convida quem o administra. É ele quem pede os vínculos, e cada empresa aceita o seu.</p>
      <form method="post" action="${officesAt}/novo">
        ${rowIdField(id)} ${fieldGroups([{ title: 'O escritório', fields: officeFields }], state)}
        <div class="actions">
          <button class="button">Criar o escritório</button>
          <a class="quiet-link" href="${officesAt}">Desistir</a>
        </div>
      </form>`,
  });
}

type OfOffice = { person: SignedIn; office: OfficeGlance };

const at = ({ taxId }: Pick<OfficeGlance, 'taxId'>): string => `${officesAt}/${taxId}`;

/** An office as operators see it: whether it works, for which companies, and who is in it. */
export function officeHtml({
  person,
  role,
  office,
  done,
}: OfOffice & { role: OperatorRole; done: Markup | undefined }): string {
  const { taxId, name, email, suspendedAt, createdAt, keys, people, closingsUnderWay, companies } = office;
  return framedPage({
    title: name,
    here: 'escritorios',
    person,
    body: html`<nav class="trail" aria-label="Onde você está"><a href="${officesAt}">Escritórios</a></nav>
      <div class="head"><h1>${name}</h1></div>
      <p class="to">${taxIdMask(taxId)}</p>
      ${done} ${suspendedAt ? stopped(office, suspendedAt, role) : undefined}
      <dl class="facts framed">
        ${fact('E-mail de contato', email ?? 'Nenhum')}
        ${fact('Empresas', count(companies.filter(({ status }) => status === 'ACTIVE').length))}
        ${fact('Pessoas com acesso', count(people))} ${fact('Chaves em uso', count(keys))}
        ${fact('Fechamentos em andamento', count(closingsUnderWay))} ${fact('No Lavra desde', shortDate(createdAt))}
      </dl>
      <p class="actions">
        ${may(role, 'peopleOfOffice') ? html`<a class="button quiet" href="${at(office)}/pessoas">Pessoas e convites</a>` : undefined}
        <a class="button quiet" href="${homePaths.OFFICE(taxId)}">Ver a carteira, como suporte</a>
        <a class="button quiet" href="/o/auditoria?escritorio=${taxId}">Auditoria</a>
      </p>
      <section aria-labelledby="empresas">
        <h2 id="empresas">Empresas</h2>
        ${
          companies.length === 0
            ? html`<p class="soft">Nenhuma: nenhum vínculo foi pedido, ou todos acabaram.</p>`
            : linkedList(companies, (company) => `${homePaths.INSTALLATION()}/${company}`)
        }
      </section>
      ${!suspendedAt && may(role, 'suspendOffice') ? html`<p class="actions"><a href="${at(office)}/suspender">Suspender o escritório…</a></p>` : undefined}`,
  });
}

function stopped(office: OfficeGlance, suspendedAt: Date, role: OperatorRole): Markup {
  return html`<div class="notice" data-kind="bad">
    <p><b>Suspenso desde ${shortDate(suspendedAt)}.</b> As chaves e as pessoas dele são recusadas.</p>
    ${
      may(role, 'resumeOffice')
        ? html`<form method="post" action="${at(office)}/reativar">
            <button class="button">Deixar trabalhar de novo</button>
          </form>`
        : undefined
    }
  </div>`;
}

/** Asks before an office is suspended. */
export function suspensionHtml({ person, office }: OfOffice): string {
  const { name, keys, people, companies, closingsUnderWay } = office;
  return stopHtml({
    person,
    here: 'escritorios',
    title: `Suspender ${name}?`,
    of: { name, at: at(office) },
    ends: [
      allInWords(
        keys,
        'A chave em uso é recusada desde o próximo pedido.',
        (some) => `As ${count(some)} chaves em uso são recusadas desde o próximo pedido.`,
      ),
      allInWords(
        people,
        'A pessoa que tem acesso deixa de entrar no escritório e nas empresas dele.',
        (some) => `As ${count(some)} pessoas que têm acesso deixam de entrar no escritório e nas empresas dele.`,
      ),
      companies.length === 0 ? null : 'Os vínculos com as empresas ficam como estão; elas continuam a emitir.',
      allInWords(
        closingsUnderWay,
        'O fechamento em andamento segue até o fim.',
        (some) => `Os ${count(some)} fechamentos em andamento seguem até o fim.`,
      ),
      'Nada é apagado: quando puder trabalhar de novo, tudo volta como estava.',
    ],
    path: 'suspender',
    button: 'Suspender o escritório',
  });
}
