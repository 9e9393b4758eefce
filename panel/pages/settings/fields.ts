import { stateCodes } from '../../../domain/states.ts';
import { rateFieldNames, taxFieldNames } from '../../../domain/taxation/fields.ts';
import type { Choice, Field, FieldGroup } from '../../forms/fields.ts';
import { taxFieldTitles } from '../../parts/tax-words.ts';

const short = { isShort: true } as const;
const states: Choice[] = [...stateCodes.keys()].toSorted().map((state) => [state, state]);

const identity: FieldGroup = {
  title: 'Identidade',
  fields: [
    { name: 'name', label: 'Razão social', isRequired: true, most: 60 },
    { name: 'tradeName', label: 'Nome fantasia', most: 60 },
    { name: 'stateRegistration', label: 'Inscrição estadual', most: 20, ...short },
    { name: 'municipalRegistration', label: 'Inscrição municipal', most: 15, ...short },
    {
      name: 'suframaRegistration',
      label: 'Inscrição na SUFRAMA',
      most: 14,
      hint: 'Só de quem está na Zona Franca de Manaus ou em área de livre comércio.',
      ...short,
    },
    { name: 'cnae', label: 'CNAE', most: 10, hint: '7 dígitos.', ...short },
    { name: 'phone', label: 'Telefone', most: 20, hint: 'Com o DDD.', ...short },
    { name: 'email', label: 'E-mail', kind: 'email', most: 60 },
  ],
};

const address: FieldGroup = {
  title: 'Endereço',
  help: 'Como sai em cada nota. O código da cidade é achado pelo nome dela.',
  fields: [
    { name: 'address.zipCode', label: 'CEP', isRequired: true, most: 9, ...short },
    { name: 'address.street', label: 'Rua', isRequired: true, most: 60 },
    { name: 'address.number', label: 'Número', isRequired: true, most: 60, hint: '"S/N" onde não há.', ...short },
    { name: 'address.complement', label: 'Complemento', most: 60, ...short },
    { name: 'address.neighborhood', label: 'Bairro', isRequired: true, most: 60, ...short },
    { name: 'address.city', label: 'Cidade', isRequired: true, most: 60, ...short },
    { name: 'address.state', label: 'UF', kind: 'choice', choices: states, isRequired: true, ...short },
  ],
};

/** The tax regime of the company. */
export const regimeField: Field = {
  name: 'taxRegime',
  label: 'Regime da empresa',
  kind: 'choice',
  isRequired: true,
  choices: [
    ['SIMPLES', 'Simples Nacional'],
    ['SIMPLES_EXCESS', 'Simples Nacional, acima do limite de receita'],
    ['NORMAL', 'Regime normal (lucro presumido ou real)'],
    ['MEI', 'MEI'],
  ],
};

export const receitaRegimeField: Field = {
  name: 'receitaRegime',
  label: 'No cadastro da Receita Federal',
  kind: 'choice',
  choices: [
    ['', 'Não foi informado'],
    ['SIMPLES', 'Optante pelo Simples Nacional'],
    ['MEI', 'MEI'],
    ['OTHER', 'Nem Simples, nem MEI'],
  ],
  hint: 'A SEFAZ rejeita a nota cujo regime não é o deste cadastro.',
};

export const regime: FieldGroup = {
  title: 'Regime',
  fields: [
    regimeField,
    receitaRegimeField,
    { name: 'pisCofinsExcludesIcms', label: 'Tirar o ICMS da base do PIS e da COFINS', kind: 'yesNo' },
  ],
};

/** The taxes of an item about which neither the sale, nor the product, nor a rule says anything. */
export const taxDefaults: FieldGroup = {
  title: 'Impostos por padrão',
  help: 'Valem para o item de que nem a venda, nem o produto, nem uma regra dizem o imposto.',
  fields: taxFieldNames.map((name) => ({
    name: `taxDefaults.${name}`,
    label: taxFieldTitles[name],
    kind: rateFieldNames.includes(name) ? 'decimal' : 'text',
    most: 20,
    ...short,
  })),
};

const series = (model: string, title: string): Field[] => [
  {
    name: `series.${model}.series`,
    label: `Série da ${title}`,
    kind: 'whole',
    most: 3,
    isRequired: model === '55',
    ...short,
  },
  {
    name: `series.${model}.nextNumber`,
    label: `Próximo número da ${title}`,
    kind: 'whole',
    most: 9,
    hint: 'Vazio, segue de onde está.',
    ...short,
  },
];

