import table from '../../tables/c-class-trib.json' with { type: 'json' };
import { accessKey } from '../identifiers.ts';
import type { EventRecord, NoteRecord } from '../register/records.ts';
import { child, children, type Element, textOf } from '../xml/element.ts';
import { type EventContext, type EventKind, eventKind, type EventRule, type FiscalEvent } from './event.ts';
import { type Form, formsOf, layoutFault } from './reform-layouts.ts';

/** A kind of event that tells the assessment of IBS and CBS what happened after a note, at SVRS (NT 2025.002 v1.52, 8.1). */
type Kind = {
  tpEvento: string;
  title: string;
  author: 'issuer' | 'recipient' | 'either';
  /** The name of its group of items, if rules look at them. */
  group?: string;
  rules?: readonly EventRule[];
  /** Set for the presumed credit, of which a note of the wrong model is answered 1049 in place of 450. */
  hasOwnModelCode?: true;
};

const highestSequence = 99;
const issuing = '1';
const receiving = '2';

type ItemFacts = { [Name in 'vIBS' | 'vCBS' | 'qCom' | 'uCom']?: string | undefined };

/** Whether any item of the event breaks something; `facts` are undefined if the note has no such item. */
function anyItem(
  group: string,
  breaks: (item: Element, facts: ItemFacts | undefined) => boolean,
): (event: FiscalEvent, context: EventContext) => boolean {
  return ({ detail }, { note }) =>
    children(detail, group).some((item) => breaks(item, factsOf(note, item.attributes['nItem'] ?? '')));
}

function factsOf(note: NoteRecord | undefined, nItem: string): ItemFacts | undefined {
  return note?.reform?.items[nItem];
}

/** Whether a value is more than the item of the note has; a missing value counts as zero. */
const exceeds = (said: string | undefined, most: string | undefined): boolean => Number(said ?? 0) > Number(most ?? 0);

/** Rule 2P24-10: the note has each item that the event names. */
const itemExists = (group: string): EventRule => ({
  cStat: 1096,
  breaks: anyItem(group, (_item, facts) => facts === undefined),
});

/** Rules 2P25-10 and 2P26-10: no item has more tax than in the note. */
const taxRules = (group: string, vIBS: string, vCBS: string): readonly EventRule[] => [
  { cStat: 1097, breaks: anyItem(group, (item, facts) => exceeds(textOf(item, vIBS), facts?.vIBS)) },
  { cStat: 1098, breaks: anyItem(group, (item, facts) => exceeds(textOf(item, vCBS), facts?.vCBS)) },
];

/** Rules 2P28-10 and 2P29-10: quantities, compared if both have the same unit. */
const quantityRule = (cStat: number, group: string, quantity: string, unit: string): EventRule => ({
  cStat,
  breaks: anyItem(group, (item, facts) => {
    const stock = child(item, 'gControleEstoque');
    return textOf(stock, unit) === facts?.uCom && exceeds(textOf(stock, quantity), facts?.qCom);
  }),
});

const credits = new Map(table.cCredPres.map((row) => [row.cCredPres.padStart(2, '0'), row]));
type Credit = (typeof table.cCredPres)[number];

const credited = (cStat: number, breaks: (item: Element, credit: Credit | undefined) => boolean): EventRule => ({
  cStat,
  breaks: anyItem('gCredPresOper', (item) => breaks(item, credits.get(textOf(item, 'cCredPres') ?? ''))),
});

const says = (item: Element, group: string): boolean => child(item, group) !== undefined;

/** Rules 2P25a-10 to 2P30-20, about presumed credits. */
const creditRules: readonly EventRule[] = [
  itemExists('gCredPresOper'),
  credited(1055, (_item, credit) => credit === undefined),
  credited(1053, (item, credit) => credit?.ind_gIBSCredPres === '0' && says(item, 'gIBSCredPres')),
  credited(1054, (item, credit) => credit?.ind_gIBSCredPres === '1' && !says(item, 'gIBSCredPres')),
  credited(1050, (item, credit) => credit?.ind_gCBSCredPres === '0' && says(item, 'gCBSCredPres')),
  credited(1058, (item, credit) => credit?.ind_gCBSCredPres === '1' && !says(item, 'gCBSCredPres')),
];

