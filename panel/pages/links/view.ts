import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { LinkGroup, LinkOfOffice } from '../../../operations/offices/links-of-office.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { type ListedPage, pager } from '../../parts/pager.ts';
import { count } from '../../parts/words.ts';
import { groups, isToAskAgain, mailInWords, linkInWords } from './words.ts';

/** The filter in the address of the list. */
export type LinksFilter = { group: LinkGroup | undefined; search: string; page: number };

export type LinksView = Omit<ListedPage, 'page'> & {
  person: SignedIn;
  office: NonNullable<SignedIn['office']>;
  /** Whether the person may invite, withdraw and end. */
  mayAct: boolean;
  filter: LinksFilter;
  links: LinkOfOffice[];
  counts: Record<LinkGroup, number>;
  now: Date;
  done?: Markup | undefined;
  fault?: string | undefined;
  /** The CNPJ or CPF that was refused. */
  asked?: string | undefined;
};

/** The companies that the office asked, works with or worked with, the last changed first, and the form that asks another. */
export function linksHtml(view: LinksView): string {
  const { person, office, mayAct, filter, links, done, fault } = view;
  const address = `/c/${office.taxId}/vinculos`;
  return framedPage({
    title: 'Vínculos',
    here: 'vinculos',
    person,
    body: html`<div class="head"><h1>Vínculos com empresas</h1></div>
      ${done} ${alert(fault)} ${mayAct ? invite(address, view) : undefined} ${tabs(address, view)}
      ${find(address, filter)} ${links.length === 0 ? empty(view) : table(address, view)}
      ${pager((page) => addressOf(address, { ...filter, page }), { ...view, page: filter.page }, { rows: ['vínculo', 'vínculos'] })}`,
  });
}

function addressOf(address: string, { group, search, page }: LinksFilter): string {
  const said = {
    situacao: groups.find(({ key }) => key === group)?.inAddress ?? '',
    busca: search,
    pagina: page > 1 ? String(page) : '',
  };
  const query = new URLSearchParams(Object.entries(said).filter(([, value]) => value !== '')).toString();
  return query === '' ? address : `${address}?${query}`;
}

function invite(address: string, { asked, links, filter }: LinksView): Markup {
  const isFirst = links.length === 0 && filter.group === undefined && filter.search === '';
  return html`<details class="folded" ${asked !== undefined || isFirst ? html`open` : undefined}>
    <summary>Convidar uma empresa…</summary>
    <p class="soft">
      O convite vai por e-mail a quem administra a empresa, ao endereço que está no cadastro dela, e vale por sete dias.
      Esse endereço não é mostrado aqui, nem se escolhe outro: quem responde pela empresa é ela. Ela aceita pelo e-mail,
      ou no painel dela, em Escritório; até lá, você não vê nada dela.
    </p>
    <form class="stack narrow" method="post" action="${address}/convidar">
      <label class="field"
        ><span>CNPJ ou CPF da empresa</span>
        <input
          name="cnpj"
          value="${asked ?? ''}"
          required
          maxlength="18"
          autocomplete="off"
          placeholder="00.000.000/0000-00"
      /></label>
      <button class="button">Convidar</button>
    </form>
  </details>`;
}

function tabs(address: string, { filter, counts }: LinksView): Markup {
  const all = Object.values(counts).reduce((sum, each) => sum + each, 0);
  return html`<nav class="tabs" aria-label="Situação">
    ${groups.map(
      ({ key, word }) =>
        html`<a
          class="tab"
          href="${addressOf(address, { ...filter, group: key, page: 1 })}"
          ${filter.group === key ? html`aria-current="true"` : undefined}
          >${word} <b>${count(key ? counts[key] : all)}</b></a
        >`,
    )}
  </nav>`;
}

function find(address: string, { group, search }: LinksFilter): Markup {
  const inAddress = groups.find(({ key }) => key === group)?.inAddress ?? '';
  return html`<form class="find" method="get" action="${address}" role="search">
    ${inAddress === '' ? undefined : html`<input type="hidden" name="situacao" value="${inAddress}" />`}
    <label class="field grow"
      ><span>Buscar</span> <input type="search" name="busca" value="${search}" placeholder="nome, CNPJ ou CPF"
    /></label>
    <button class="button quiet">Buscar</button>
  </form>`;
}

