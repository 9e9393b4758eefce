import type { DocumentType } from '../../../domain/document-types.ts';
import type { TaxFieldName } from '../../../domain/taxation/fields.ts';
import type { Field } from '../../forms/fields.ts';
import { taxFieldTitles } from '../../parts/tax-words.ts';
import { fewItemFields } from './few-item-fields.ts';
import type { SaleFields } from './fields.ts';
import { vehicleFields } from './vehicle-fields.ts';

const taxField = (at: string, name: TaxFieldName, kind: Field['kind'] = 'text'): Field => {
  return { name: `${at}.${name}`, label: taxFieldTitles[name], kind, isShort: true, most: 20 };
};

/** The fields of one item. */
export function itemFields(type: DocumentType, index: number): SaleFields {
  const at = `items[${index}]`;
  const first: Field[] = [
    { name: `${at}.description`, label: type === 'NFSE' ? 'Serviço' : 'Descrição', isRequired: true, most: 120 },
    { name: `${at}.code`, label: 'Código', isRequired: true, isShort: true, most: 60 },
    { name: `${at}.quantity`, label: 'Quantidade', kind: 'decimal', isRequired: true, isShort: true },
    ...(type === 'NFSE' ? [] : [{ name: `${at}.unit`, label: 'Unidade', isShort: true, most: 6 }]),
    { name: `${at}.unitValue`, label: 'Preço unitário (R$)', kind: 'decimal', isRequired: true, isShort: true },
    { name: `${at}.discount`, label: 'Desconto (R$)', kind: 'decimal', isShort: true },
  ];
  return type === 'NFSE'
    ? { first: [...first, ...serviceFirst(at)], more: serviceMore(at) }
    : type === 'NFE'
      ? {
          first,
          more: [...goodsMore(at), ...returned(at)],
          few: fewItemFields(at),
          apart: [{ word: 'Veículo novo', fields: vehicleFields(at) }],
        }
      : { first, more: goodsMore(at) };
}

/** The item's tax rule, which wins over the product's and the sale's; `withChoices` puts in the company's rules. */
function taxRule(at: string): Field {
  return { name: `${at}.taxRuleId`, label: 'Regra de tributação', kind: 'choice', choices: [['', 'A da venda']] };
}

/** Which item of which note is returned. */
function returned(at: string): Field[] {
  return [
    {
      name: `${at}.referencedItem.accessKey`,
      label: 'Chave da nota que se devolve',
      most: 60,
      hint: 'Numa devolução, de cada item: a nota em que ele veio, e o item dela.',
    },
    { name: `${at}.referencedItem.number`, label: 'Item daquela nota', kind: 'whole', isShort: true },
  ];
}

function goodsMore(at: string): Field[] {
  return [
    taxRule(at),
    taxField(at, 'ncm'),
    taxField(at, 'cfop'),
    taxField(at, 'cest'),
    { name: `${at}.gtin`, label: 'Código de barras (GTIN)', isShort: true, most: 14 },
    taxField(at, 'icmsOrigin'),
    taxField(at, 'icmsSituation'),
    taxField(at, 'icmsRate', 'decimal'),
    taxField(at, 'icmsRedBc', 'decimal'),
    taxField(at, 'benefitCode'),
    taxField(at, 'pisSituation'),
    taxField(at, 'pisRate', 'decimal'),
    taxField(at, 'cofinsSituation'),
    taxField(at, 'cofinsRate', 'decimal'),
    taxField(at, 'ipiSituation'),
    taxField(at, 'ipiRate', 'decimal'),
    taxField(at, 'ibsCbsSituation'),
    taxField(at, 'ibsCbsClassification'),
    ...issqn(at),
    { name: `${at}.additionalInfo`, label: 'Observação do item', most: 500 },
  ];
}

/**
 * What a service in a conjugated note says in place of ICMS and IPI. What few services need is not shown, and stays as an API client sent it.
 */
