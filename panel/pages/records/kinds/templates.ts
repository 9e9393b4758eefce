import { productFieldNames, type TaxFieldName, taxFieldNames } from '../../../../domain/taxation/fields.ts';
import { serviceFieldNames } from '../../../../domain/taxation/levels/service-fields.ts';
import type {
  FiscalTemplate,
  TemplateSource,
  TemplateType,
} from '../../../../domain/templates/fiscal-template.entity.ts';
import { templateChanges, templateInput } from '../../../../http/requests/records.ts';
import { fiscalTemplateView } from '../../../../http/views/records.ts';
import { checkedBody } from '../../../../openapi/check-body.ts';
import { rowRangeOf } from '../../../../operations/lists/page.ts';
import {
  changeFiscalTemplate,
  createFiscalTemplate,
  findFiscalTemplate,
  findFiscalTemplates,
  removeFiscalTemplate,
} from '../../../../operations/records/fiscal-templates.ts';
import type { Field, FieldGroup } from '../../../forms/fields.ts';
import { filled } from '../../../forms/read.ts';
import type { FormContext, RecordKind, RecordRow } from '../kind.ts';
import { serviceFields, usualService } from './service-fields.ts';
import { taxFields, usualTaxFields } from './tax-fields.ts';

const types: Record<TemplateType, string> = { NFE: 'Mercadoria (NF-e e NFC-e)', NFSE: 'Serviço (NFS-e)' };
const sources: Record<TemplateSource, string> = {
  company: 'Da empresa',
  tenant: 'De quem oferece o sistema',
  system: 'De quem opera o Lavra',
};

const usualGoods = ['cfop', 'ncm', ...usualTaxFields] as const satisfies readonly TaxFieldName[];
const usualServices = ['serviceCode', 'serviceDescription', ...usualService] as const;

const general: readonly Field[] = [
  { name: 'name', label: 'Nome do modelo', isRequired: true, most: 120 },
  {
    name: 'operationNature',
    label: 'Natureza da operação',
    most: 60,
    hint: 'Como a nota a imprime: Venda de mercadoria.',
  },
];

function groups({ company, variant }: FormContext): FieldGroup[] {
  const help = 'O modelo vale onde a venda, a regra e o produto nada dizem.';
  if (variant === 'NFSE') {
    const rest = serviceFieldNames.filter((name) => !usualServices.some((usual) => usual === name));
    return [
      { title: 'O modelo', fields: general },
      { title: 'Serviço', help, fields: serviceFields(usualServices) },
      { title: 'O que poucos precisam', isFolded: true, fields: serviceFields(rest) },
    ];
  }
  const named = { company, prefix: '', names: productFieldNames };
  const rest = taxFieldNames.filter((name) => !usualGoods.some((usual) => usual === name));
  return [
    { title: 'O modelo', fields: general },
    { title: 'Impostos', help, fields: taxFields(usualGoods, named) },
    { title: 'O que poucos precisam', isFolded: true, fields: taxFields(rest, named) },
  ];
}

function row({ id, name, operationNature, type, source }: FiscalTemplate): RecordRow {
  return { id, name, under: operationNature ?? '', cells: [types[type], sources[source]] };
}

/** The pages of fiscal templates. */
export const templates: RecordKind = {
  path: 'modelos',
  here: 'modelos',
  words: {
    title: 'Modelos fiscais',
    one: 'modelo',
    article: 'o',
    create: 'Novo modelo',
    search: 'Nome ou natureza da operação',
    none: 'Um modelo diz o que uma operação costuma ser: venda, remessa, bonificação.',
    removal:
      'O modelo sai da lista e de vendas novas. Notas emitidas não mudam, e rascunhos que já o nomeiam seguem como estão.',
  },
  columns: ['Para', 'De quem é'],
  variants: [
    { key: 'NFE', word: 'Mercadoria' },
    { key: 'NFSE', word: 'Serviço' },
  ],
  groups,
  initial: {},
  async list(em, query, page) {
    const [found, total] = await findFiscalTemplates(em, query, rowRangeOf(page));
    return { rows: found.map(row), total };
  },
  async find(em, id) {
    const template = await findFiscalTemplate(em, id);
    const { name, type: variant, source } = template;
    const fixed =
      source === 'company' ? {} : { fixed: 'Este modelo é compartilhado: quem o mantém é quem opera o Lavra.' };
    return { id, name, variant, view: fiscalTemplateView(template), ...fixed };
  },
  create: (orm, company, sent, type) =>
    createFiscalTemplate(orm, company, templateInput(checkedBody('FiscalTemplateCreation', { ...filled(sent), type }))),
  change: (orm, company, id, sent) =>
    changeFiscalTemplate(orm, company, id, templateChanges(checkedBody('FiscalTemplateChanges', sent))),
  remove: removeFiscalTemplate,
};
