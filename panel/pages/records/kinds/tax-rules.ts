import type { TaxRule, TaxRuleModel } from '../../../../domain/tax-rules/tax-rule.entity.ts';
import { ruleFieldNames, type TaxFieldName } from '../../../../domain/taxation/fields.ts';
import {
  nfeSubRuleFieldNames,
  nfseSubRuleFieldNames,
  ruleClientTypes,
  takerTypes,
} from '../../../../domain/taxation/levels/choose-sub-rule.ts';
import { taxRuleChanges, taxRuleInput } from '../../../../http/requests/records.ts';
import { taxRuleView } from '../../../../http/views/records.ts';
import { checkedBody } from '../../../../openapi/check-body.ts';
import { rowRangeOf } from '../../../../operations/lists/page.ts';
import {
  changeTaxRule,
  createTaxRule,
  findTaxRule,
  findTaxRules,
  removeTaxRule,
} from '../../../../operations/records/tax-rules.ts';
import type { Field, FieldGroup } from '../../../forms/fields.ts';
import { filled, type ValueTree, formTexts } from '../../../forms/read.ts';
import { count } from '../../../parts/words.ts';
import type { FormContext, KeptRecord, RecordKind, RecordRow, RepeatedPart } from '../kind.ts';
import { serviceFields, usualService } from './service-fields.ts';
import { taxFields, usualTaxFields } from './tax-fields.ts';

const models: Record<TaxRuleModel, string> = { NFE: 'Mercadoria (NF-e e NFC-e)', NFSE: 'Serviço (NFS-e)' };
const clientWords: Record<(typeof ruleClientTypes)[number], string> = {
  CONTRIBUINTE: 'Contribuinte do ICMS',
  NAO_CONTRIBUINTE: 'Não contribuinte',
  ISENTO: 'Isento de inscrição',
  CONSUMIDOR_FINAL: 'Consumidor final',
};
const takerWords: Record<(typeof takerTypes)[number], string> = {
  INDIVIDUAL: 'Pessoa física',
  COMPANY: 'Pessoa jurídica',
  FOREIGN: 'Estrangeiro',
};

/** Lists of codes that people write in one line, with commas. */
const written = { NFE: ['states', 'cfops'], NFSE: ['municipalityCodes', 'serviceCodes'] } as const;
/** Lists that are a box for each value. */
const ticked = { NFE: 'clientTypes', NFSE: 'takerTypes' } as const;
const listNames = { NFE: 'nfeTaxRules', NFSE: 'nfseTaxRules' } as const;

const modelOf = (variant: string): TaxRuleModel => (variant === 'NFSE' ? 'NFSE' : 'NFE');

const general: readonly Field[] = [
  { name: 'name', label: 'Nome da regra', isRequired: true, most: 120 },
  { name: 'isActive', label: 'Ativa: é oferecida em cadastros', kind: 'yesNo' },
];

function groups(context: FormContext): FieldGroup[] {
  const model = modelOf(context.variant);
  const parts = Array.from({ length: context.parts }, (_, place) => place);
  return [
    { title: 'A regra', fields: general },
    ...parts.flatMap((place) => (model === 'NFE' ? goodsPart(place, context) : servicePart(place))),
  ];
}

const help = 'O que fica vazio vale para todos. Deixe tudo vazio para retirar a condição.';

function goodsPart(place: number, { company }: FormContext): FieldGroup[] {
  const prefix = `nfeTaxRules[${place}].`;
  const named = { company, prefix, names: ruleFieldNames };
  const rest: TaxFieldName[] = nfeSubRuleFieldNames.filter((name) => !usualTaxFields.some((usual) => usual === name));
  return [
    {
      title: `Condição ${place + 1}`,
      help,
      fields: [
        {
          name: `${prefix}states`,
          label: 'Estados do cliente',
          isShort: true,
          hint: 'Siglas com vírgula: SP, RJ. EX é o exterior.',
        },
        { name: `${prefix}cfops`, label: 'CFOPs', isShort: true, hint: 'Com vírgula: 5102, 5405.' },
        ...ruleClientTypes.map((type): Field => {
          return { name: `${prefix}clientTypes.${type}`, label: `Para: ${clientWords[type]}`, kind: 'yesNo' };
        }),
        ...taxFields(usualTaxFields, named),
      ],
    },
    { title: `Condição ${place + 1}: outros impostos`, isFolded: true, fields: taxFields(rest, named) },
  ];
}

function servicePart(place: number): FieldGroup[] {
  const prefix = `nfseTaxRules[${place}].`;
  const rest = nfseSubRuleFieldNames.filter((name) => !usualService.some((usual) => usual === name));
  return [
    {
      title: `Condição ${place + 1}`,
      help,
      fields: [
        {
          name: `${prefix}municipalityCodes`,
          label: 'Municípios (códigos IBGE)',
          isShort: true,
          hint: 'Com vírgula: 3550308, 3304557.',
        },
        {
          name: `${prefix}serviceCodes`,
          label: 'Serviços (códigos nacionais)',
          isShort: true,
          hint: 'Com vírgula: 01.07.01, 17.01.01.',
        },
        ...takerTypes.map((type): Field => {
          return { name: `${prefix}takerTypes.${type}`, label: `Para: ${takerWords[type]}`, kind: 'yesNo' };
        }),
        ...serviceFields(usualService, prefix),
      ],
    },
    { title: `Condição ${place + 1}: o que poucos precisam`, isFolded: true, fields: serviceFields(rest, prefix) },
  ];
}

