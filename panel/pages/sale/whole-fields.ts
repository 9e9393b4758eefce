import type { DocumentType } from '../../../domain/document-types.ts';
import type { Choice, Field, FieldGroup } from '../../forms/fields.ts';
import type { SaleFields } from './fields.ts';
import { conveyances, groupsOfFew, mailTo, ofNfe, volumes } from './rare-fields.ts';

/** The nature of operation of a sale of goods when neither the sale nor a template gives one. */
export const usualNature = 'Venda de mercadoria';

/** Fields that choose a record of the company: `withChoices` puts the choices in. */
const template: Field = { name: 'templateId', label: 'Modelo fiscal', kind: 'choice', choices: [], isShort: true };
const taxRule: Field = { name: 'taxRuleId', label: 'Regra de tributação', kind: 'choice', choices: [], isShort: true };

const order: Field = {
  name: 'externalId',
  label: 'Número do pedido',
  isShort: true,
  most: 100,
  hint: 'O da sua empresa: por ele se acha a nota.',
};

function remarks(most: number): Field {
  return { name: 'additionalInfo', label: 'Observações para quem compra', kind: 'area', most };
}

/** The fields of the sale as a whole. */
export function wholeFields(type: DocumentType): SaleFields {
  if (type === 'NFSE') return serviceFields;
  const nature: Field = {
    name: 'operationNature',
    label: 'Natureza da operação',
    isShort: true,
    most: 60,
    hint: `Em branco: a do modelo fiscal; sem modelo, ${usualNature}.`,
  };
  return {
    first: [nature, template, order, remarks(5000)],
    more: [
      { name: 'discount', label: 'Desconto da venda toda (R$)', kind: 'decimal', isShort: true },
      { name: 'otherCosts', label: 'Outras despesas (R$)', kind: 'decimal', isShort: true },
      { name: 'insurance', label: 'Seguro (R$)', kind: 'decimal', isShort: true },
      { name: 'presence', label: 'Como se comprou', kind: 'choice', choices: presences[type], isShort: true },
      taxRule,
      ...(type === 'NFE' ? ofNfe : []),
      mailTo,
    ],
  };
}

const presences: Record<'NFE' | 'NFCE', readonly Choice[]> = {
  NFCE: [
    ['', 'Na loja'],
    ['4', 'Entrega em domicílio'],
    ['5', 'Presencial, fora da loja'],
  ],
  NFE: [
    ['', 'Outra, sem presença'],
    ['1', 'Presencial'],
    ['2', 'Pela internet'],
    ['3', 'Por telefone'],
    ['5', 'Presencial, fora da loja'],
    ['0', 'Não se aplica'],
  ],
};

const serviceFields: SaleFields = {
  first: [
    template,
    order,
    { name: 'service.competence', label: 'Competência', kind: 'date', isShort: true, hint: 'Em branco: hoje.' },
    {
      name: 'service.place.municipalityCode',
      label: 'Código IBGE de onde o serviço foi prestado',
      isShort: true,
      most: 7,
      hint: 'Em branco: a cidade da empresa.',
    },
    remarks(2000),
  ],
  more: [
    { name: 'discount', label: 'Desconto incondicional (R$)', kind: 'decimal', isShort: true },
    { name: 'service.conditionalDiscount', label: 'Desconto condicional (R$)', kind: 'decimal', isShort: true },
    { name: 'service.order.number', label: 'Pedido de quem contrata', isShort: true, most: 60 },
    {
      name: 'service.place.country',
      label: 'País onde foi prestado (sigla)',
      isShort: true,
      most: 2,
      hint: 'Só fora do Brasil, no lugar da cidade.',
    },
    taxRule,
    mailTo,
  ],
};

/** How the goods travel. */
export const transportFields: FieldGroup = {
  title: 'Transporte',
  isFolded: true,
  fields: [
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
    {
      name: 'transport.vehiclePlate',
      label: 'Placa',
      isShort: true,
      most: 8,
      hint: 'Em branco, com transportadora: o veículo de costume dela.',
    },
    { name: 'transport.vehicleState', label: 'Estado da placa (sigla)', isShort: true, most: 2 },
    ...conveyances,
    { name: 'transport.volumeQuantity', label: 'Volumes', kind: 'whole', isShort: true },
    { name: 'transport.volumeSpecies', label: 'Espécie', isShort: true, most: 60, hint: 'Como CAIXA.' },
    ...volumes,
    { name: 'transport.volumeGrossWeight', label: 'Peso bruto (kg)', kind: 'decimal', isShort: true },
    { name: 'transport.volumeNetWeight', label: 'Peso líquido (kg)', kind: 'decimal', isShort: true },
  ],
};

