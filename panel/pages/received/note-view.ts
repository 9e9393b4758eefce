import type { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { titleOfEvent } from '../../../domain/documents/events/event.ts';
import { accessKeyMask, taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { brazilianMoney } from '../../../domain/pages/html/values.ts';
import type { ReceivedItem } from '../../../domain/received/items.ts';
import { pdfOf } from '../../../domain/received/kinds.ts';
import type { Payable } from '../../../domain/received/payable.entity.ts';
import type { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { EventAbout } from '../../../operations/events-about.ts';
import type { ReceivedInFull } from '../../../operations/received/find-received.ts';
import { fact } from '../../parts/fact.ts';
import { framedPage } from '../../parts/frame.ts';
import { goodsTable } from '../../parts/goods-lines.ts';
import { momentInWords, shortDay } from '../../parts/words.ts';
import { payableInWords } from '../payables/words.ts';
import { isAnswerable, kindWords, roleWords, standing } from './words.ts';

export type ReceivedNoteView = {
  person: SignedIn;
  base: string;
  mayAnswer: boolean;
  found: ReceivedInFull;
  items: ReceivedItem[];
  answer: DocumentEvent | undefined;
  done?: Markup | undefined;
};

/** A received document: its state, its files, its content, the answers to it, and what is owed for it. */
export function receivedNoteHtml(view: ReceivedNoteView): string {
  const { person, base, found, items, done } = view;
  const { document, events, payables } = found;
  const { series, number, schemaType } = document;
  const kind = kindWords[schemaType];
  return framedPage({
    title: number ? `${kind} ${number}` : kind,
    here: 'recebidas',
    person,
    body: html`<p class="trail"><a href="${base}/recebidas">‹ Notas recebidas</a></p>
      ${done}
      <article class="note">
        <header class="note-head">
          <div>
            ${number ? html`<p class="kind">${kind}</p>` : undefined}
            <h1>${number ? html`<span class="soft">${series ? `${series}/` : ''}</span>${number}` : kind}</h1>
            <p class="to">
              ${document.issuerName ?? ''}
              <span class="soft">${document.issuerTaxId ? taxIdMask(document.issuerTaxId) : ''}</span>
            </p>
          </div>
          ${stand(view)}
        </header>
        ${files(view)} ${signature(document)}
        <section class="sheet" aria-labelledby="a-nota">
          <h2 id="a-nota" class="unseen">A nota</h2>
          <p class="key"><span>Chave de acesso</span> <code>${accessKeyMask(document.accessKey)}</code></p>
          ${items.length === 0 ? noItems(document) : goodsTable(items.map(rowOf))}
          <dl class="facts">
            ${fact('Total', document.totalValue ? `R$ ${brazilianMoney(document.totalValue)}` : null)}
            ${fact('Emissão', momentInWords(document.emissionDate))} ${fact('A empresa é', roleWords[document.role])}
            ${fact('Protocolo', document.protocol ?? document.eventProtocol)} ${fact('Texto', document.eventText)}
            ${fact('Chegou ao Lavra', momentInWords(document.receivedAt))}
          </dl>
        </section>
        ${eventsOf(base, document, events)} ${payablesOf(base, payables)}
      </article>`,
  });
}

function stand({ base, mayAnswer, found: { document }, answer }: ReceivedNoteView): Markup {
  const { word, why } = standing(document, answer);
  return html`<div class="stand">
    <p><b>${word}</b></p>
    ${why ? html`<p class="why" data-kind="wait">${why}</p>` : undefined}
    ${
      mayAnswer && isAnswerable(document)
        ? html`<a class="button" href="${base}/recebidas/responder?nota=${document.id}">Responder…</a>`
        : undefined
    }
  </div>`;
}

function files({ base, found: { document } }: ReceivedNoteView): Markup {
  const at = `${base}/recebidas/${document.id}`;
  const pdf = pdfOf(document);
  const page = document.model === 'NFSE' ? 'DANFSe' : 'DANFE';
  return html`<p class="acts">
    ${'reason' in pdf ? undefined : html`<a class="button" href="${at}/pdf">${page} (PDF)</a>`}
    <a class="button quiet" href="${at}/xml">XML</a>
    ${document.eventCode === '' ? html`<a class="button quiet" href="${at}/eventos">Eventos…</a>` : undefined}
  </p>`;
}

function signature({ signature: state, signatureFault }: ReceivedDocument): Markup | undefined {
  if (state !== 'INVALID' && state !== 'ABSENT') return undefined;
  return html`<p class="notice" data-kind="bad">
    ${state === 'ABSENT' ? 'O arquivo não tem a assinatura de quem emitiu.' : 'A assinatura do arquivo não confere.'}
    ${signatureFault ?? ''} Confira com o fornecedor antes de pagar.
  </p>`;
}

function noItems({ schemaType }: ReceivedDocument): Markup | undefined {
  if (schemaType !== 'RES_NFE') return undefined;
  return html`<p>
    Só o resumo desta nota chegou, e ele não diz os itens. O XML completo vem depois da ciência da operação.
  </p>`;
}

const rowOf = ({ description, code, about, quantity, unit, unitValue, total }: ReceivedItem): Markup =>
  html`<tr>
    <td><b>${description}</b><small>${[code, about].filter(Boolean).join(' · ')}</small></td>
    <td class="end">${plain(quantity)} <small>${unit}</small></td>
    <td class="end">${amount(unitValue)}</td>
    <td class="end">${amount(total)}</td>
  </tr>`;

/** `1.5000` becomes `1,5`; text that is not a number stays as it is. */
function plain(value: string): string {
  return /^\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, '').replace('.', ',') : value;
}

function amount(value: string): string {
  return /^\d+(\.\d+)?$/.test(value) ? brazilianMoney(value) : value;
}

type EventStatus = 'PENDING' | 'REGISTERED' | 'REJECTED';
const eventStates: Record<EventStatus, string> = {
  PENDING: 'a caminho da SEFAZ',
  REGISTERED: 'registrado',
  REJECTED: 'não registrado',
};

const stateOf = ({ status }: { status: EventStatus }): string => eventStates[status];

function eventsOf(base: string, { id }: ReceivedDocument, events: EventAbout[]): Markup | undefined {
  if (events.length === 0) return undefined;
  return html`<section aria-labelledby="eventos">
    <h2 id="eventos">Eventos</h2>
    <ul class="plain-list">
      ${events.map((about) => {
        const { event } = about;
        const told =
          about.kind === 'own'
            ? {
                title: titleOfEvent(about.event),
                state: stateOf(about.event),
                at: about.event.registeredAt ?? about.event.createdAt,
                text: about.event.justification ?? (about.event.status === 'REGISTERED' ? null : about.event.reason),
                hasFile: about.event.status === 'REGISTERED',
              }
            : {
                title: about.event.eventName || 'Evento',
                state: 'registrado',
                at: about.event.emissionDate,
                text: about.event.eventText,
                hasFile: true,
              };
        return html`<li>
          <span
            ><b>${told.title}</b>, ${told.state}
            <small>${momentInWords(told.at)}${told.text ? `. ${told.text}` : ''}</small></span
          >
          ${told.hasFile ? html`<a href="${base}/recebidas/${id}/eventos/${event.id}/xml">XML do evento</a>` : undefined}
        </li>`;
      })}
    </ul>
  </section>`;
}

function payablesOf(base: string, payables: Payable[]): Markup | undefined {
  if (payables.length === 0) return undefined;
  return html`<section aria-labelledby="contas">
    <h2 id="contas">Contas a pagar</h2>
    <ul class="plain-list">
      ${payables.map((payable) => {
        const { dueDate, amount: owed, paidOn, number } = payable;
        return html`<li>
          <span
            >${shortDay(dueDate)}${number ? html` <small>parcela ${number}</small>` : undefined}
            <small>${payableInWords(payable)}${paidOn ? ` em ${shortDay(paidOn)}` : ''}</small></span
          >
          <b>R$ ${brazilianMoney(owed)}</b>
        </li>`;
      })}
    </ul>
    <p><a href="${base}/a-pagar">Ver as contas a pagar</a></p>
  </section>`;
}
