import type { PaymentMethod } from '../../../domain/documents/payload.ts';
import { electronicMethods } from '../../../domain/documents/payment-methods.ts';
import type { Choice, Field } from '../../forms/fields.ts';
import { isGroup, pruned } from './groups.ts';
import type { ValueTree } from '../../forms/read.ts';
import type { SaleFields } from './fields.ts';

/** The payment methods, the most common ones first. */
export const methods = [
  ['', 'Escolha…'],
  ['PIX', 'Pix'],
  ['CASH', 'Dinheiro'],
  ['CREDIT_CARD', 'Cartão de crédito'],
  ['DEBIT_CARD', 'Cartão de débito'],
  ['BANK_SLIP', 'Boleto'],
  ['BANK_TRANSFER', 'Transferência'],
  ['BANK_DEPOSIT', 'Depósito'],
  ['PAY_LATER', 'A prazo'],
  ['CHECK', 'Cheque'],
  ['STORE_CREDIT', 'Crédito na loja'],
  ['PIX_STATIC', 'Pix estático'],
  ['SHOP_CREDIT', 'Crédito em loja por devolução'],
  ['FOOD_VOUCHER', 'Vale-alimentação'],
  ['MEAL_VOUCHER', 'Vale-refeição'],
  ['GIFT_VOUCHER', 'Vale-presente'],
  ['FUEL_VOUCHER', 'Vale-combustível'],
  ['TRADE_NOTE', 'Duplicata mercantil'],
  ['LOYALTY', 'Programa de fidelidade'],
  ['ELECTRONIC_UNSPECIFIED', 'Pagamento eletrônico'],
  ['NO_PAYMENT', 'Sem pagamento'],
  ['OTHERS', 'Outro'],
] as const satisfies readonly Choice[];

const integrations: readonly Choice[] = [
  ['', 'Não informado'],
  ['STANDALONE', 'Maquininha à parte'],
  ['INTEGRATED', 'Integrada ao sistema de vendas'],
];

/** One payment; the fold holds what is known of a card or an electronic payment. */
export function paymentFields(index: number): SaleFields {
  const at = `payments[${index}]`;
  const short = (name: string, label: string, most: number, hint?: string): Field => {
    return { name: `${at}.card.${name}`, label, most, isShort: true, ...(hint ? { hint } : {}) };
  };
  return {
    first: [
      { name: `${at}.method`, label: 'Forma', kind: 'choice', choices: methods, isRequired: true, isShort: true },
      {
        name: `${at}.value`,
        label: 'Valor (R$)',
        kind: 'decimal',
        isShort: true,
        hint: 'Em branco num pagamento só: o total dos itens.',
      },
      { name: `${at}.description`, label: 'Descrição, se for outro', isShort: true, most: 60 },
    ],
    more: [
      { name: `${at}.card.integration`, label: 'Maquininha', kind: 'choice', choices: integrations, isShort: true },
      short('brand', 'Bandeira', 40, 'Como VISA ou MASTERCARD.'),
      short('acquirer', 'CNPJ da credenciadora', 20),
      short('authorization', 'Código de autorização', 128),
      short('receiver', 'CNPJ de quem recebe', 20, 'Se for outro estabelecimento.'),
      short('terminal', 'Terminal', 40),
    ],
  };
}

export function installmentFields(index: number): SaleFields {
  const at = `duplicates[${index}]`;
  return {
    first: [
      { name: `${at}.dueDate`, label: 'Vence em', kind: 'date', isRequired: true, isShort: true },
      { name: `${at}.value`, label: 'Valor (R$)', kind: 'decimal', isRequired: true, isShort: true },
      { name: `${at}.number`, label: 'Número', isShort: true, most: 60 },
    ],
    more: [],
  };
}

/** Methods paid by card, which have a card brand. */
const branded: ReadonlySet<string> = new Set<PaymentMethod>([
  'CREDIT_CARD',
  'DEBIT_CARD',
  'FOOD_VOUCHER',
  'MEAL_VOUCHER',
  'GIFT_VOUCHER',
  'FUEL_VOUCHER',
]);
const electronic: ReadonlySet<string> = electronicMethods;

/** A payment with the card details that its method has room for, and which others were left out. */
export type FittedPayment = { payment: ValueTree; dropped: 'CARD' | 'BRAND' | null };

/**
 * @param payment as written, without empty fields
 * @param before the method of the stored payment: the details beside it were accepted with it, and stay
 */
export function fittedPayment(payment: ValueTree, before?: string): FittedPayment {
  const { card, ...others } = payment;
  const { method } = payment;
  if (!isGroup(card)) return { payment: others, dropped: null };
  if (typeof method !== 'string' || !electronic.has(method)) return { payment: others, dropped: 'CARD' };
  if (method === before || branded.has(method) || card['brand'] === undefined) return { payment, dropped: null };
  return { payment: pruned({ ...others, card: { ...card, brand: null } }), dropped: 'BRAND' };
}

/** What a person reads when details did not fit the method; nothing while no method is chosen. */
export function droppedWords(index: number, { payment: { method }, dropped }: FittedPayment): string[] {
  const word = methods.find(([value]) => value === method)?.[1];
  if (dropped === null || !method || word === undefined) return [];
  return dropped === 'CARD'
    ? [`Pagamento ${index + 1}: "${word}" não tem dados de cartão nem de Pix. Os que estavam ali ficam fora da nota.`]
    : [`Pagamento ${index + 1}: "${word}" não tem bandeira de cartão. A que estava ali fica fora da nota.`];
}
