import type { DocumentStatus } from '../../../domain/documents/document.entity.ts';
import { titleOfEvent } from '../../../domain/documents/events/event.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { outcomeOf } from '../../../domain/sefaz/outcomes.ts';
import type { DeliveryStatus } from '../../../domain/webhooks/event-types.ts';
import type { DocumentWithStory, Story } from '../../../operations/documents/story.ts';
import { eventWords } from '../../parts/event-words.ts';
import { count, lasting, secondOf, waitInWords } from '../../parts/words.ts';

/** Something that happened to a note. */
type Fact = {
  at: Date;
  kind: 'asked' | 'numbered' | 'call' | 'lost' | 'AUTHORIZED' | 'REJECTED' | 'event' | 'delivery' | 'mail' | 'wait';
  title: string;
  /** The code of the answer (cStat). */
  code?: string | null;
  more?: string | null;
  tookMs?: number;
};

/** The authority's services in words. */
const services: Record<string, string> = {
  NfeAutorizacao: 'Enviada à SEFAZ',
  NfeRetAutorizacao: 'Recibo consultado',
  NfeConsultaProtocolo: 'Consultada pela chave',
  RecepcaoEvento: 'Evento enviado',
};

/** Milliseconds: shorter gaps are not shown. */
const noticedMs = 1500;

/** What happened to the note, in order, with what took the time until its outcome. */
export function timeline(note: DocumentWithStory, now: Date): Markup {
  const facts = factsOf(note);
  let end = facts[0]?.at.getTime() ?? 0;
  const rows = facts.flatMap((fact, index) => {
    const gapMs = fact.at.getTime() - end;
    end = Math.max(end, fact.at.getTime() + (fact.tookMs ?? 0));
    const gap =
      index > 0 && gapMs > noticedMs ? [html`<li class="gap"><span>${lasting(gapMs)} depois</span></li>`] : [];
    return [...gap, row(fact)];
  });
  return html`<section class="story" aria-labelledby="historia">
    <h2 id="historia">Linha do tempo</h2>
    ${split(note, now)}
    <ol>
      ${rows}
    </ol>
  </section>`;
}

function row({ at, kind, title, code, more, tookMs }: Fact): Markup {
  return html`<li id="f-${kind}-${at.getTime()}" data-part data-kind="${kind}">
    <time datetime="${at.toISOString()}">${secondOf(at)}</time>
    <div>
      <p>${title}${code ? html` <code>${code}</code>` : undefined}</p>
      ${more ? html`<p class="more">${more}</p>` : undefined}
      ${tookMs === undefined ? undefined : html`<p class="more">${lasting(tookMs)}</p>`}
    </div>
  </li>`;
}

