import type { ReformEventType } from '../../../document-types.ts';
import type { Issue } from '../../../errors.ts';
import { decimal } from '../../../money.ts';
import type { ReformContent, ReformItem } from './content.ts';
import type { ItemFacts, NoteFacts } from './note-facts.ts';
import { type ItemLimit, type Premise, type ReformAuthor, reformEvents } from './table.ts';

/** An event as it is asked for, and as what of its note it is. */
export type AskedReformEvent = { type: ReformEventType; author: ReformAuthor; content: ReformContent };

const authors: Record<ReformAuthor, string> = { ISSUER: 'o emitente', RECIPIENT: 'o destinatário' };

/** Why somebody cannot say this of any note; null where he can. */
export function authorRefusal({ type, author }: Pick<AskedReformEvent, 'type' | 'author'>): Issue | null {
  const { by, code } = reformEvents[type];
  if (by.includes(author)) return null;
  const sayer = by.map((each) => authors[each]).join(' ou ');
  const message = `é um evento que só ${sayer} da NF-e registra (${code}), e desta nota a empresa é ${authors[author]}`;
  return { path: 'type', message };
}

/**
 * What the note itself speaks against, all at once; nothing where it could be about the note. The authority judges the rest.
 *
 * @param note null where its XML has not come whole
 */
export function reformRefusals({ type, content }: AskedReformEvent, note: NoteFacts | null): Issue[] {
  const items = content.items ?? [];
  return [...repeated(items), ...(note ? againstNote(type, items, note) : [])];
}

function againstNote(type: ReformEventType, items: ReformItem[], note: NoteFacts): Issue[] {
  const { premise, limits = [] } = reformEvents[type];
  const unfit =
    premise && !premises[premise].holds(note) ? [{ path: 'type', message: premises[premise].sentence }] : [];
  return [...unfit, ...items.flatMap((item, at) => ofItem(item, `items[${at}]`, note, limits))];
}

const premises: Record<Premise, { holds: (note: NoteFacts) => boolean; sentence: string }> = {
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

/** Quantities are compared where both are of one unit (NT 2025.002, 2P28-10 and 2P29-10). */
function mostOf({ atMost }: ItemLimit, { unit }: ReformItem, facts: ItemFacts): string | undefined {
  return atMost === 'qCom' && unit !== facts.uCom ? undefined : facts[atMost];
}
