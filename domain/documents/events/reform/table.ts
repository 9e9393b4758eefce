import { type ReformEventType, reformEventTypes } from '../../../document-types.ts';
import { nonReformEvents } from './non-reform.ts';
import type { ReformContent } from './content.ts';
import type { ItemField, ItemLimit, XmlPlace, ReformEvent, Withdrawal } from './row.ts';

/** Group gControleEstoque, whose two fields have other names in each event. */
const stock = (quantity: string, unit: string, ...more: XmlPlace[]): XmlPlace => ({
  group: 'gControleEstoque',
  places: [{ tag: quantity, field: 'quantity' }, { tag: unit, field: 'unit' }, ...more],
});

const taxes: readonly XmlPlace[] = [
  { tag: 'vIBS', field: 'ibsValue' },
  { tag: 'vCBS', field: 'cbsValue' },
];

/** Rejections 1097 and 1098: the event has no more tax than the note's item. */
const taxLimits: readonly ItemLimit[] = [
  { field: 'ibsValue', atMost: 'vIBS', cStat: '1097' },
  { field: 'cbsValue', atMost: 'vCBS', cStat: '1098' },
];

const quantityLimit = (cStat: string): ItemLimit => ({ field: 'quantity', atMost: 'qCom', cStat });

/**
 * The events by which the assessment of IBS and CBS learns what happened after an NF-e (NT 2025.002-RTC v1.52, 8.3 to 8.18, as
 * pupunha-dev/reforma-tributaria transcribes it; schemas eNNNNNN_v1.00 of nfephp-org/sped-nfe@3b44ec9f, schemes/PL_010_V1.30, but 211110, whose
 * layout v1.40 changed on 2026-07-27; read 2026-11-28), and those of `nonReformEvents`. All are of model 55; those of the reform go to SVRS, whatever
 * the note's state.
 *
 * A new event is a row here, and a name in `reformEventTypes` and in the contract.
 */
export const reformEvents: Readonly<Record<ReformEventType, ReformEvent>> = {
  EFFECTIVE_PAYMENT: {
    code: '112110',
    description: 'Informação de efetivo pagamento integral para liberar crédito presumido do adquirente',
    title: 'Pagamento integral efetivo',
    by: ['ISSUER'],
    ...{ says: 'NOTHING', tag: 'indQuitacao', value: '1' },
  },
  IMPORT_NOT_EXEMPTED: {
    code: '112120',
    description: 'Importação em ALC/ZFM não convertida em isenção',
    title: 'Importação em ALC/ZFM não convertida em isenção',
    by: ['ISSUER'],
    premise: 'IMPORT',
    ...{ says: 'ITEMS', group: 'gConsumo', places: [...taxes, stock('qtde', 'unidade')] },
  },
  LOSS_IN_SUPPLIER_TRANSPORT: {
    code: '112130',
    description: 'Perecimento, perda, roubo ou furto durante o transporte contratado pelo fornecedor',
    title: 'Perda no transporte contratado pelo fornecedor',
    by: ['ISSUER'],
    premise: 'OUTGOING',
    says: 'ITEMS',
    group: 'gPerecimento',
    places: [
      ...taxes,
      stock(
        'qPerecimento',
        'uPerecimento',
        { tag: 'vIBS', field: 'reversedIbsCredit' },
        { tag: 'vCBS', field: 'reversedCbsCredit' },
      ),
    ],
  },
  SUPPLY_NOT_MADE: {
    code: '112140',
    description: 'Fornecimento não realizado com pagamento antecipado',
    title: 'Fornecimento não realizado com pagamento antecipado',
    by: ['ISSUER'],
    premise: 'PREPAYMENT',
    ...{ says: 'ITEMS', group: 'gItemNaoFornecido', places: [...taxes, stock('qNaoFornecida', 'uNaoFornecida')] },
  },
  DELIVERY_DATE_CHANGE: {
    code: '112150',
    description: 'Atualização da Data de Previsão de Entrega',
    title: 'Nova data de previsão de entrega',
    by: ['ISSUER'],
    ...{ says: 'DATE', tag: 'dPrevEntrega' },
  },
  PRESUMED_CREDIT: {
    code: '211110',
    description: 'Solicitação de Apropriação de crédito presumido',
    title: 'Apropriação de crédito presumido',
    by: ['ISSUER', 'RECIPIENT'],
    says: 'ITEMS',
    group: 'gCredPresOper',
    places: [
      { tag: 'vBCCredPres', field: 'base' },
      { tag: 'cCredPres', field: 'creditCode' },
      { share: 'ibs', group: 'gIBSCredPres' },
      { share: 'cbs', group: 'gCBSCredPres' },
    ],
  },
  LOSS_IN_BUYER_TRANSPORT: {
    code: '211124',
    description: 'Perecimento, perda, roubo ou furto durante o transporte contratado pelo adquirente',
    title: 'Perda no transporte contratado pelo adquirente',
    by: ['RECIPIENT'],
    premise: 'OUTGOING',
    ...{ says: 'ITEMS', group: 'gPerecimento', places: [...taxes, stock('qPerecimento', 'uPerecimento')] },
  },
  CREDIT_NOTE_ANSWER: {
    code: '211128',
    description: 'Aceite de débito na apuração por emissão de nota de crédito',
    title: 'Aceite de débito por nota de crédito',
    by: ['RECIPIENT'],
    premise: 'CREDIT_NOTE',
    ...{ says: 'ANSWER', tag: 'indAceitacao' },
  },
  FIXED_ASSET: {
    code: '211130',
    description: 'Imobilização de Item',
    title: 'Imobilização de item',
    by: ['RECIPIENT'],
    limits: [...taxLimits, quantityLimit('1100')],
    ...{ says: 'ITEMS', group: 'gImobilizacao', places: [...taxes, stock('qImobilizado', 'uImobilizado')] },
  },
  FUEL_CREDIT: {
    code: '211140',
    description: 'Solicitação de Apropriação de Crédito de Combustível',
    title: 'Crédito de combustível',
    by: ['RECIPIENT'],
    limits: [...taxLimits, quantityLimit('1101')],
    ...{ says: 'ITEMS', group: 'gConsumoComb', places: [...taxes, stock('qComb', 'uComb')] },
  },
  ACTIVITY_CREDIT: {
    code: '211150',
    description: 'Solicitação de Apropriação de Crédito para bens e serviços que dependem de atividade do adquirente',
    title: 'Crédito que depende da atividade do adquirente',
    by: ['RECIPIENT'],
    limits: taxLimits,
    says: 'ITEMS',
    group: 'gCredito',
    places: [
      { tag: 'vCredIBS', field: 'ibsValue' },
      { tag: 'vCredCBS', field: 'cbsValue' },
    ],
  },
  ...nonReformEvents,
  EVENT_WITHDRAWAL: {
    code: '110001',
    description: 'Cancelamento de Evento',
    title: 'Cancelamento de evento',
    by: ['ISSUER', 'RECIPIENT'],
    says: 'WITHDRAWAL',
  },
};