/** The series of notes of goods, and the next number of each. */
export const numbers: FieldGroup = {
  title: 'Séries e números',
  help: 'Do ambiente em que a empresa emite agora. Um número que já saiu não volta.',
  fields: [...series('55', 'NF-e'), ...series('65', 'NFC-e')],
};

const switches: Choice[] = [
  ['OFF', 'Nunca: espera a SEFAZ voltar'],
  ['AUTOMATIC', 'Sozinha, quando a SEFAZ para'],
  ['MANUAL', 'Só quando uma pessoa manda'],
];

export const notes: FieldGroup = {
  title: 'Notas',
  fields: [
    {
      name: 'nfce.qrCodeVersion',
      label: 'QR Code da NFC-e',
      kind: 'choice',
      choices: [
        ['', 'Versão 2 se há CSC, senão versão 3'],
        ['2', 'Versão 2, com CSC'],
        ['3', 'Versão 3, sem CSC'],
      ],
    },
    {
      name: 'danfe.orientation',
      label: 'Folha do DANFE',
      kind: 'choice',
      isRequired: true,
      choices: [
        ['PORTRAIT', 'Em pé'],
        ['LANDSCAPE', 'Deitada'],
      ],
    },
    {
      name: 'danfe.rollMm',
      label: 'Bobina do cupom',
      kind: 'choice',
      isRequired: true,
      choices: ['80', '58'].map((mm): Choice => [mm, `${mm} mm`]),
    },
    { name: 'uniqueExternalId', label: 'Recusar uma segunda nota do mesmo pedido', kind: 'yesNo' },
    {
      name: 'doubts',
      label: 'O que parece engano numa nota',
      kind: 'choice',
      isRequired: true,
      choices: [
        ['WARN', 'Avisar ao lado dela'],
        ['REFUSE', 'Não emitir até que seja corrigido'],
      ],
    },
  ],
};

export const contingencyFields: FieldGroup = {
  title: 'Contingência',
  help: 'O que acontece com as notas enquanto a SEFAZ não responde.',
  fields: [
    { name: 'contingency.nfe', isRequired: true, label: 'NF-e em contingência', kind: 'choice', choices: switches },
    {
      name: 'contingency.afterSeconds.nfe',
      label: 'NF-e espera antes (segundos)',
      kind: 'whole',
      most: 5,
      isRequired: true,
      ...short,
    },
    { name: 'contingency.nfce', isRequired: true, label: 'NFC-e em contingência', kind: 'choice', choices: switches },
    {
      name: 'contingency.afterSeconds.nfce',
      label: 'NFC-e espera antes (segundos)',
      kind: 'whole',
      most: 4,
      isRequired: true,
      ...short,
    },
    {
      name: 'contingency.giveUp',
      label: 'Número que a SEFAZ nunca recebeu',
      kind: 'choice',
      isRequired: true,
      choices: [
        ['AUTOMATIC', 'É inutilizado sozinho'],
        ['PROPOSED', 'Espera que uma pessoa decida'],
      ],
    },
  ],
};

export const receivedFields: FieldGroup = {
  title: 'Notas recebidas',
  fields: [
    {
      name: 'received.awareness',
      label: 'Ciência da operação',
      kind: 'choice',
      isRequired: true,
      choices: [
        ['MANUAL', 'Quando uma pessoa a dá'],
        ['AUTOMATIC', 'Assim que o resumo chega'],
      ],
      hint: 'Com a ciência a SEFAZ entrega a nota inteira, e o prazo para responder a ela começa.',
    },
  ],
};

export const responsible: FieldGroup = {
  title: 'Responsável técnico',
  help: 'Quem fez o sistema que emite, nas UFs que o pedem. Deixe tudo vazio onde não há.',
  fields: [
    { name: 'technicalResponsible.cnpj', label: 'CNPJ', most: 18, ...short },
    { name: 'technicalResponsible.contact', label: 'Nome do contato', most: 60, ...short },
    { name: 'technicalResponsible.email', label: 'E-mail', kind: 'email', most: 60, ...short },
    { name: 'technicalResponsible.phone', label: 'Telefone', most: 20, ...short },
  ],
};

/** Who the company is, and its address; the first steps ask for these, too. */
export const identityParts = [identity, address] as const;
