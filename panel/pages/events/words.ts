import type { ReformItem } from '../../../domain/documents/events/reform/content.ts';
import { isReformEventType, reformEvents, withdrawalOf } from '../../../domain/documents/events/reform/table.ts';
import { serviceEvents } from '../../../domain/documents/events/service/table.ts';
import type { EventLack, OfferedEvent } from '../../../operations/documents/event-offers.ts';

/** The events that a company registers with the forms here. */
export type CompanyEvent = OfferedEvent | 'EVENT_WITHDRAWAL';

type Words = {
  /** The last part of its form's path. */
  path: string;
  /** What the event says, and what follows from it. */
  says: string;
};

const words: Record<CompanyEvent, Words> = {
  EFFECTIVE_PAYMENT: {
    path: 'pagamento-integral',
    says: 'A operação foi paga por inteiro. Libera o crédito presumido de quem comprou.',
  },
  IMPORT_NOT_EXEMPTED: {
    path: 'importacao-nao-isenta',
    says: 'A importação em área de livre comércio ou na Zona Franca de Manaus não se tornou isenta.',
  },
  LOSS_IN_SUPPLIER_TRANSPORT: {
    path: 'perda-no-nosso-transporte',
    says: 'A mercadoria pereceu, se perdeu, foi roubada ou furtada no transporte que a empresa contratou. O crédito das compras dela é estornado.',
  },
  SUPPLY_NOT_MADE: {
    path: 'fornecimento-nao-realizado',
    says: 'O que foi pago antes não foi fornecido.',
  },
  DELIVERY_DATE_CHANGE: {
    path: 'previsao-de-entrega',
    says: 'A mercadoria chega noutro dia. A previsão nova toma o lugar da que a nota diz.',
  },
  PRESUMED_CREDIT: {
    path: 'credito-presumido',
    says: 'A empresa pede o crédito presumido de itens da nota.',
  },
  LOSS_IN_BUYER_TRANSPORT: {
    path: 'perda-no-transporte-do-comprador',
    says: 'A mercadoria pereceu, se perdeu, foi roubada ou furtada no transporte que a empresa, que comprou, contratou.',
  },
  CREDIT_NOTE_ANSWER: {
    path: 'resposta-a-nota-de-credito',
    says: 'A empresa aceita, ou não, o débito que segue da nota de crédito que recebeu.',
  },
  FIXED_ASSET: { path: 'imobilizacao', says: 'Os itens entraram no ativo imobilizado da empresa.' },
  FUEL_CREDIT: {
    path: 'credito-de-combustivel',
    says: 'A empresa pede o crédito do combustível que consumiu.',
  },
  ACTIVITY_CREDIT: {
    path: 'credito-da-atividade',
    says: 'A empresa pede o crédito de bens e serviços que só o dão pela atividade dela.',
  },
  CARRIER_ACCESS: {
    path: 'acesso-do-transportador',
    says: 'O transportador pode baixar o XML da nota na SEFAZ.',
  },
  DELIVERY_FAILURE: {
    path: 'insucesso-na-entrega',
    says: 'A entrega foi tentada e não aconteceu. Enquanto isto valer, a nota não pode ser cancelada.',
  },
  PAYMENT_RECONCILIATION: {
    path: 'conciliacao-financeira',
    says: 'A nota foi paga, no todo ou em parte: quanto, como e quando.',
  },
  EVENT_WITHDRAWAL: { path: 'retirar', says: 'O que o evento disse deixa de valer.' },
  FISCAL_ANALYSIS_REQUEST: {
    path: 'analise-fiscal',
    says: 'A empresa pede ao município que cancele a nota, quando ela mesma já não pode. O município decide.',
  },
  SERVICE_CONFIRMATION: {
    path: 'confirmar',
    says: 'O serviço aconteceu como está na nota.',
  },
  SERVICE_REJECTION: {
    path: 'rejeitar',
    says: 'A nota não está certa, e o motivo diz por quê.',
  },
};

export const pathOf = (type: CompanyEvent): string => words[type].path;
export const eventInWords = (type: CompanyEvent): string => words[type].says;

/** The event in a form's path; null for any other text. */
export function eventAt(path: string): CompanyEvent | null {
  const types = Object.keys(words) as CompanyEvent[];
  return types.find((type) => words[type].path === path) ?? null;
}

/** The title of the form by which an event is registered. */
export function titleOf(type: CompanyEvent): string {
  if (type === 'EVENT_WITHDRAWAL') return 'Retirar o evento';
  return isReformEventType(type) ? reformEvents[type].title : serviceEvents[type].title;
}

/** Whether the event stands for good: a withdrawal, an event that nothing withdraws, and a party's statement about an NFS-e, which is made once. */
export function isFinal(type: CompanyEvent): boolean {
  return type === 'EVENT_WITHDRAWAL' || !isReformEventType(type) || withdrawalOf(type) === null;
}

type ItemName = Exclude<keyof ReformItem, 'number' | 'ibs' | 'cbs'>;

/** The labels of an item's fields. */
export const itemTitles: Record<ItemName, string> = {
  ibsValue: 'IBS (R$)',
  cbsValue: 'CBS (R$)',
  quantity: 'Quantidade',
  unit: 'Unidade',
  reversedIbsCredit: 'Crédito de IBS a estornar (R$)',
  reversedCbsCredit: 'Crédito de CBS a estornar (R$)',
  base: 'Base do crédito (R$)',
  creditCode: 'Código do crédito presumido',
};

export const lackWords: Record<EventLack, string> = {
  MODEL: 'Sobre este documento não se registram eventos aqui.',
  STATUS: 'Só uma nota autorizada recebe eventos como estes.',
  ROLE: 'A empresa não é a destinatária desta nota: não é ela que registra eventos.',
  SUMMARY:
    'Só o resumo desta nota chegou, e sem os itens dela não se registram eventos. Dê ciência da operação: o XML completo vem depois.',
  OWN_SYSTEM: 'Esta nota é do sistema próprio do município: registre o evento no portal dele.',
  SAID: 'A empresa já disse desta nota o que podia dizer: é um evento só.',
};
