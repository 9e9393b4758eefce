import type { DocumentType } from '../../../domain/document-types.ts';
import type { Field, FieldGroup } from '../../forms/fields.ts';
import { deduction } from './deduction-fields.ts';
import { regulatedGroups } from './regulated-fields.ts';
import { serviceIbsCbsGroups } from './service-ibs-cbs.ts';

/** Who else gets the note by e-mail. */
export const mailTo: Field = {
  name: 'mailTo',
  label: 'Mandar a nota também para estes e-mails',
  kind: 'lines',
  hint: 'Um em cada linha, até 10. Só vale se a empresa manda as notas por e-mail.',
};

/** Fields of the NF-e itself that few notes fill in. */
export const ofNfe: readonly Field[] = [
  {
    name: 'printedAs',
    label: 'Como a nota é impressa',
    kind: 'choice',
    choices: [
      ['', 'Folha A4'],
      ['LABEL', 'Etiqueta, colada no pacote'],
      ['COUPON', 'Cupom, na bobina da loja'],
    ],
    isShort: true,
  },
  {
    name: 'movementDateTime.day',
    label: 'Dia em que a mercadoria sai',
    kind: 'date',
    isShort: true,
    hint: 'Numa entrada, em que chega. Em branco: a nota não diz.',
  },
  { name: 'movementDateTime.time', label: 'Hora em que sai, em Brasília', kind: 'time', isShort: true },
  {
    name: 'expectedDeliveryDate',
    label: 'Previsão de entrega',
    kind: 'date',
    isShort: true,
    hint: 'Só com frete por conta de quem vende ou de terceiros.',
  },
  { name: 'taxOfficeInfo', label: 'Observações para o fisco', kind: 'area', most: 2000 },
  {
    name: 'remarks',
    label: 'Campos de uso livre',
    kind: 'area',
    most: 900,
    hint: 'Um em cada linha, até 10: o nome e o que diz. Como Vendedor: Ana.',
  },
  {
    name: 'taxOfficeRemarks',
    label: 'Campos que o fisco pede',
    kind: 'area',
    most: 900,
    hint: 'Um em cada linha, até 10, como os de uso livre, com o nome que o fisco deu ao campo.',
  },
];

/** What a vehicle pulls, and what carries the goods in its place. */
export const conveyances: readonly Field[] = [
  {
    name: 'transport.trailers',
    label: 'Reboques',
    kind: 'lines',
    hint: 'Um em cada linha, até 5: placa, estado e, se houver, RNTC. Como ABC1D23 SP.',
  },
  { name: 'transport.wagon', label: 'Vagão', isShort: true, most: 20, hint: 'No lugar da placa.' },
  { name: 'transport.barge', label: 'Balsa', isShort: true, most: 20, hint: 'No lugar da placa.' },
];

/** Marks, numbers and seals of the volumes. */
export const volumes: readonly Field[] = [
  { name: 'transport.volumeBrand', label: 'Marca dos volumes', isShort: true, most: 60 },
  {
    name: 'transport.volumeNumbering',
    label: 'Numeração dos volumes',
    isShort: true,
    most: 60,
    hint: 'Como 1 A 20.',
  },
  { name: 'transport.volumeSeals', label: 'Lacres', kind: 'lines', hint: 'Um em cada linha.' },
];

const money = (name: string, label: string): Field => ({ name, label, kind: 'decimal', isShort: true });

