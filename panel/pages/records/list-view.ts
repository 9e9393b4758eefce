import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { pager, searchedAt } from '../../parts/pager.ts';
import { searchForm } from '../../parts/search-form.ts';
import { liveListAddress } from '../live/addresses.ts';
import type { RecordKind, RecordRow } from './kind.ts';

/** One page of a list, and the search that it answers. */
export type RecordList = {
  rows: RecordRow[];
  total: number;
  search: string;
  page: number;
  pageSize: number;
  /** Why the search was not applied. */
  fault?: string;
};

export type RecordListView = {
  kind: RecordKind;
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
  mayWrite: boolean;
  records: RecordList;
  /** The version of the list, as `versionOf` gives it; absent when the list is not live. */
  version?: string | undefined;
  done?: Markup | undefined;
};

/** The kinds that can be imported from a file, and where. */
const imported: Readonly<Record<string, string>> = {
  ...{ clientes: 'Importar planilha', produtos: 'Importar planilha', transporte: 'Importar planilha' },
  ...{ regras: 'Importar arquivo', modelos: 'Importar arquivo' },
};

/** The records of a kind, the newest first. */
export function listHtml(view: RecordListView): string {
  const { kind, person, base, mayWrite, records, version, done } = view;
  const { words, path } = kind;
  const address = `${base}/${path}`;
  return framedPage({
    title: words.title,
    here: kind.here,
    person,
    scripts: ['live', 'search'],
    ...(version === undefined ? {} : { live: liveListAddress(base, path, version) }),
    body: html`<div class="head">
        <h1>${words.title}</h1>
        ${
          mayWrite
            ? html`<p class="acts">
                <a class="button" href="${address}/novo">${words.create}</a>
                ${imported[path] ? html`<a class="button quiet" href="${address}/importar">${imported[path]}</a>` : undefined}
              </p>`
            : undefined
        }
      </div>
      ${done} ${alert(records.fault)}
      ${words.search === null ? undefined : searchForm(address, records.search, words.search)}
      ${records.rows.length === 0 ? empty(view) : recordTable(kind, address, records.rows)}
      ${records.rows.length === 0 ? undefined : pager(searchedAt(address, records.search), records, { rows: ['cadastro', 'cadastros'] })}`,
  });
}

/** Rows of records; on a telephone each is two lines. */
export function recordTable({ words, columns }: RecordKind, address: string, rows: readonly RecordRow[]): Markup {
  return html`<table class="records">
    <caption class="unseen">
      ${words.title}
    </caption>
    <thead>
      <tr>
        <th scope="col">Nome</th>
        ${columns.map((column) => html`<th scope="col">${column}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ id, name, under, cells, isIdle }) =>
          html`<tr id="c-${id}" data-part ${isIdle ? html`data-idle="true"` : undefined}>
            <td><a href="${address}/${id}">${name}</a>${under ? html`<small>${under}</small>` : undefined}</td>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function empty({ kind: { words, path }, base, records }: RecordListView): Markup {
  if (records.search === '' && records.page === 1) {
    return html`<div class="empty">
      <h2>Nada aqui ainda</h2>
      <p>${words.none}</p>
    </div>`;
  }
  return html`<div class="empty">
    <h2>Nada encontrado</h2>
    <p>Confira o que buscou, ou <a href="${base}/${path}">veja a lista inteira</a>.</p>
  </div>`;
}
