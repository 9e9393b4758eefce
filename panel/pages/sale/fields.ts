import type { DocumentType } from '../../../domain/document-types.ts';
import type { Choice, Field } from '../../forms/fields.ts';
import { itemFields } from './item-fields.ts';

/** Lists of the form, with the most rows that each may have. */
export const lists = { items: 990, payments: 100, duplicates: 120 } as const;
export type ListName = keyof typeof lists;

/** What a field means to the form: at first sight, or under "Mais campos". */
export type SaleFields = { first: readonly Field[]; more: readonly Field[] };

/** The client, where none of the records is taken. */
export function clientFields(type: DocumentType): SaleFields {
  const isNamed = type !== 'NFCE';
  return {
    first: [
      { name: 'client.name', label: isNamed ? 'Nome ou razão social' : 'Nome', isRequired: isNamed, most: 60 },
      { name: 'client.document', label: 'CPF ou CNPJ', isShort: true, most: 60 },
      { name: 'client.email', label: 'E-mail', kind: 'email', isShort: true, most: 60 },
    ],
    more: [
      { name: 'client.stateRegistration', label: 'Inscrição estadual', isShort: true, most: 30 },
      {
        name: 'client.taxpayerType',
        label: 'Perante o ICMS',
        kind: 'choice',
        choices: [
          ['', 'O que segue da inscrição'],
          ['CONTRIBUINTE', 'Contribuinte'],
          ['ISENTO', 'Isento de inscrição'],
          ['NAO_CONTRIBUINTE', 'Não contribuinte'],
        ],
        isShort: true,
      },
      { name: 'client.zipCode', label: 'CEP', isShort: true, most: 10 },
      { name: 'client.street', label: 'Rua ou avenida', most: 60 },
      { name: 'client.number', label: 'Número', isShort: true, most: 60 },
      { name: 'client.complement', label: 'Complemento', isShort: true, most: 60 },
      { name: 'client.neighborhood', label: 'Bairro', isShort: true, most: 60 },
      { name: 'client.city', label: 'Cidade', isShort: true, most: 60 },
      { name: 'client.state', label: 'Estado (sigla)', isShort: true, most: 2 },
      {
        name: 'client.municipalityCode',
        label: 'Código IBGE da cidade',
        isShort: true,
        most: 7,
        hint: 'Em branco, o Lavra o acha pela cidade e pelo estado.',
      },
      { name: 'client.phone', label: 'Telefone', isShort: true, most: 20 },
    ],
  };
}

const methods: readonly Choice[] = [
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
];

export function paymentFields(index: number): Field[] {
  const at = `payments[${index}]`;
  return [
    { name: `${at}.method`, label: 'Forma', kind: 'choice', choices: methods, isRequired: true, isShort: true },
    {
      name: `${at}.value`,
      label: 'Valor (R$)',
      kind: 'decimal',
      isShort: true,
      hint: 'Em branco num pagamento só: o total dos itens.',
    },
    { name: `${at}.description`, label: 'Descrição, se for outro', isShort: true, most: 60 },
  ];
}

export function installmentFields(index: number): Field[] {
  const at = `duplicates[${index}]`;
  return [
    { name: `${at}.dueDate`, label: 'Vence em', kind: 'date', isRequired: true, isShort: true },
    { name: `${at}.value`, label: 'Valor (R$)', kind: 'decimal', isRequired: true, isShort: true },
    { name: `${at}.number`, label: 'Número', isShort: true, most: 60 },
  ];
}