function issqn(at: string): Field[] {
  return [
    {
      name: `${at}.issqn.serviceCode`,
      label: 'Serviço: item da lista (LC 116)',
      isShort: true,
      most: 5,
      hint: 'Como 14.01. Só num serviço, que tem ISSQN em lugar de ICMS.',
    },
    { name: `${at}.issqn.rate`, label: 'Alíquota do ISSQN (%)', kind: 'decimal', isShort: true, most: 8 },
    { name: `${at}.issqn.municipalityCode`, label: 'Código IBGE de onde foi prestado', isShort: true, most: 7 },
    {
      name: `${at}.issqn.enforceability`,
      label: 'O ISSQN é devido',
      kind: 'choice',
      choices: [
        ['', 'Sim'],
        ['NOT_SUBJECT', 'Não incide'],
        ['EXEMPT', 'Isento'],
        ['EXPORTED', 'Exportação'],
        ['IMMUNE', 'Imune'],
        ['SUSPENDED_BY_COURT', 'Suspenso pela Justiça'],
        ['SUSPENDED_BY_AUTHORITY', 'Suspenso pela prefeitura'],
      ],
      isShort: true,
    },
    {
      name: `${at}.issqn.country`,
      label: 'País, se o serviço foi prestado no exterior',
      isShort: true,
      most: 2,
      hint: 'A sigla, como US. Só do que é exportação ou não incide.',
    },
    { name: `${at}.issqn.suspensionProcess`, label: 'Processo da suspensão do ISSQN', isShort: true, most: 30 },
    { name: `${at}.issqn.deduction`, label: 'Dedução da base do ISSQN (R$)', kind: 'decimal', isShort: true },
    {
      name: `${at}.issqn.isWithheld`,
      label: 'Quem retém o ISSQN',
      kind: 'trueFalse',
      choices: [
        ['', 'Ninguém: a empresa o recolhe'],
        ['sim', 'Quem compra'],
      ],
      isShort: true,
    },
  ];
}

function serviceFirst(at: string): Field[] {
  return [
    {
      name: `${at}.serviceCode`,
      label: 'Código do serviço (LC 116)',
      isShort: true,
      most: 9,
      hint: 'Como 01.06.01. Em branco, vale o do produto, da regra ou da empresa.',
    },
  ];
}

function serviceMore(at: string): Field[] {
  const short = (name: string, label: string, kind: Field['kind'] = 'text'): Field => {
    return { name: `${at}.${name}`, label, kind, isShort: true, most: 20 };
  };
  return [
    taxRule(at),
    short('municipalServiceCode', 'Código do serviço no município'),
    short('nbsCode', 'NBS'),
    {
      ...short('issTaxation', 'ISSQN'),
      kind: 'choice',
      choices: [
        ['', 'Como está no cadastro'],
        ['1', 'Tributado'],
        ['2', 'Imune'],
        ['3', 'Exportação'],
        ['4', 'Não incide'],
      ],
    },
    {
      ...short('issWithholding', 'Quem recolhe o ISSQN'),
      kind: 'choice',
      choices: [
        ['', 'Como está no cadastro'],
        ['1', 'A própria empresa'],
        ['2', 'Retido pelo tomador'],
        ['3', 'Retido pelo intermediário'],
      ],
    },
    short('issRate', 'Alíquota do ISSQN (%)', 'decimal'),
    short('inssRate', 'INSS retido (%)', 'decimal'),
    short('irrfRate', 'IRRF retido (%)', 'decimal'),
    short('csllRate', 'CSLL retida (%)', 'decimal'),
    short('ibsCbsSituation', 'CST do IBS e da CBS'),
    short('ibsCbsClassification', 'Classificação do IBS e da CBS'),
    short('ibsCbsOperationIndicator', 'Indicador da operação'),
    { name: `${at}.additionalInfo`, label: 'Observação do serviço', most: 500 },
  ];
}