/** The carrier, which a search finds. */
export const carrier: Field = { name: 'transport.carrierId', label: 'Transportadora' };

/** Groups that few sales fill in. */
const rareGroups: readonly FieldGroup[] = [
  {
    title: 'Pedido de quem compra',
    isFolded: true,
    fields: [
      { name: 'purchaseOrder.number', label: 'Número do pedido de quem compra', isShort: true, most: 60 },
      { name: 'purchaseOrder.contract', label: 'Contrato', isShort: true, most: 60 },
      {
        name: 'purchaseOrder.commitment',
        label: 'Nota de empenho',
        isShort: true,
        most: 22,
        hint: 'De quem vende a um órgão público.',
      },
    ],
  },
  {
    title: 'Devolução, entrada e outras notas',
    isFolded: true,
    help: 'Numa devolução, a nota de origem se diz em cada item, em "Impostos e mais campos".',
    fields: [
      {
        name: 'purpose',
        label: 'Finalidade',
        kind: 'choice',
        choices: [
          ['', 'Normal'],
          ['RETURN', 'Devolução'],
          ['COMPLEMENTARY', 'Complemento de outra nota'],
          ['ADJUSTMENT', 'Ajuste'],
        ],
        isShort: true,
      },
      {
        name: 'operationType',
        label: 'Sentido',
        kind: 'choice',
        choices: [
          ['', 'Saída: a mercadoria sai da empresa'],
          ['IN', 'Entrada: a mercadoria entra na empresa'],
        ],
        isShort: true,
      },
      {
        name: 'referencedDocuments',
        label: 'Chaves das notas a que esta se refere',
        kind: 'lines',
        hint: 'Uma em cada linha. Um complemento diz a nota que completa.',
      },
      {
        name: 'advancePayments',
        label: 'Chaves das notas do que já foi pago',
        kind: 'lines',
        hint: 'Uma em cada linha: as notas de débito do pagamento antecipado.',
      },
    ],
  },
];

/** The folded groups of the whole sale. */
export function foldedGroups(type: DocumentType): readonly FieldGroup[] {
  return [...(type === 'NFE' ? rareGroups : []), ...groupsOfFew(type)];
}

/** Codes of cMotivo of a substitution (TSCodJustSubst). */
const reasons: readonly Choice[] = [
  ['', 'Escolha…'],
  ['99', 'Outro motivo, que o texto diz'],
  ['05', 'O tomador ou o intermediário recusou a nota'],
  ['01', 'A empresa saiu do Simples Nacional'],
  ['02', 'A empresa entrou no Simples Nacional'],
  ['03', 'Imunidade ou isenção reconhecida depois'],
  ['04', 'Imunidade ou isenção retirada depois'],
];

/** Why an NFS-e takes the place of another. */
export const replacement: FieldGroup = {
  title: 'Por que substituir',
  fields: [
    { name: 'replaces.reason', label: 'Motivo', kind: 'choice', choices: reasons, isRequired: true },
    {
      name: 'replaces.description',
      label: 'O motivo em palavras',
      kind: 'area',
      most: 255,
      hint: 'De 15 a 255 letras; com outro motivo, sempre. O texto vai para a autoridade e fica nas duas notas.',
    },
  ],
};

/** Every field of the sale as a whole. */
export function ofWhole(type: DocumentType): Field[] {
  const { first, more } = wholeFields(type);
  const folded = foldedGroups(type).flatMap(({ fields }) => fields);
  const travelling = type === 'NFE' ? [carrier, ...transportFields.fields] : [];
  const replaced = type === 'NFSE' ? replacement.fields : [];
  return [...replaced, ...first, ...more, ...travelling, ...folded];
}

/** The default values of the contract, which are the first choices of their fields. */
export function usualOf(type: DocumentType): Readonly<Record<string, string>> {
  return {
    purpose: 'NORMAL',
    printedAs: 'A4',
    operationType: 'OUT',
    'transport.freightType': 'NO_FREIGHT',
    presence: type === 'NFCE' ? '1' : '9',
  };
}
