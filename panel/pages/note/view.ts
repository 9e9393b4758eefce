import type { RoleInCompany } from '../../../domain/accounts/roles.ts';
import { accessKeyMask, taxIdMask } from '../../../domain/masks.ts';
import { traitsOf } from '../../../domain/document-types.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { money as rounded, decimal, round2 } from '../../../domain/money.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { brazilianMoney } from '../../../domain/pages/html/values.ts';
import { explainOwnRefusal, explainRejection, type Explanation } from '../../../domain/rejections/explain.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { LinkedNote, LinkedNotes } from '../../../operations/documents/linked-notes.ts';
import type { DocumentWithStory, Story } from '../../../operations/documents/story.ts';
import { alert } from '../../parts/alert.ts';
import { computedLine, linesTable, taxSums } from '../../parts/goods-lines.ts';
import { fact } from '../../parts/fact.ts';
import { framedPage } from '../../parts/frame.ts';
import { noteActsHtml } from '../../parts/note-acts.ts';
import { noteName } from '../../parts/note-page.ts';
import { noteStanding } from '../../parts/note-standing.ts';
import { explained } from '../../parts/refusals.ts';
import { type RunAddress, runLink } from '../../parts/run-link.ts';
import { mark, wordOf } from '../../parts/states.ts';
import { aboutLong, count, momentInWords, waitInWords } from '../../parts/words.ts';
import { emissionId } from '../../../temporal/names.ts';
import { timeline } from './timeline.ts';

export type NoteView = {
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
  note: DocumentWithStory;
  /** The notes that it replaces, or that replace it. */
  linked: LinkedNotes;
  /** The version of the note, as `versionOf` gives it. */
  version: string;
  role: RoleInCompany;
  now: Date;
  /** What has just been done with the note. */
  done?: Markup | undefined;
  /** Why an action about the note was refused. */
  fault?: string | undefined;
  /** Given when support looks. */
  runAddress?: RunAddress;
};

/** A note: its status and the reason, its files, its content, and its history. */
export function noteHtml(view: NoteView): string {
  const { person, role, base, note, linked, version, now, done, fault } = view;
  const { document, story } = note;
  return framedPage({
    title: noteName(document),
    here: 'notas',
    person,
    scripts: ['live'],
    live: `${base}/vivo?nota=${document.id}&versao=${version}`,
    body: html`<p class="trail"><a href="${base}/notas">‹ Notas emitidas</a></p>
      <article class="note" data-state="${document.status}">
        ${head(document)} ${done} ${alert(fault)} ${places(base, document, linked)} ${files(base, document)}
        ${noteActsHtml(base, document, noteStanding(note, role, now))} ${run(view)} ${rejection(document)} ${waiting(story, now)}
        <div class="columns">${sheet(note)} ${timeline(note, now)}</div>
      </article>`,
  });
}

function head(document: Document): Markup {
  const { type, environment, number, series, clientSnapshot: client, status } = document;
  const isTrial = environment === 'HOMOLOGATION';
  return html`<header class="note-head">
    <div>
      <p class="kind">${traitsOf[type].title}${isTrial ? html` · <b>homologação, sem valor fiscal</b>` : undefined}</p>
      <h1>${number === 0 ? wordOf(status) : html`<span class="soft">${series ?? ''}/</span>${count(number)}`}</h1>
      <p class="to">
        ${client.name || 'Consumidor não identificado'}
        <span class="soft">${client.document ? taxIdMask(client.document) : ''}</span>
      </p>
    </div>
    <div class="stamp" id="carimbo" data-part data-state="${status}">
      ${mark(status)}
      <div><b>${wordOf(status)}</b>${stampWords(document)}</div>
    </div>
  </header>`;
}

function stampWords(document: Document): Markup {
  const { status, cStat, cancellationDate, authorizationDate, protocolNumber } = document;
  if (status === 'REJECTED')
    return html`<small>${cStat ? `código ${cStat}` : 'pelo Lavra'}</small><small>nada foi emitido</small>`;
  const at = cancellationDate ?? authorizationDate;
  if (!at) return html`<small>${status === 'DRAFT' ? 'nada foi enviado' : 'a caminho'}</small>`;
  return html`<small><time datetime="${at.toISOString()}">${momentInWords(at)}</time></small
    >${protocolNumber ? html`<small>protocolo ${protocolNumber}</small>` : undefined}`;
}