/** The sale as a whole. */
export function wholeFields(type: DocumentType): SaleFields {
  const note: Field = {
    name: 'additionalInfo',
    label: 'Observações para quem compra',
    kind: 'area',
    most: type === 'NFSE' ? 2000 : 5000,
  };
  const order: Field = { name: 'externalId', label: 'Número do pedido', isShort: true, most: 100 };
  if (type === 'NFSE') {
    return {
      first: [
        order,
        { name: 'service.competence', label: 'Competência', kind: 'date', isShort: true, hint: 'Em branco: hoje.' },
        {
          name: 'service.place.municipalityCode',
          label: 'Código IBGE de onde o serviço foi prestado',
          isShort: true,
          most: 7,
          hint: 'Em branco: a cidade da empresa.',
        },
        note,
      ],
      more: [
        { name: 'discount', label: 'Desconto incondicional (R$)', kind: 'decimal', isShort: true },
        { name: 'service.conditionalDiscount', label: 'Desconto condicional (R$)', kind: 'decimal', isShort: true },
      ],
    };
  }
  return {
    first: [
      { name: 'operationNature', label: 'Natureza da operação', isRequired: true, isShort: true, most: 60 },
      order,
      note,
    ],
    more: [...goodsMoreOfWhole(type), ...(type === 'NFE' ? transportFields : [])],
  };
}

function goodsMoreOfWhole(type: 'NFE' | 'NFCE'): Field[] {
  const presences: Choice[] =
    type === 'NFCE'
      ? [
          ['', 'Na loja'],
          ['4', 'Entrega em domicílio'],
          ['5', 'Presencial, fora da loja'],
        ]
      : [
          ['', 'Outra, sem presença'],
          ['1', 'Presencial'],
          ['2', 'Pela internet'],
          ['3', 'Por telefone'],
          ['5', 'Presencial, fora da loja'],
          ['0', 'Não se aplica'],
        ];
  return [
    { name: 'presence', label: 'Como se comprou', kind: 'choice', choices: presences, isShort: true },
    { name: 'discount', label: 'Desconto da venda toda (R$)', kind: 'decimal', isShort: true },
    { name: 'otherCosts', label: 'Outras despesas (R$)', kind: 'decimal', isShort: true },
    { name: 'insurance', label: 'Seguro (R$)', kind: 'decimal', isShort: true },
  ];
}

const transportFields: readonly Field[] = [
  {
    name: 'transport.freightType',
    label: 'Frete',
    kind: 'choice',
    choices: [
      ['', 'Sem frete'],
      ['SENDER', 'Por conta de quem vende (CIF)'],
      ['RECIPIENT', 'Por conta de quem compra (FOB)'],
      ['THIRD_PARTY', 'Por conta de terceiros'],
      ['OWN_SENDER', 'Transporte próprio de quem vende'],
      ['OWN_RECIPIENT', 'Transporte próprio de quem compra'],
    ],
    isShort: true,
  },
  { name: 'transport.freightValue', label: 'Valor do frete (R$)', kind: 'decimal', isShort: true },
  { name: 'transport.volumeQuantity', label: 'Volumes', kind: 'whole', isShort: true },
  { name: 'transport.volumeSpecies', label: 'Espécie', isShort: true, most: 60 },
  { name: 'transport.volumeGrossWeight', label: 'Peso bruto (kg)', kind: 'decimal', isShort: true },
  { name: 'transport.volumeNetWeight', label: 'Peso líquido (kg)', kind: 'decimal', isShort: true },
  { name: 'transport.vehiclePlate', label: 'Placa', isShort: true, most: 8 },
  { name: 'transport.vehicleState', label: 'Estado da placa', isShort: true, most: 2 },
];

/** Whether a kind of document has payments and installments. */
export const hasPayments = (type: DocumentType): boolean => type !== 'NFSE';
export const hasInstallments = (type: DocumentType): boolean => type === 'NFE';

/** Every field of a form with so many rows, those first that its person sees first. */
export function fieldsOf(type: DocumentType, rows: Record<ListName, number>): Field[] {
  const each = (count: number, fields: (index: number) => readonly Field[]) =>
    Array.from({ length: count }, (_, index) => fields(index)).flat();
  const both = ({ first, more }: SaleFields) => [...first, ...more];
  return [
    ...both(clientFields(type)),
    ...each(rows.items, (index) => both(itemFields(type, index))),
    ...(hasPayments(type) ? each(rows.payments, paymentFields) : []),
    ...(hasInstallments(type) ? each(rows.duplicates, installmentFields) : []),
    ...both(wholeFields(type)),
  ];
}
