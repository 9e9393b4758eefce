import { DateTime } from 'luxon';
import type { Attention } from '../../operations/waits/attention.ts';
import type { AttentionItem, AttentionKind } from '../../operations/waits/attention/item.ts';

/** What each kind is called where people read it; a decision shouts. */
const names: Record<AttentionKind, string> = {
  PERSON: '!! DECISÃO',
  CERTIFICATE: 'certificado',
  OURS: 'falha interna',
  AUTHORITY_PAUSED: 'serviço parado',
  AUTHORITY_UNREACHABLE: 'sem conexão',
  THROTTLED: 'silêncio',
  UNANSWERED: 'sem resposta',
  ANSWER: 'resposta',
  START: 'início',
  TRANSMISSION: 'a transmitir',
  MAIL: 'e-mail',
  STORAGE: 'armazenamento',
  WEBHOOK_INACTIVE: 'webhook inativo',
  WEBHOOK_FAILING: 'webhook falha',
  CERTIFICATE_EXPIRING: 'vence logo',
  CERTIFICATE_EXPIRED: 'vencido',
  REJECTED_IN_CONTINGENCY: 'recusada tarde',
  REPLACED_NOTE: 'substituída',
};

/** Everything that asks for attention, as a person reads it: the total, then each item with its reason and the command that helps. */
export function attentionInWords({ items, total }: Attention, now: Date): string {
  if (total === 0) return 'Nada espera e nada parou.';
  const rows = items.map((item) => [names[item.kind], ageOf(item, now), item.company ?? '-', titleOf(item)]);
  const widths = [0, 1, 2].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const lines = items.flatMap((item, index) => {
    const cells = rows[index] ?? [];
    const line = cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ');
    return [line.trimEnd(), ...detailsOf(item)];
  });
  const more = total - items.length;
  return [headline(total, items), '', ...lines, ...(more > 0 ? ['', `… e mais ${more}: use --limit.`] : [])].join('\n');
}

function headline(total: number, items: readonly AttentionItem[]): string {
  const people = items.filter(({ kind }) => kind === 'PERSON').length;
  const all = total === 1 ? '1 coisa pede atenção' : `${total} coisas pedem atenção`;
  if (people === 0) return `${all}.`;
  return `${all}; ${people === 1 ? 'UMA ESPERA' : `${people} ESPERAM`} A DECISÃO DE UMA PESSOA.`;
}

const titleOf = ({ what, id, title }: AttentionItem): string =>
  what === 'document' || what === 'rejected' ? `${title} (${id})` : title;

function detailsOf({ reason, until, command }: AttentionItem): string[] {
  const end = until === null ? '' : ` Até ${until.toISOString()}.`;
  return [`    ${reason}${end}`, ...(command === null ? [] : [`    → ${command}`])];
}

/** How long it has been so, as in `há 3 minutos`. */
export function ageOf({ since }: Pick<AttentionItem, 'since'>, now: Date): string {
  return DateTime.fromJSDate(since).toRelative({ base: DateTime.fromJSDate(now), locale: 'pt-BR' }) ?? '';
}
