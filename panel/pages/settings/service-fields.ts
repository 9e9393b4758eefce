import { serviceFieldNames, serviceRates } from '../../../domain/taxation/levels/service-fields.ts';
import type { Field, FieldGroup } from '../../forms/fields.ts';
import { serviceFieldTitles } from '../../parts/service-words.ts';

const short = { isShort: true } as const;

/** What a company says of its municipality, so that the authority is not asked. */
export const municipalityFields = [
  {
    name: 'nfse.municipality.isOnNationalSystem',
    label: 'A cidade e o sistema nacional da NFS-e',
    kind: 'trueFalse',
    choices: [
      ['', 'Perguntar ao sistema nacional'],
      ['sim', 'Está nele: não perguntar'],
      ['nao', 'Não está nele: não perguntar'],
    ],
    hint: 'A cidade é a do endereço da empresa. Só diga aqui o que o sistema nacional responde errado.',
  },
  {
    name: 'nfse.municipality.asOf',
    label: 'Sabido em',
    kind: 'date',
    hint: 'Vazio: hoje. Só vale com a resposta acima.',
    ...short,
  },
] as const satisfies Field[];

/** The name of the field that chooses among the company's templates. */
export const templateName = 'nfse.defaultTemplateId';

export const services: FieldGroup = {
  title: 'NFS-e',
  help: 'Sem série a empresa não emite NFS-e.',
  fields: [
    { name: 'nfse.series', label: 'Série da NFS-e', kind: 'whole', most: 5, ...short },
    {
      name: 'nfse.nextNumber',
      label: 'Próximo número da NFS-e',
      kind: 'whole',
      most: 9,
      hint: 'Vazio, segue de onde está.',
      ...short,
    },
    {
      name: 'nfse.simplesOption',
      label: 'Simples Nacional na NFS-e',
      kind: 'choice',
      choices: [
        ['', 'Como diz o regime da empresa'],
        ['1', 'Não optante'],
        ['2', 'MEI'],
        ['3', 'Microempresa ou empresa de pequeno porte'],
      ],
    },
    {
      name: 'nfse.simplesAssessment',
      label: 'O que se paga pelo Simples',
      kind: 'choice',
      choices: [
        ['', 'Como diz o regime da empresa'],
        ['1', 'Todos os tributos'],
        ['2', 'Os federais; o ISS por fora'],
        ['3', 'Nenhum: todos por fora'],
      ],
    },
    {
      name: 'nfse.specialRegime',
      label: 'Regime especial do ISS',
      kind: 'choice',
      isRequired: true,
      choices: [
        ['0', 'Nenhum'],
        ['1', 'Ato cooperado'],
        ['2', 'Estimativa'],
        ['3', 'Microempresa municipal'],
        ['4', 'Notário ou registrador'],
        ['5', 'Profissional autônomo'],
        ['6', 'Sociedade de profissionais'],
        ['9', 'Outros'],
      ],
    },
    {
      name: templateName,
      label: 'Modelo fiscal',
      kind: 'choice',
      hint: 'Do serviço de que a venda não diz o modelo.',
    },
    ...municipalityFields,
  ],
};

const rates: ReadonlySet<string> = new Set(serviceRates.map(({ field }) => field));

export const serviceDefaults: FieldGroup = {
  title: 'Serviços por padrão',
  help: 'Valem para o serviço de que nem a venda, nem um modelo, nem uma regra dizem o imposto.',
  fields: serviceFieldNames.map((name) => ({
    name: `serviceDefaults.${name}`,
    label: serviceFieldTitles[name],
    kind: rates.has(name) ? 'decimal' : 'text',
    ...short,
  })),
};
