import { traitsOf } from '../../domain/document-types.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { html, type Markup } from '../../domain/pages/html/markup.ts';
import { brazilianMoney } from '../../domain/pages/html/values.ts';
import type { SignedIn } from '../../operations/accounts/sessions.ts';
import { framedPage } from './frame.ts';
import { statusHtml } from './states.ts';
import { count } from './words.ts';

/** The name of a note: `NF-e 1/123`. */
export function noteName({ type, series, number }: Pick<Document, 'type' | 'series' | 'number'>): string {
  const { title } = traitsOf[type];
  return number === 0 ? `${title} sem número` : `${title} ${series ?? ''}/${count(number)}`;
}

export type NoteActPage = {
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
  document: Document;
  title: string;
  body: Markup;
};

/** A page that does one thing with a note: which note it is, and the link back to it. */
export function noteActPage({ person, base, document, title, body }: NoteActPage): string {
  const { id, status, clientSnapshot: client, totalValue, environment } = document;
  const name = noteName(document);
  return framedPage({
    title: `${title} · ${name}`,
    here: 'notas',
    person,
    body: html`<p class="trail"><a href="${base}/notas/${id}">‹ ${name}</a></p>
      <h1>${title}</h1>
      <p class="note-line">
        ${statusHtml(status)} <b>${name}</b> · ${client.name || 'Consumidor não identificado'} · R$ ${brazilianMoney(totalValue)}
        ${environment === 'HOMOLOGATION' ? html`<b class="trial-word">homologação</b>` : undefined}
      </p>
      ${body}`,
  });
}

/** Shown in place of the form when the thing cannot be done. */
export function cannotNow(words: string): Markup {
  return html`<p class="notice" data-kind="wait">${words}</p>`;
}