/** A link to the workflow of the present attempt, for support; none for a note that nobody asked to issue. */
function run({ note: { document }, runAddress }: NoteView): Markup | undefined {
  const { id, attempt } = document;
  const link = attempt === 0 ? undefined : runLink(runAddress, emissionId(id, attempt));
  return link && html`<p class="soft">${link}</p>`;
}

/** The note that it replaces, with what that means now, and the note that replaces it. */
function places(base: string, { status }: Document, { replaces, replacedBy }: LinkedNotes): Markup | undefined {
  if (replacedBy && status === 'CANCELLED')
    return html`<p class="term">Substituída pela ${noteLink(base, replacedBy)}, que vale no lugar dela.</p>`;
  if (!replaces) return undefined;
  const other = noteLink(base, replaces);
  if (status === 'AUTHORIZED' || status === 'CANCELLED')
    return html`<p class="term">Substitui a ${other}, que foi cancelada com a autorização desta.</p>`;
  const end = replaces.status === 'AUTHORIZED' ? 'Até lá, aquela continua valendo.' : 'Aquela já não vale.';
  return html`<p class="term">Substitui a ${other} quando for autorizada. ${end}</p>`;
}

function noteLink(base: string, note: LinkedNote): Markup {
  return html`<a href="${base}/notas/${note.id}">${noteName(note)}</a>`;
}

/** Files exist of a document that was authorized, or issued offline in contingency. */
function files(base: string, { id, status, type, contingencyMode }: Document): Markup | undefined {
  const isThere = status === 'AUTHORIZED' || status === 'CANCELLED' || contingencyMode === 'OFFLINE';
  if (!isThere) return undefined;
  const page = { NFE: 'DANFE', NFCE: 'DANFE NFC-e', NFSE: 'DANFSe' }[type];
  return html`<p class="acts">
    <a class="button" href="${base}/notas/${id}/pdf">${page} (PDF)</a>
    <a class="button quiet" href="${base}/notas/${id}/xml">XML</a>
    <a class="button quiet" href="${base}/notas/${id}/email">E-mails…</a>
    <a class="button quiet" href="${base}/notas/${id}/eventos">Eventos…</a>
  </p>`;
}

/** Why a note was rejected, and what to do about it; undefined for other notes. */
export function rejection({ status, type, cStat, rejectionReason }: Document): Markup | undefined {
  if (status !== 'REJECTED') return undefined;
  const words = rejectionReason ?? '';
  const start = `${cStat} - `;
  const told: Explanation =
    cStat && words.startsWith(start)
      ? explainRejection(cStat, words.slice(start.length))
      : explainOwnRefusal(type, words);
  return explained(told);
}

function waiting({ waiting: wait }: Story, now: Date): Markup | undefined {
  if (!wait) return undefined;
  return html`<section class="notice" data-kind="wait">
    <h2>${waitInWords(wait.reason)}</h2>
    <p>
      Espera há ${aboutLong(now.getTime() - wait.since.getTime())}.
      ${wait.until ? `Até ${momentInWords(wait.until)}.` : ''}
      ${wait.kind === 'PERSON' ? 'Alguém precisa decidir.' : 'Segue sozinha; nada se perde nem se emite em dobro.'}
    </p>
  </section>`;
}

/** The content of the note; before it is computed, what was asked for. */
function sheet({ document, payload, computed }: NoteView['note']): Markup {
  const { accessKey, externalId, protocolNumber, issuedByOffice, totalValue } = document;
  const goods = computed?.model ? computed : null;
  const lines = goods
    ? goods.items.map(computedLine)
    : payload.items.map((item) => ({
        ...{
          description: item.description,
          code: item.code,
          about: '',
          quantity: item.quantity,
          unit: item.unit ?? '',
        },
        unitValue: item.unitValue,
        total: rounded(round2(decimal(item.quantity).times(decimal(item.unitValue)))),
        trace: undefined,
      }));
  return html`<section class="sheet" aria-labelledby="a-nota">
    <h2 id="a-nota" class="unseen">A nota</h2>
    ${
      accessKey
        ? html`<p class="key"><span>Chave de acesso</span> <code>${accessKeyMask(accessKey)}</code></p>`
        : undefined
    }
    ${linesTable(lines)}
    <dl class="sums">
      ${goods ? taxSums(goods.totals) : undefined}
      <div class="total">
        <dt>Total</dt>
        <dd>R$ ${brazilianMoney(totalValue)}</dd>
      </div>
    </dl>
    <dl class="facts">
      ${fact('Pedido', externalId)}${fact('Protocolo', protocolNumber)}${fact('Emitida pelo escritório', issuedByOffice)}
    </dl>
  </section>`;
}