/** The field of the request body that has the event's content; null where the type says all. */
export function contentFieldOf({ says }: ReformEvent): Exclude<keyof ReformContent, 'withdraws'> | null {
  switch (says) {
    case 'NOTHING':
      return null;
    case 'ANSWER':
      return 'accepted';
    case 'DATE':
      return 'expectedDeliveryDate';
    case 'WITHDRAWAL':
      return 'eventId';
    case 'ITEMS':
      return 'items';
    case 'CARRIER':
      return 'carrier';
    case 'FAILURE':
      return 'failedDelivery';
    case 'PAYMENTS':
      return 'payments';
  }
}

/** The event that takes one of the type back; null where none does. */
export function withdrawalOf(type: ReformEventType): Withdrawal | null {
  const { withdrawal } = reformEvents[type];
  return withdrawal === undefined ? reformEvents.EVENT_WITHDRAWAL : withdrawal;
}

/** The fields of an event's items, in the order of the layout; empty for an event without items. */
export function fieldsOfItems(event: ReformEvent): ItemField[] {
  return event.says === 'ITEMS' ? event.places.flatMap(fieldsOf) : [];
}

function fieldsOf(place: XmlPlace): ItemField[] {
  if ('field' in place) return [place.field];
  return 'places' in place ? place.places.flatMap(fieldsOf) : [];
}

/** Whether the event's items have shares of a presumed credit. */
export function saysShares(event: ReformEvent): boolean {
  return event.says === 'ITEMS' && event.places.some((place) => 'share' in place);
}

const names: ReadonlySet<string> = new Set(reformEventTypes);

export function isReformEventType(type: string): type is ReformEventType {
  return names.has(type);
}

/** The type of a tpEvento; null where companies do not register it by these routes. */
export function reformTypeOf(code: string): ReformEventType | null {
  const type = reformEventTypes.find((each) => reformEvents[each].code === code);
  return type ?? (ownWithdrawal(code) ? 'EVENT_WITHDRAWAL' : null);
}

/** The withdrawal with that tpEvento, of those that are not 110001; null where there is none. */
export function ownWithdrawal(code: string): Withdrawal | null {
  const type = reformEventTypes.find((each) => reformEvents[each].withdrawal?.code === code);
  return type ? withdrawalOf(type) : null;
}