/** What a public body withholds when it buys, and which half of its purchase the note is. */
const ofPublicBuyers: readonly FieldGroup[] = [
  {
    title: 'Venda a órgão público',
    isFolded: true,
    fields: [
      {
        name: 'governmentPurchase.entity',
        label: 'Ente público que compra',
        kind: 'choice',
        choices: [
          ['', 'Não é órgão público'],
          ['UNION', 'União'],
          ['STATE', 'Estado'],
          ['FEDERAL_DISTRICT', 'Distrito Federal'],
          ['MUNICIPALITY', 'Município'],
          ['PUBLIC_CONSORTIUM', 'Consórcio público'],
          ['IBS_COMMITTEE', 'Comitê Gestor do IBS'],
        ],
        isShort: true,
      },
      {
        name: 'governmentPurchase.operation',
        label: 'Qual metade da compra esta nota é',
        kind: 'choice',
        choices: [
          ['', 'Escolha…'],
          ['SUPPLY_TO_BE_PAID', 'A entrega, que se paga depois'],
          ['PAYMENT_OF_SUPPLY', 'O pagamento do que já foi entregue'],
          ['SUPPLY_ALREADY_PAID', 'A entrega do que já foi pago'],
          ['PAYMENT_BEFORE_SUPPLY', 'O pagamento, antes da entrega'],
        ],
        isShort: true,
      },
      {
        ...money('governmentPurchase.rateReduction', 'Redutor da compra governamental (%)'),
        hint: 'Só a partir de 2027.',
      },
      {
        name: 'governmentPurchase.previousDocuments',
        label: 'Chaves das notas da outra metade da compra',
        kind: 'lines',
        hint: 'Uma em cada linha. Só do que já foi entregue, ou já foi pago.',
      },
    ],
  },
  {
    title: 'Tributos retidos por quem compra',
    isFolded: true,
    fields: [
      money('withheldTaxes.pis', 'PIS retido (R$)'),
      money('withheldTaxes.cofins', 'COFINS retida (R$)'),
      money('withheldTaxes.csll', 'CSLL retida (R$)'),
      money('withheldTaxes.irrfBase', 'Base do imposto de renda retido (R$)'),
      money('withheldTaxes.irrf', 'Imposto de renda retido (R$)'),
      money('withheldTaxes.socialSecurityBase', 'Base da previdência retida (R$)'),
      money('withheldTaxes.socialSecurity', 'Previdência retida (R$)'),
    ],
  },
];

const approximateTaxes: FieldGroup = {
  title: 'Tributos aproximados do serviço',
  isFolded: true,
  help: 'Em reais, no lugar das porcentagens do cadastro. Diga os três, ou nenhum.',
  fields: [
    money('service.approximateTaxes.federalValue', 'Federais (R$)'),
    money('service.approximateTaxes.stateValue', 'Estaduais (R$)'),
    money('service.approximateTaxes.municipalValue', 'Municipais (R$)'),
  ],
};

/** What a conjugated note says of all its services. */
const services: FieldGroup = {
  title: 'Serviços na nota (nota conjugada)',
  isFolded: true,
  help: 'Só onde o estado e o município aceitam mercadoria e serviço na mesma nota. O ISSQN se diz em cada item de serviço.',
  fields: [
    {
      name: 'issqn.performedOn',
      label: 'Dia em que o serviço foi prestado',
      kind: 'date',
      isShort: true,
      hint: 'Em branco: o da emissão.',
    },
    {
      name: 'issqn.municipalRegime',
      label: 'Regime municipal da empresa',
      kind: 'choice',
      choices: [
        ['', 'Não informado'],
        ['MUNICIPAL_MICROENTERPRISE', 'Microempresa municipal'],
        ['ESTIMATE', 'Estimativa'],
        ['PROFESSIONAL_PARTNERSHIP', 'Sociedade de profissionais'],
        ['COOPERATIVE', 'Cooperativa'],
        ['MEI', 'MEI'],
        ['SIMPLES', 'Simples Nacional'],
      ],
      isShort: true,
    },
  ],
};

/** Sugar cane that a supplier delivered in a month. */
const sugarCane: FieldGroup = {
  title: 'Aquisição de cana-de-açúcar',
  isFolded: true,
  help: 'Só da usina, na nota da cana de um mês. As somas são calculadas.',
  fields: [
    { name: 'sugarCane.harvest', label: 'Safra', isShort: true, most: 9, hint: 'Como 2026/2027.' },
    { name: 'sugarCane.month', label: 'Mês da cana', isShort: true, most: 7, hint: 'Como 11/2026.' },
    {
      name: 'sugarCane.deliveries',
      label: 'O que chegou em cada dia (kg)',
      kind: 'area',
      most: 1500,
      hint: 'Um dia em cada linha: o dia e os quilos. Como 5 12.500,500.',
    },
    money('sugarCane.previousKilograms', 'Chegou nos meses anteriores (kg)'),
    money('sugarCane.value', 'Valor da cana do mês (R$)'),
    {
      name: 'sugarCane.deductions',
      label: 'Deduções',
      kind: 'area',
      most: 1500,
      hint: 'Uma em cada linha, até 10: o que é, e o valor. Como Funrural 120,00.',
    },
  ],
};

/** Groups that few sales of this type fill in. */
export function groupsOfFew(type: DocumentType): readonly FieldGroup[] {
  return {
    NFE: [...ofPublicBuyers, ...regulatedGroups, services, sugarCane],
    NFCE: [services],
    NFSE: [deduction, approximateTaxes, ...serviceIbsCbsGroups],
  }[type];
}
