import type { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { titleOfEvent } from '../../../domain/documents/events/event.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { brazilianMoney } from '../../../domain/pages/html/values.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { withdrawable } from '../../../operations/documents/event-offers.ts';
import type { EventAbout } from '../../../operations/events-about.ts';
import { framedPage } from '../../parts/frame.ts';
import { momentInWords, shortDay } from '../../parts/words.ts';
import { failureWords } from './non-reform-fields.ts';
import type { NoteOfEvents } from './subject.ts';
import { lackWords, pathOf, eventInWords, titleOf } from './words.ts';

export type EventPage = {
  person: SignedIn;
  subject: NoteOfEvents;
  title: string;
  /** The link back. */
  back: { path: string; name: string };
  body: Markup;
};

/** A page about the events of a note: which note it is, and the link back to it. */
export function eventPage({ person, subject, title, back, body }: EventPage): string {
  const { here, name, about, isTrial } = subject;
  return framedPage({
    title: `${title} · ${name}`,
    here,
    person,
    body: html`<p class="trail"><a href="${back.path}">‹ ${back.name}</a></p>
      <h1>${title}</h1>
      <p class="note-line">
        <b>${name}</b> · ${about} ${isTrial ? html`<b class="trial-word">homologação</b>` : undefined}
      </p>
      ${body}`,
  });
}

/** The registered events of a note, and those that can be registered. */
export function eventsHtml(view: { person: SignedIn; subject: NoteOfEvents; done: Markup | undefined }): string {
  const { person, subject, done } = view;
  return eventPage({
    ...{ person, subject, title: 'Eventos da nota', back: { path: subject.at, name: subject.name } },
    body: html`${done} ${known(subject)} ${offered(subject)}`,
  });
}

function known(subject: NoteOfEvents): Markup {
  const { events, own } = subject;
  const standing = new Set(withdrawable(own).map(({ id }) => id));
  return html`<section aria-labelledby="registrados">
    <h2 id="registrados">O que já se registrou</h2>
    ${
      events.length === 0
        ? html`<p class="soft">Nada ainda.</p>`
        : html`<ul class="plain-list">
            ${events.map((about) => row(subject, about, standing))}
          </ul>`
    }
  </section>`;
}

type EventLine = { title: string; state: string; at: Date; words: string; hasFile: boolean; hasProof: boolean };

function row({ at, own, mayRegister }: NoteOfEvents, about: EventAbout, standing: ReadonlySet<string>): Markup {
  const { id } = about.event;
  const {
    title,
    state,
    at: moment,
    words,
    hasFile,
    hasProof,
  } = about.kind === 'own' ? ofOwn(about.event, own) : ofOther(about);
  const mayWithdraw = mayRegister && standing.has(id);
  const withdrawal = `${at}/eventos/registrar/${pathOf('EVENT_WITHDRAWAL')}`;
  return html`<li>
    <span><b>${title}</b>, ${state} <small>${[momentInWords(moment), words].filter(Boolean).join('. ')}</small></span>
    ${
      hasFile || hasProof || mayWithdraw
        ? html`<span class="acts">
            ${hasFile ? html`<a href="${at}/eventos/${id}/xml">XML do evento</a>` : undefined}
            ${hasProof ? html`<a href="${at}/entrega/${id}">Comprovante</a>` : undefined}
            ${mayWithdraw ? html`<a href="${withdrawal}?evento=${id}">Retirar…</a>` : undefined}
          </span>`
        : undefined
    }
  </li>`;
}

const states = { PENDING: 'a caminho da autoridade', REGISTERED: 'registrado', REJECTED: 'não registrado' };
const stateOf = ({ status }: { status: keyof typeof states }): string => states[status];

function ofOwn(event: DocumentEvent, own: readonly DocumentEvent[]): EventLine {
  const { status, reason, justification, registeredAt, createdAt, content } = event;
  const isBack = own.some(
    (other) => other.status === 'REGISTERED' && other.content?.eventId === event.id && status === 'REGISTERED',
  );
  const why = status === 'REGISTERED' ? null : reason;
  return {
    title: titleOfEvent(event),
    state: isBack ? 'retirado' : stateOf(event),
    at: registeredAt ?? createdAt,
    words: [contentWords(content), justification, why].filter(Boolean).join('. '),
    hasFile: status === 'REGISTERED',
    hasProof: Boolean(content?.failedDelivery),
  };
}

function ofOther({ event }: Extract<EventAbout, { kind: 'received' }>): EventLine {
  const { eventName, emissionDate, eventText } = event;
  const words = eventText ?? '';
  return {
    title: eventName || 'Evento',
    state: 'registrado',
    at: emissionDate,
    words,
    hasFile: false,
    hasProof: false,
  };
}

function contentWords(content: DocumentEvent['content']): string {
  if (content?.carrier) return `Transportador ${taxIdMask(content.carrier.taxId)}`;
  if (content?.failedDelivery)
    return content.failedDelivery.justification ?? failureWords[content.failedDelivery.reason];
  if (content?.payments) return content.payments.map(({ value }) => `R$ ${brazilianMoney(value)}`).join(', ');
  if (content?.expectedDeliveryDate) return `Para ${shortDay(content.expectedDeliveryDate)}`;
  if (typeof content?.accepted === 'boolean') return content.accepted ? 'Débito aceito' : 'Débito não aceito';
  const numbers = (content?.items ?? []).map(({ number }) => number);
  if (numbers.length === 0) return '';
  return `${numbers.length === 1 ? 'Item' : 'Itens'} ${numbers.join(', ')}`;
}

function offered({ at, offers, mayRegister }: NoteOfEvents): Markup {
  const { types, lack } = offers;
  return html`<section aria-labelledby="registrar">
    <h2 id="registrar">Registrar um evento</h2>
    ${
      lack !== null
        ? html`<p class="soft">${lackWords[lack]}</p>`
        : !mayRegister
          ? html`<p class="soft">Seu acesso é só de consulta: quem emite ou responde pela empresa é que registra.</p>`
          : html`<p class="soft">Só o que cabe nesta nota, pelo que ela mesma diz.</p>
              <ul class="plain-list">
                ${types.map(
                  (type) =>
                    html`<li>
                      <span
                        ><a href="${at}/eventos/registrar/${pathOf(type)}"><b>${titleOf(type)}…</b></a>
                        <small>${eventInWords(type)}</small></span
                      >
                    </li>`,
                )}
              </ul>`
    }
  </section>`;
}