function factsOf({ document, story, emissionAskedAt }: DocumentWithStory): Fact[] {
  const { externalId, status, authorizationDate, protocolNumber, createdAt } = document;
  const facts: Fact[] = [
    ...askedFacts({ status, createdAt, emissionAskedAt, more: externalId ?? null }),
    ...story.attempts.map(({ attempt, series, number, createdAt }): Fact => ({
      at: createdAt,
      kind: 'numbered',
      title: `Numerada ${series}/${count(number)} e assinada`,
      more: attempt > 1 ? `tentativa ${attempt}` : null,
    })),
    ...story.authorityCalls.map((call): Fact => callOf(call)),
    ...story.events.map((event): Fact => ({
      at: event.occurredAt,
      kind: 'event',
      title: titleOfEvent(event),
      code: event.cStat ?? null,
      more: event.waiting?.reason ?? null,
    })),
    ...story.deliveries.map(({ createdAt, event, url, status: outcome, attempts, deliveredAt }): Fact => ({
      at: createdAt,
      kind: 'delivery',
      title: deliveryTitle(outcome),
      more: [event && eventWords[event], hostOf(url), attempts > 1 ? `${attempts} tentativas` : null]
        .filter(Boolean)
        .join(' · '),
      ...(deliveredAt ? { tookMs: deliveredAt.getTime() - createdAt.getTime() } : {}),
    })),
    ...story.mails.flatMap((mail) => factsOfMail(mail)),
  ];
  if (authorizationDate) {
    const calls = callsOfIssue(story);
    const decided = calls.find(({ cStat }) => cStat && outcomeOf(cStat).kind === 'authorized');
    const more = protocolNumber ? `protocolo ${protocolNumber}` : null;
    facts.push({
      at: decided?.endedAt ?? calls.at(-1)?.endedAt ?? authorizationDate,
      kind: 'AUTHORIZED',
      title: 'Autorizada',
      more,
    });
  }
  if (status === 'REJECTED') {
    const at = story.authorityCalls.at(-1)?.endedAt ?? document.updatedAt;
    facts.push({ at, kind: 'REJECTED', title: 'Rejeitada', more: 'O número fica reservado para a próxima tentativa.' });
  }
  if (story.waiting) {
    facts.push({ at: story.waiting.since, kind: 'wait', title: 'Espera', more: waitInWords(story.waiting.reason) });
  }
  return facts.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** How the note came: as a draft, as a request, or first as the one and then as the other. */
function askedFacts({ status, createdAt, emissionAskedAt, more }: Asking): Fact[] {
  const draft = { at: createdAt, kind: 'asked', title: 'Rascunho guardado', more } as const;
  if (status === 'DRAFT') return [draft];
  const request = { at: emissionAskedAt, kind: 'asked', title: 'Pedido recebido' } as const;
  return emissionAskedAt > createdAt ? [draft, request] : [{ ...request, more }];
}

type Asking = { status: DocumentStatus; createdAt: Date; emissionAskedAt: Date; more: string | null };

/** A bounced mail was sent before: it is two facts. */
function factsOfMail({ createdAt, email, status, error, sentAt, bouncedAt }: Story['mails'][number]): Fact[] {
  const why = [email, error].filter(Boolean).join(' · ');
  const took = sentAt ? { tookMs: sentAt.getTime() - createdAt.getTime() } : {};
  const first = { at: createdAt, kind: 'mail', ...took } as const;
  if (!bouncedAt) return [{ ...first, title: mailTitles[status], more: why }];
  return [
    { ...first, title: mailTitles.SENT, more: email },
    { at: bouncedAt, kind: 'mail', title: 'E-mail devolvido', more: why },
  ];
}

function deliveryTitle(status: DeliveryStatus): string {
  switch (status) {
    case 'PENDING':
      return 'Aviso ao seu sistema, a caminho';
    case 'SUCCEEDED':
      return 'Seu sistema foi avisado';
    case 'FAILED':
      return 'Seu sistema não recebeu o aviso';
  }
}

const mailTitles: Record<Story['mails'][number]['status'], string> = {
  PENDING: 'E-mail à espera',
  SENT: 'E-mail enviado',
  BOUNCED: 'E-mail não entregue',
  SUPPRESSED: 'E-mail não enviado',
  FAILED: 'E-mail recusado',
};

type Call = Story['authorityCalls'][number];

function callOf({ service, startedAt, endedAt, cStat }: Call): Fact {
  const title = services[service] ?? 'Autoridade consultada';
  if (!endedAt) return { at: startedAt, kind: 'call', title, more: 'à espera da resposta' };
  const tookMs = endedAt.getTime() - startedAt.getTime();
  if (cStat) return { at: startedAt, kind: 'call', title, code: cStat, tookMs };
  const more = 'Sem resposta. Antes de repetir, o Lavra pergunta pela chave: nada se emite em dobro.';
  return { at: startedAt, kind: 'lost', title, more, tookMs };
}

function hostOf(url: string | null): string | null {
  return url === null ? null : (URL.parse(url)?.host ?? null);
}

/** The ended calls about issuing the note. Calls about its events come after the outcome. */
function callsOfIssue({ attempts, authorityCalls }: Story): (Call & { endedAt: Date })[] {
  const own = new Set(attempts.flatMap(({ accessKey, dpsId }) => accessKey ?? dpsId ?? []));
  return authorityCalls.filter(
    (call): call is Call & { endedAt: Date } => call.endedAt !== null && own.has(call.subject),
  );
}

/** The time from the request to the outcome, split into Lavra, the authority and waiting. */
function split({ document, story, emissionAskedAt }: DocumentWithStory, now: Date): Markup | undefined {
  const ended = callsOfIssue(story);
  const last = ended.at(-1);
  if (!last || document.status === 'DRAFT') return undefined;
  const isOpen = document.status === 'PROCESSING';
  const all = (isOpen ? now : last.endedAt).getTime() - emissionAskedAt.getTime();
  const theirs = ended.reduce((sum, { startedAt, endedAt }) => sum + endedAt.getTime() - startedAt.getTime(), 0);
  const idle = idleMs(ended) + (isOpen ? now.getTime() - last.endedAt.getTime() : 0);
  const ours = Math.max(0, all - theirs - idle);
  return html`<p class="split">
    ${isOpen ? 'Em emissão há' : 'Do pedido ao desfecho:'} <b>${lasting(all)}</b>: Lavra ${lasting(ours)}, autoridade
    ${lasting(theirs)}${idle > 0 ? `, espera ${lasting(idle)}` : ''}.
  </p>`;
}

/** Milliseconds between the calls, in which the note only waited for the next one. */
function idleMs(calls: { startedAt: Date; endedAt: Date }[]): number {
  return calls.reduce((sum, call, index) => {
    const before = calls[index - 1];
    const gap = before ? call.startedAt.getTime() - before.endedAt.getTime() : 0;
    return sum + (gap > 50 ? gap : 0);
  }, 0);
}
