import { traitsOf } from '../../../domain/document-types.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { brazilianMoney } from '../../../domain/pages/html/values.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { DocumentSummary } from '../../../operations/documents/summary.ts';
import { framedPage } from '../../parts/frame.ts';
import { statusHtml } from '../../parts/states.ts';
import { count } from '../../parts/words.ts';
import type { Destinations } from './find.ts';

export type GoToView = {
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
  search: string;
  found: Destinations;
};

/** The search for pages and records of a company. Browsers with scripts show it in a dialog (`panel/browser/go-to.ts`). */
export function goToHtml(view: GoToView): string {
  const { person, base, search } = view;
  return framedPage({
    title: 'Ir para',
    here: null,
    person,
    body: html`<section class="go" aria-labelledby="ir-titulo">
      <h1 id="ir-titulo">Ir para</h1>
      <form class="find" method="get" action="${base}/ir" role="search">
        <label class="field grow"
          ><span>Página, nota, cliente, pedido ou empresa</span>
          <input type="search" name="busca" value="${search}" autocomplete="off" autofocus
        /></label>
        <button class="button quiet">Buscar</button>
      </form>
      <div data-found role="status">${results(view)}</div>
    </section>`,
  });
}

function results({ base, search, found: { pages, notes, clients, places } }: GoToView): Markup {
  const groups = [
    group('Notas', notes, (note) => noteLine(base, note)),
    group(
      'Clientes',
      clients,
      ({ id, name, document }) => html`<a href="${base}/clientes/${id}">${name}<small>${maskOf(document)}</small></a>`,
    ),
    group('Páginas', pages, ({ path, word }) => html`<a href="${base}/${path}">${word}</a>`),
    group('Outro lugar', places, ({ home, name, mark }) => html`<a href="${home}">${name}<small>${mark}</small></a>`),
  ];
  const some = groups.filter((each) => each !== undefined);
  if (some.length > 0) return html`${some}`;
  return html`<p class="soft">Nada com “${search}”. Confira o número, a chave ou o nome.</p>`;
}

function group<Row>(title: string, rows: readonly Row[], line: (row: Row) => Markup): Markup | undefined {
  if (rows.length === 0) return undefined;
  return html`<h2>${title}</h2>
    <ul>
      ${rows.map((row) => html`<li>${line(row)}</li>`)}
    </ul>`;
}

function noteLine(base: string, note: DocumentSummary): Markup {
  const { id, type, status, series, number, client, totalValue, externalId } = note;
  const called = number === 0 ? 'sem número' : `${series ?? ''}/${count(number)}`;
  return html`<a href="${base}/notas/${id}"
    >${statusHtml(status)} ${traitsOf[type].title} ${called}<small
      >${client.name || 'Consumidor não identificado'} · R$
      ${brazilianMoney(totalValue)}${externalId ? ` · ${externalId}` : ''}</small
    ></a
  >`;
}

function maskOf(document: string): string {
  return /^\d{11}$|^[0-9A-Z]{12}\d{2}$/.test(document) ? taxIdMask(document) : document;
}