function table(address: string, view: LinksView): Markup {
  return html`<table class="records">
    <caption class="unseen">
      Vínculos, o que mudou por último primeiro
    </caption>
    <thead>
      <tr>
        <th scope="col">Empresa</th>
        <th scope="col">Situação</th>
        <th scope="col">Convite por e-mail</th>
        <th scope="col"><span class="unseen">O que fazer</span></th>
      </tr>
    </thead>
    <tbody>
      ${view.links.map((link) => row(address, view, link))}
    </tbody>
  </table>`;
}

function row(address: string, { office, now, mayAct }: LinksView, link: LinkOfOffice): Markup {
  const { company, status } = link;
  const { word, about } = linkInWords(link, office);
  const name =
    status === 'ACTIVE' ? html`<a href="/e/${company.taxId}/notas">${company.name}</a>` : html`<b>${company.name}</b>`;
  return html`<tr>
    <td>${name}<small>${taxIdMask(company.taxId)}</small></td>
    <td>${word}${about.map((each) => html`<small>${each}</small>`)}</td>
    <td>${status === 'PENDING' ? mailCell(link, now) : undefined}</td>
    <td>${mayAct ? acts(`${address}/${link.id}`, link, now) : undefined}</td>
  </tr>`;
}

function mailCell({ mail }: LinkOfOffice, now: Date): Markup {
  const { word, why, isBad } = mailInWords(mail, now);
  return html`${isBad ? html`<b class="why" data-kind="bad">${word}</b>` : word}${why ? html`<small>${why}</small>` : undefined}`;
}

function acts(here: string, link: LinkOfOffice, now: Date): Markup | undefined {
  const of = html`<span class="unseen"> (${link.company.name})</span>`;
  const form = (path: string, words: string): Markup =>
    html`<form method="post" action="${here}/${path}"><button class="button quiet">${words}${of}</button></form>`;
  switch (link.status) {
    case 'PENDING':
      return html`<div class="row-acts">
        ${isToAskAgain(link, now) ? form('reenviar', 'Enviar de novo') : undefined}
        ${form('retirar', 'Retirar o pedido')}
      </div>`;
    case 'ACTIVE':
      return html`<a class="button quiet" href="${here}/encerrar">Encerrar…${of}</a>`;
    case 'REFUSED':
    case 'ENDED':
      return form('reenviar', 'Pedir de novo');
  }
}

function empty({ filter: { group, search } }: LinksView): Markup {
  if (search !== '')
    return html`<p>Nenhuma empresa com “${search}”. Confira o nome, o CNPJ ou o CPF, ou apague a busca.</p>`;
  if (group !== undefined) return html`<p>Nenhum vínculo assim.</p>`;
  return html`<div class="empty">
    <h2>Nenhuma empresa foi convidada</h2>
    <p>Quem administra o escritório convida a primeira pelo CNPJ, e a resposta aparece aqui.</p>
  </div>`;
}

type LinkEnd = { person: SignedIn; address: string; link: LinkOfOffice };

/** Asks before a link is ended, and says what stops. */
export function linkEndHtml({ person, address, link: { id, company } }: LinkEnd): string {
  return framedPage({
    title: 'Encerrar o vínculo',
    here: 'vinculos',
    person,
    body: html`<p class="trail"><a href="${address}">‹ Vínculos</a></p>
      <div class="head"><h1>Encerrar o vínculo com ${company.name}?</h1></div>
      <p>
        O escritório deixa de ver a empresa (${taxIdMask(company.taxId)}) na hora: as notas dela, as recebidas e o
        quadro do mês. As chaves e os avisos do escritório deixam de alcançá-la, e links de exportação com ela param de
        abrir.
      </p>
      <p>
        Baixe antes o que ainda vai usar. Os ZIPs já baixados continuam seus, e o que já foi pedido à SEFAZ segue até o
        fim. Para voltar, convide a empresa de novo, e ela aceita.
      </p>
      <form method="post" action="${address}/${id}/encerrar" class="actions">
        <button class="button danger">Encerrar o vínculo</button>
        <a class="quiet-link" href="${address}">Deixar como está</a>
      </form>`,
  });
}
