import { notSentMark } from '../../activities/conversation/calls.ts';
import { authorityNames } from '../../domain/authority-names.ts';
import { commandOf } from '../../domain/conversation/remedy.ts';
import { waitInContract, type WaitWithRemedy } from '../../domain/conversation/wait-with-remedy.ts';
import { traitsOf } from '../../domain/document-types.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { emissionTitle } from '../../domain/documents/emission-title.ts';
import { titleOfEvent } from '../../domain/documents/events/event.ts';
import { ageOf } from '../../domain/fiscal-time.ts';
import { documentByReference } from '../../operations/documents/find-document.ts';
import { documentStory, type Story } from '../../operations/documents/story.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Session, Shell } from '../session.ts';
import { brasiliaMoment, textTable, watch } from '../terminal/output.ts';

/**
 * A document by its id, its access key, or the Id of the DPS in which it was sent.
 *
 * @throws {CommandRefused} `document_not_found`
 */
export async function documentNamed(session: Session, reference: string): Promise<Document> {
  const document = await documentByReference(acrossCompanies(await session.orm()), reference);
  if (document) return document;
  throw new CommandRefused('document_not_found', `Não há documento "${reference}".`);
}

/** The story of a document. @throws {CommandRefused} `document_not_found` */
export async function findStory(session: Session, reference: string): Promise<Story> {
  const document = await documentNamed(session, reference);
  return documentStory(acrossCompanies(await session.orm()), document);
}

/** The story of a document for a person: what it is, what it waits for and what helps, and each message with its answer. */
export function storyInWords(story: Story, now: Date): string {
  const told = [calls(story), events(story, now), deliveries(story), mails(story)];
  return [head(story), refusal(story), waiting(story.waiting, now), ...told].filter((part) => part !== '').join('\n\n');
}

/** The story of a document for scripts. */
export function storyForScripts({ waiting: wait, ...story }: Story) {
  return {
    ...story,
    waiting: wait && waitInContract(wait),
    events: story.events.map((event) => ({ ...event, waiting: event.waiting && waitInContract(event.waiting) })),
  };
}

function head(story: Story): string {
  const { id, externalId, accessKey, company, environment, status, attempt, updatedAt, protocolNumber } = story;
  const facts = {
    situação: `${status}, desde ${brasiliaMoment(updatedAt)}${attempt > 1 ? `, tentativa ${attempt}` : ''}`,
    id,
    'id externo': externalId,
    chave: accessKey,
    protocolo: protocolNumber,
    empresa: `${company.name} (${company.taxId}), ${environment}`,
  };
  const known = Object.entries(facts).filter(([, value]) => value);
  const lines = known.map(([name, value]) => `  ${name.padEnd(10)}  ${value}`);
  return [emissionTitle({ ...story, clientSnapshot: story.client }), ...lines].join('\n');
}

function refusal({ status, rejectionReason, cStat }: Story): string {
  if (status !== 'REJECTED' || !rejectionReason) return '';
  return `Rejeitado${cStat ? ` (${cStat})` : ''}: ${rejectionReason}`;
}

function waiting(wait: WaitWithRemedy | null, now: Date): string {
  if (!wait) return '';
  const { kind, reason, until, remedy } = wait;
  const command = commandOf(remedy);
  const begins = kind === 'PERSON' ? '!! ESPERA A DECISÃO DE UMA PESSOA' : 'Espera';
  const end = until === null ? '' : ` Até ${brasiliaMoment(until)}.`;
  return [`${begins}, ${ageOf(wait, now)}: ${reason}${end}`, ...(command === null ? [] : [`  → ${command}`])].join(
    '\n',
  );
}

function calls({ type, authorityCalls }: Story): string {
  const { the } = authorityNames[traitsOf[type].authority];
  const rows = authorityCalls.map(({ service, startedAt, endedAt, cStat, fault }) => ({
    quando: brasiliaMoment(startedAt),
    serviço: service,
    resposta: cStat ?? (endedAt ? 'nenhuma' : 'em curso'),
    ms: endedAt ? String(endedAt.getTime() - startedAt.getTime()) : '',
    falha: oneLine(fault?.replace(notSentMark, '') ?? null),
  }));
  return rows.length === 0 ? '' : `Conversa com ${the}:\n${indented(textTable(rows, ''))}`;
}

function events(story: Story, now: Date): string {
  if (story.events.length === 0) return '';
  const lines = story.events.flatMap(({ type, code, status, cStat, reason, waiting: wait, occurredAt }) => {
    const words = wait ? '' : oneLine([cStat, reason].filter(Boolean).join(' '));
    const line = `  ${brasiliaMoment(occurredAt)}  ${titleOfEvent({ type, code })}  ${status}  ${words}`.trimEnd();
    return [line, ...(wait ? [waiting(wait, now).replaceAll(/^/gm, '    ')] : [])];
  });
  return ['Eventos:', ...lines].join('\n');
}

function deliveries(story: Story): string {
  const rows = story.deliveries.map(({ event, url, status, attempts, responseStatus, errorMessage, createdAt }) => ({
    quando: brasiliaMoment(createdAt),
    evento: event ?? '',
    situação: status,
    tentativas: String(attempts),
    resposta: oneLine(errorMessage ?? (responseStatus ? String(responseStatus) : '')),
    webhook: url ?? '',
  }));
  return rows.length === 0 ? '' : `Webhooks:\n${indented(textTable(rows, ''))}`;
}

function mails(story: Story): string {
  const rows = story.mails.map(({ kind, email, status, attempts, error, createdAt }) => ({
    quando: brasiliaMoment(createdAt),
    assunto: mailSubjects[kind],
    para: email,
    situação: status,
    tentativas: String(attempts),
    resposta: oneLine(error),
  }));
  return rows.length === 0 ? '' : `E-mails:\n${indented(textTable(rows, ''))}`;
}

const mailSubjects = { ISSUED: 'nota', CANCELLED: 'cancelamento', CORRECTED: 'carta de correção' } as const;

const longestWords = 100;
const oneLine = (words: string | null | undefined): string =>
  (words ?? '').replaceAll(/\s+/g, ' ').slice(0, longestWords);
const indented = (text: string): string => text.replaceAll(/^/gm, '  ');

const everyMs = 1_000;

/**
 * Shows a document again and again until neither it nor one of its events is under way, or until Ctrl-C.
 *
 * @returns its story then
 */
export async function follow(
  session: Session,
  reference: string,
  { shell, json }: { shell: Shell; json: boolean },
): Promise<Story> {
  let story: Story | null = null;
  const look = async () => {
    story = await findStory(session, reference);
    const text = json ? JSON.stringify(storyForScripts(story)) : storyInWords(story, new Date());
    return { text, isOver: !isMoving(story) };
  };
  await watch(look, shell, everyMs);
  return story ?? findStory(session, reference);
}

function isMoving({ status, events }: Story): boolean {
  return status === 'PROCESSING' || events.some((event) => event.status === 'PENDING');
}
