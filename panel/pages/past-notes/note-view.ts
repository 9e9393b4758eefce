import { traitsOf } from '../../../domain/document-types.ts';
import { accessKeyMask, taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { brazilianMoney } from '../../../domain/pages/html/values.ts';
import type { PastNote, PastNoteEvent } from '../../../domain/past/past-note.entity.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { fact } from '../../parts/fact.ts';
import { framedPage } from '../../parts/frame.ts';
import { momentInWords } from '../../parts/words.ts';
import { pastStatusHtml } from './view.ts';

export type PastNoteView = {
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
  note: PastNote;
  events: PastNoteEvent[];
};

/** A note of another system: its content, its file, and its events. */
export function pastNoteHtml({ person, base, note, events }: PastNoteView): string {
  const { id, type, series, number, recipientName, recipientTaxId, protocol } = note;
  const kind = traitsOf[type].title;
  return framedPage({
    title: `${kind} ${number}`,
    here: 'notas-de-antes',
    person,
    body: html`<p class="trail"><a href="${base}/notas-de-antes">‹ Notas de antes</a></p>
      <article class="note">
        <header class="note-head">
          <div>
            <p class="kind">${kind}</p>
            <h1><span class="soft">${series}/</span>${number}</h1>
            <p class="to">
              ${recipientName ?? 'Consumidor não identificado'}
              <span class="soft">${recipientTaxId ? taxIdMask(recipientTaxId) : ''}</span>
            </p>
          </div>
          <div class="stand"><p>${pastStatusHtml(note)}</p></div>
        </header>
        <p class="acts"><a class="button" href="${base}/notas-de-antes/${id}/xml">XML</a></p>
        <section class="sheet" aria-labelledby="a-nota">
          <h2 id="a-nota" class="unseen">A nota</h2>
          <p class="key"><span>Chave de acesso</span> <code>${accessKeyMask(note.accessKey)}</code></p>
          <dl class="facts">
            ${fact('Total', `R$ ${brazilianMoney(note.totalValue)}`)} ${fact('Emissão', momentInWords(note.issuedAt))}
            ${fact('Protocolo', protocol)} ${fact('Importada', momentInWords(note.importedAt))}
          </dl>
        </section>
        ${eventsOf(`${base}/notas-de-antes/${id}`, events)}
      </article>`,
  });
}

function eventsOf(at: string, events: readonly PastNoteEvent[]): Markup | undefined {
  if (events.length === 0) return undefined;
  return html`<section aria-labelledby="eventos">
    <h2 id="eventos">Eventos</h2>
    <ul class="plain-list">
      ${events.map(
        ({ id, description, code, sequence, occurredAt, protocol }) =>
          html`<li>
            <span
              ><b>${description}</b>
              <small>${momentInWords(occurredAt)}${protocol ? ` · protocolo ${protocol}` : ''}</small></span
            >
            <a href="${at}/eventos/${id}/xml">XML<span class="unseen"> do evento ${code}-${sequence}</span></a>
          </li>`,
      )}
    </ul>
  </section>`;
}