const repeated: RepeatedPart = {
  listOf: (variant) => listNames[modelOf(variant)],
  countOf: (kept) => listIn(kept).length,
  most: 30,
  valuesOf(kept) {
    const model = modelOf(kept.variant ?? '');
    const fields = groups({
      company: { settings: null } as FormContext['company'],
      variant: model,
      parts: 1,
      taxRules: [],
    })
      .flatMap((group) => group.fields)
      .filter(({ name }) => name.startsWith(`${listNames[model]}[0].`));
    const values = listIn(kept).map((part, place) => {
      const shown = { [listNames[model]]: [asFields(part, model)] };
      return Object.entries(formTexts(shown, fields)).map(([name, value]) => [
        name.replace('[0]', `[${place}]`),
        value,
      ]);
    });
    return Object.fromEntries(values.flat()) as Record<string, string>;
  },
  partOf(sent) {
    const isService = ticked.NFSE in sent;
    const model = isService ? 'NFSE' : 'NFE';
    const lists = written[model].map((name): [string, unknown] => [name, codesOf(sent[name])]);
    return { ...sent, ...Object.fromEntries(lists), [ticked[model]]: chosenIn(sent[ticked[model]]) };
  },
};

function listIn(kept: KeptRecord): readonly object[] {
  const view = kept.view as Record<string, readonly object[]>;
  return view[listNames[modelOf(kept.variant ?? '')]] ?? [];
}

/** A part with its lists as the form shows them: codes in one line, and a box for each value. */
function asFields(part: object, model: TaxRuleModel): ValueTree {
  const of = part as Record<string, readonly string[]>;
  const lines = written[model].map((name): [string, unknown] => [name, (of[name] ?? []).join(', ')]);
  const boxes = Object.fromEntries((of[ticked[model]] ?? []).map((value) => [value, true]));
  return { ...part, ...Object.fromEntries(lines), [ticked[model]]: boxes };
}

function codesOf(line: unknown): string[] {
  return typeof line === 'string'
    ? line
        .toUpperCase()
        .split(/[,;\s]+/)
        .filter(Boolean)
    : [];
}

function chosenIn(boxes: unknown): string[] {
  const entries = typeof boxes === 'object' && boxes !== null ? Object.entries(boxes) : [];
  return entries.flatMap(([value, isTicked]) => (isTicked === true ? [value] : []));
}

function row({ id, name, model, isActive, nfeTaxRules, nfseTaxRules }: TaxRule): RecordRow {
  const parts = nfeTaxRules.length + nfseTaxRules.length;
  const under = `${count(parts)} ${parts === 1 ? 'condição' : 'condições'}`;
  return { id, name, under, cells: [models[model], isActive ? 'Ativa' : 'Inativa'], isIdle: !isActive };
}

/** Rules by which taxes depend on the buyer, the place and the purpose of a sale. */
export const taxRules: RecordKind = {
  path: 'regras',
  here: 'regras',
  words: {
    title: 'Regras de tributação',
    one: 'regra',
    article: 'a',
    create: 'Nova regra',
    search: 'Nome da regra',
    none: 'Uma regra diz os impostos por estado, tipo de cliente e operação. Só quem tem casos assim precisa delas.',
    removal:
      'A regra sai da lista, de cadastros e de vendas novas. Notas emitidas não mudam, e rascunhos que já a nomeiam seguem como estão.',
  },
  columns: ['Para', 'Situação'],
  variants: [
    { key: 'NFE', word: 'Mercadoria' },
    { key: 'NFSE', word: 'Serviço' },
  ],
  groups,
  initial: { isActive: 'sim' },
  repeated,
  async list(em, query, page) {
    const [found, total] = await findTaxRules(em, query, rowRangeOf(page));
    return { rows: found.map(row), total };
  },
  async find(em, id) {
    const rule = await findTaxRule(em, id);
    const { name, model: variant } = rule;
    const isLong = rule.nfeTaxRules.length + rule.nfseTaxRules.length > repeated.most;
    const fixed = isLong
      ? { fixed: 'Esta regra tem condições demais para um formulário: altere-a pelo seu sistema.' }
      : {};
    return { id, name, variant, view: taxRuleView(rule), ...fixed };
  },
  create: (orm, company, sent, variant) => {
    const body = { ...filled(sent), model: modelOf(variant) };
    return createTaxRule(orm, company, taxRuleInput(checkedBody('TaxRuleCreation', body)));
  },
  change: (orm, company, id, sent) =>
    changeTaxRule(orm, company, id, taxRuleChanges(checkedBody('TaxRuleChanges', sent))),
  remove: removeTaxRule,
};
