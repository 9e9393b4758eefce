import { notSentMark } from '../../activities/conversation/calls.ts';
import { authorityNames } from '../../domain/authority-names.ts';
import type { ToldWait } from '../../domain/conversation/told-wait.ts';
import { traitsOf } from '../../domain/document-types.ts';
import { emissionTitle } from '../../domain/documents/emission-title.ts';
import { titleOfEvent } from '../../domain/documents/events/titles.ts';
import type { Story } from '../../operations/documents/story.ts';
import { ageOf } from '../attention/in-words.ts';
import { brasiliaMoment } from '../terminal/moments.ts';
import { table } from '../terminal/table.ts';

/** What a document went through, as a person reads it: what it is, what it waits for and what helps, and what was said about it. */
export function storyInWords(story: Story, now: Date): string {
  return [head(story), refusal(story), waiting(story.waiting, now), calls(story), events(story, now), deliveries(story)]
    .filter((part) => part !== '')
    .join('\n\n');
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

function waiting(wait: ToldWait | null, now: Date): string {
  if (!wait) return '';
  const { kind, reason, until, command } = wait;
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
  return rows.length === 0 ? '' : `Conversa com ${the}:\n${indented(table(rows, ''))}`;
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
  return rows.length === 0 ? '' : `Webhooks:\n${indented(table(rows, ''))}`;
}

const longestWords = 100;
const oneLine = (words: string | null | undefined): string =>
  (words ?? '').replaceAll(/\s+/g, ' ').slice(0, longestWords);
const indented = (text: string): string => text.replaceAll(/^/gm, '  ');
