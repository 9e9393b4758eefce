import type { ReformEventType } from '../../../document-types.ts';
import type { Issue } from '../../../errors.ts';
import { decimal } from '../../../money.ts';
import type { ReformContent, ReformItem } from './content.ts';
import type { ItemFacts, NoteFacts } from './note-facts.ts';
import type { ItemLimit, NotePremise, ReformAuthor } from './row.ts';
import { reformEvents } from './table.ts';

/** A requested event; `author` is the company's part in the note. */
type RequestedEvent = { type: ReformEventType; author: ReformAuthor; content: ReformContent };

const authors: Record<ReformAuthor, string> = { ISSUER: 'o emitente', RECIPIENT: 'o destinatário' };

/** Why a company with that part in a note cannot register the event about any note; null where it can. */
export function authorRefusal({ type, author }: Pick<RequestedEvent, 'type' | 'author'>): Issue | null {
  const { by, code } = reformEvents[type];
  if (by.includes(author)) return null;
  const sayer = by.map((each) => authors[each]).join(' ou ');
  const message = `é um evento que só ${sayer} da NF-e registra (${code}), e desta nota a empresa é ${authors[author]}`;
  return { path: 'type', message };
}

/**
 * Why the event cannot be about this note, as far as the note itself shows it, all reasons at once; the authority checks the rest.
 *
 * @param note null where its complete XML has not arrived
 */
export function reformRefusals({ type, author, content }: RequestedEvent, note: NoteFacts | null): Issue[] {
  const items = content.items ?? [];
  if (!note) return repeated(items);
  const beside = [...againstCarrier({ type, author, content }, note), ...againstDelivery(content, note)];
  return [...repeated(items), ...againstNote(type, items, note), ...beside];
}

/** modFrete of freight that the recipient pays, or carries itself. */
const byRecipient: ReadonlySet<string | undefined> = new Set(['1', '4']);

/** Why a carrier cannot be given the note (NT 2020.007 v1.40, 03.8: 2P21-14, 2P24-10, P24-14, P24-18). */
function againstCarrier({ type, author, content: { carrier } }: RequestedEvent, note: NoteFacts): Issue[] {
  const known: [boolean, string, string][] = [
    [carrier?.taxId === note.issuer, 'é o próprio emitente da nota', '421'],
    [carrier?.taxId === note.recipient, 'é o próprio destinatário da nota', '422'],
    [note.authorized.includes(carrier?.taxId ?? ''), 'já está entre os que a nota autoriza a baixar o XML', '423'],
  ];
  const isOfOther = type === 'CARRIER_ACCESS' && author === 'RECIPIENT' && !byRecipient.has(note.modFrete);
  const message = 'só é do destinatário quando o frete da nota é por conta dele; a SEFAZ recusaria (449)';
  return [
    ...(isOfOther ? [{ path: 'type', message }] : []),
    ...known.flatMap(([is, words, cStat]) =>
      carrier && is ? [{ path: 'carrier.taxId', message: `${words}; a SEFAZ recusaria (${cStat})` }] : [],
    ),
  ];
}

/** A delivery cannot have failed before its note was issued (NT 2023.005 v1.02, 2P30-10). */
function againstDelivery({ failedDelivery }: ReformContent, { dhEmi = '' }: NoteFacts): Issue[] {
  if (!failedDelivery || !(Date.parse(failedDelivery.attemptedAt) < Date.parse(dhEmi))) return [];
  const message = `é antes da emissão da nota (${dhEmi}); a SEFAZ recusaria (823)`;
  return [{ path: 'failedDelivery.attemptedAt', message }];
}

function againstNote(type: ReformEventType, items: ReformItem[], note: NoteFacts): Issue[] {
  const { premise, limits = [] } = reformEvents[type];
  const unfit =
    premise && !premises[premise].holds(note) ? [{ path: 'type', message: premises[premise].sentence }] : [];
  return [...unfit, ...items.flatMap((item, at) => ofItem(item, `items[${at}]`, note, limits))];
}

const premises: Record<NotePremise, { holds: (note: NoteFacts) => boolean; sentence: string }> = {
  CREDIT_NOTE: {
    holds: ({ finNFe }) => finNFe === '5',
    sentence: 'só responde a uma nota de crédito (finNFe 5), e esta nota não é',
  },
  PREPAYMENT: {
    holds: ({ finNFe, tpNFDebito }) => finNFe === '6' && tpNFDebito === '06',
    sentence: 'só existe para uma nota de débito de pagamento antecipado (tpNFDebito 06), e esta nota não é',
  },
  OUTGOING: {
    holds: ({ tpNF }) => tpNF === '1',
    sentence: 'só existe para uma nota de saída, e esta nota é de entrada',
  },
  IMPORT: {
    holds: ({ tpNF, idDest }) => tpNF === '0' && idDest === '3',
    sentence: 'só existe para uma nota de importação, e esta nota não é',
  },
};

function repeated(items: ReformItem[]): Issue[] {
  return items.flatMap(({ number }, at) =>
    items.findIndex((other) => other.number === number) < at
      ? [{ path: `items[${at}].number`, message: `repete o item ${number}; diga cada item da nota uma vez` }]
      : [],
  );
}

function ofItem(item: ReformItem, path: string, note: NoteFacts, limits: readonly ItemLimit[]): Issue[] {
  const facts = note.items.get(item.number);
  if (!facts) return [{ path: `${path}.number`, message: `a nota não tem o item ${item.number} (1096)` }];
  return limits.flatMap((limit) => {
    const most = mostOf(limit, item, facts);
    const said = item[limit.field];
    if (most === undefined || said === undefined || decimal(said).lte(decimal(most))) return [];
    const message = `é mais que ${whatOf[limit.atMost]} do item ${item.number} na nota (${most}); a SEFAZ recusaria (${limit.cStat})`;
    return [{ path: `${path}.${limit.field}`, message }];
  });
}

const whatOf: Record<ItemLimit['atMost'], string> = { vIBS: 'o IBS', vCBS: 'a CBS', qCom: 'a quantidade' };

/** The item's amount in the note that limits the event's; quantities are compared only in one unit (NT 2025.002, 2P28-10 and 2P29-10). */
function mostOf({ atMost }: ItemLimit, { unit }: ReformItem, facts: ItemFacts): string | undefined {
  return atMost === 'qCom' && unit !== facts.uCom ? undefined : facts[atMost];
}