const kinds: readonly Kind[] = [
  { tpEvento: '112110', author: 'issuer', title: 'Informacao de efetivo pagamento integral' },
  { tpEvento: '112120', author: 'issuer', title: 'Importacao em ALC/ZFM nao convertida em isencao' },
  { tpEvento: '112130', author: 'issuer', title: 'Perecimento, perda, roubo ou furto no transporte do fornecedor' },
  { tpEvento: '112140', author: 'issuer', title: 'Fornecimento nao realizado com pagamento antecipado' },
  { tpEvento: '112150', author: 'issuer', title: 'Atualizacao da Data de Previsao de Entrega' },
  {
    tpEvento: '211110',
    author: 'either',
    title: 'Solicitacao de Apropriacao de credito presumido',
    rules: creditRules,
    hasOwnModelCode: true,
  },
  { tpEvento: '211124', author: 'recipient', title: 'Perecimento, perda, roubo ou furto no transporte do adquirente' },
  { tpEvento: '211128', author: 'recipient', title: 'Aceite de debito na apuracao por emissao de nota de credito' },
  {
    tpEvento: '211130',
    author: 'recipient',
    title: 'Imobilizacao de Item',
    rules: [
      itemExists('gImobilizacao'),
      ...taxRules('gImobilizacao', 'vIBS', 'vCBS'),
      quantityRule(1100, 'gImobilizacao', 'qImobilizado', 'uImobilizado'),
    ],
  },
  {
    tpEvento: '211140',
    author: 'recipient',
    title: 'Solicitacao de Apropriacao de Credito de Combustivel',
    rules: [
      itemExists('gConsumoComb'),
      ...taxRules('gConsumoComb', 'vIBS', 'vCBS'),
      quantityRule(1101, 'gConsumoComb', 'qComb', 'uComb'),
    ],
  },
  {
    tpEvento: '211150',
    author: 'recipient',
    title: 'Solicitacao de Apropriacao de Credito que depende de atividade do adquirente',
    rules: [itemExists('gCredito'), ...taxRules('gCredito', 'vCredIBS', 'vCredCBS')],
  },
];

/** Rule 2P12-10: a consumer note cannot have the event. */
const notOfConsumers: EventRule = { cStat: 1049, breaks: ({ chNFe }) => accessKey(chNFe)?.model === '65' };

/** The author is the party that tpAutor says (2P21-05, 2P21-10). */
export const eitherAuthor: readonly EventRule[] = [
  {
    cStat: 574,
    breaks: ({ author, chNFe, detail }) =>
      textOf(detail, 'tpAutor') === issuing && accessKey(chNFe)?.issuer !== author.padStart(14, '0'),
  },
  {
    cStat: 575,
    breaks: ({ author, detail }, { note }) => textOf(detail, 'tpAutor') === receiving && note?.recipient !== author,
  },
];

/** The event that a withdrawal names: of that type, with the same sequence. */
function targetOf({ detail, nSeqEvento }: FiscalEvent, { registered }: EventContext): EventRecord | undefined {
  const tpEvento = textOf(detail, 'tpEventoAut');
  return registered.find((one) => one.tpEvento === tpEvento && one.nSeqEvento === nSeqEvento);
}

/** 110001 takes back any of the other events; it comes from that event's author and has its sequence and protocol (NT 2025.002 v1.52, 8.13). */
const withdrawal = kindOf(
  { tpEvento: '110001', author: 'either', title: 'Cancelamento de Evento' },
  {
    historyRules: [
      { cStat: 459, breaks: (event, context) => targetOf(event, context) === undefined },
      { cStat: 1113, breaks: (event, context) => targetOf(event, context)?.author !== event.author },
      {
        cStat: 1178,
        breaks: (event, context) => targetOf(event, context)?.organ !== textOf(event.detail, 'cOrgaoAutor'),
      },
      {
        cStat: 460,
        breaks: (event, context) => targetOf(event, context)?.nProt !== textOf(event.detail, 'nProtEvento'),
      },
    ],
  },
);

/** The kinds of event of the reform that companies register. */
export const reformKinds: readonly EventKind[] = [
  ...kinds.map((kind) =>
    kindOf(kind, {
      ...(kind.hasOwnModelCode && { messageRules: [notOfConsumers] }),
      historyRules: [...(kind.author === 'either' ? eitherAuthor : []), ...(kind.rules ?? [])],
    }),
  ),
  withdrawal,
];

function kindOf({ tpEvento, author, title, hasOwnModelCode }: Kind, rules: Partial<EventKind>): EventKind {
  const form: Form | undefined = formsOf[tpEvento];
  if (!form) throw new TypeError(`no layout of ${tpEvento}`);
  return eventKind({
    ...{ tpEvento, title, author, highestSequence },
    receiver: 'svrs',
    ...(!hasOwnModelCode && { model: '55' }),
    detail: { schema: `e${tpEvento}_v1.00.xsd`, faultOf: (detail) => layoutFault(detail, form) },
    ...rules,
  });
}
