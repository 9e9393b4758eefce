import type { Choice, Field, FieldGroup } from '../../forms/fields.ts';
import type { SaleFields } from './fields.ts';

const at = (name: string): string => `service.ibsCbs.${name}`;
const short = (name: string, label: string, most: number): Field => ({ name, label, most, isShort: true });

const purchase: FieldGroup = {
  title: 'IBS e CBS do serviço',
  isFolded: true,
  help: 'Só numa nota que diz a classificação do IBS e da CBS.',
  fields: [
    {
      name: at('governmentEntity'),
      label: 'Órgão público que contrata',
      kind: 'choice',
      choices: [
        ['', 'Não é órgão público'],
        ['UNION', 'Da União'],
        ['STATE', 'De um estado'],
        ['FEDERAL_DISTRICT', 'Do Distrito Federal'],
        ['MUNICIPALITY', 'De um município'],
      ],
      isShort: true,
    },
    {
      name: at('operation'),
      label: 'O serviço e o pagamento',
      kind: 'choice',
      choices: [
        ['', 'Não informado'],
        ['SUPPLY_TO_BE_PAID', 'Serviço que se paga depois'],
        ['PAYMENT_OF_SUPPLY', 'Pagamento de serviço já prestado'],
        ['SUPPLY_ALREADY_PAID', 'Serviço já pago antes'],
        ['PAYMENT_BEFORE_SUPPLY', 'Pagamento antes do serviço'],
        ['PAID_AT_SUPPLY', 'Serviço pago na hora'],
      ],
      hint: 'De órgãos públicos, e dos serviços 10.05, 15.09, 17.12 e 25.05.',
      isShort: true,
    },
    {
      name: at('previousDocuments'),
      label: 'Chaves das NFS-e da outra metade',
      kind: 'lines',
      hint: 'Uma em cada linha. Só do que já foi prestado, ou já foi pago.',
    },
    {
      name: at('personalUse'),
      label: 'Uso ou consumo pessoal de quem contrata',
      kind: 'trueFalse',
      choices: [
        ['', 'Não informado'],
        ['sim', 'Sim'],
        ['nao', 'Não'],
      ],
      isShort: true,
    },
    { ...short(at('presumedCreditCode'), 'Código do crédito presumido', 2), hint: 'Dois dígitos, da tabela.' },
  ],
};

const recipient: FieldGroup = {
  title: 'Quem recebe o serviço, se não é quem contrata',
  isFolded: true,
  fields: [
    { name: at('recipient.name'), label: 'Nome de quem recebe', most: 60 },
    short(at('recipient.document'), 'CPF ou CNPJ de quem recebe', 20),
    { ...short(at('recipient.email'), 'E-mail de quem recebe', 60), kind: 'email' },
    short(at('recipient.phone'), 'Telefone de quem recebe', 20),
    short(at('recipient.zipCode'), 'CEP de quem recebe', 9),
    { name: at('recipient.street'), label: 'Rua ou avenida de quem recebe', most: 60 },
    short(at('recipient.number'), 'Número de quem recebe', 60),
    short(at('recipient.complement'), 'Complemento de quem recebe', 60),
    short(at('recipient.neighborhood'), 'Bairro de quem recebe', 60),
    short(at('recipient.city'), 'Cidade de quem recebe', 60),
    short(at('recipient.state'), 'Estado de quem recebe (sigla)', 2),
    {
      ...short(at('recipient.municipalityCode'), 'Código IBGE da cidade de quem recebe', 7),
      hint: 'Em branco, o Lavra o acha pela cidade e pelo estado.',
    },
  ],
};

const property: FieldGroup = {
  title: 'Imóvel da operação',
  isFolded: true,
  help: 'O imóvel se diz pelo CIB ou pelo endereço, um dos dois.',
  fields: [
    short(at('property.propertyRegistration'), 'Inscrição do imóvel no município', 30),
    { ...short(at('property.cib'), 'CIB do imóvel', 8), hint: 'Oito letras e dígitos.' },
    short(at('property.address.zipCode'), 'CEP do imóvel', 11),
    { name: at('property.address.street'), label: 'Rua ou avenida do imóvel', most: 255 },
    short(at('property.address.number'), 'Número do imóvel', 60),
    short(at('property.address.complement'), 'Complemento do imóvel', 156),
    short(at('property.address.neighborhood'), 'Bairro do imóvel', 60),
    { ...short(at('property.address.city'), 'Cidade do imóvel', 60), hint: 'Só fora do Brasil.' },
    { ...short(at('property.address.region'), 'Região do imóvel', 60), hint: 'Só fora do Brasil.' },
  ],
};

/** What an NFS-e says of IBS and CBS (group IBSCBS) apart from the taxes of its items; the values of third parties are rows instead. */
export const serviceIbsCbsGroups: readonly FieldGroup[] = [purchase, recipient, property];

/** The list of the values of third parties (gReeRepRes). */
export const reimbursementList = 'service.ibsCbs.reimbursements';

const types: readonly Choice[] = [
  ['', 'Escolha…'],
  ['01', 'Repasse a outros corretores do imóvel'],
  ['02', 'Repasse a fornecedores de agência de turismo'],
  ['03', 'Produção externa de agência de publicidade'],
  ['04', 'Mídia de agência de publicidade'],
  ['99', 'Outra operação por conta de terceiro'],
];

/** One document of a third party whose value the note charges and passes on. */
export function reimbursementFields(index: number): SaleFields {
  const own = (name: string): string => `${reimbursementList}[${index}].${name}`;
  return {
    first: [
      { name: own('type'), label: 'Por que se repassa', kind: 'choice', choices: types, isRequired: true },
      { name: own('value'), label: 'Valor do terceiro (R$)', kind: 'decimal', isRequired: true, isShort: true },
      { name: own('issueDate'), label: 'Emissão do documento', kind: 'date', isRequired: true, isShort: true },
      { name: own('competence'), label: 'Competência do documento', kind: 'date', isRequired: true, isShort: true },
      { name: own('nfseKey'), label: 'Chave da NFS-e do terceiro', most: 80, hint: 'Ou a de outro documento, abaixo.' },
      { name: own('supplier.name'), label: 'Nome de quem o emitiu', most: 60 },
      short(own('supplier.document'), 'CPF ou CNPJ de quem o emitiu', 20),
    ],
    more: [
      { name: own('description'), label: 'Descrição, se for outra operação', most: 150 },
      { name: own('nfeKey'), label: 'Chave da NF-e do terceiro', most: 80 },
      { name: own('cteKey'), label: 'Chave do CT-e do terceiro', most: 80 },
      short(own('otherKey.key'), 'Chave de outro documento', 50),
      short(own('otherKey.description'), 'Que documento é esse', 255),
      short(own('fiscalDocument.number'), 'Número de documento fiscal sem chave', 255),
      short(own('fiscalDocument.municipalityCode'), 'Código IBGE de onde foi emitido', 7),
      short(own('fiscalDocument.description'), 'Que documento fiscal é', 255),
      short(own('otherDocument.number'), 'Número de documento não fiscal', 255),
      short(own('otherDocument.description'), 'Que documento não fiscal é', 255),
    ],
  };
}
