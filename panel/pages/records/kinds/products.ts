import { brazilianMoney } from '../../../../domain/pages/html/values.ts';
import type { Product } from '../../../../domain/products/product.entity.ts';
import { productFieldNames, type TaxFieldName, taxFieldNames } from '../../../../domain/taxation/fields.ts';
import { productChanges, productInput } from '../../../../http/requests/records.ts';
import { productView } from '../../../../http/views/records.ts';
import { checkedBody } from '../../../../openapi/check-body.ts';
import { findProducts } from '../../../../operations/lists/records.ts';
import { changeProduct, createProduct, findProduct, removeProduct } from '../../../../operations/records/products.ts';
import type { FieldGroup } from '../../../forms/fields.ts';
import { filled } from '../../../forms/read.ts';
import type { FormContext, RecordKind, RecordRow } from '../kind.ts';
import { taxFields, usualTaxFields } from './tax-fields.ts';

/** Fields that the form shows elsewhere, or that only a sale has. */
const elsewhere: ReadonlySet<TaxFieldName> = new Set<TaxFieldName>([...usualTaxFields, 'ncm', 'cest', 'cfop']);
const otherTaxes = taxFieldNames.filter((name) => !elsewhere.has(name));

function groups({ company, taxRules }: FormContext): FieldGroup[] {
  const named = { company, prefix: 'nfeConfig.', names: productFieldNames };
  return [
    {
      title: 'O produto',
      fields: [
        { name: 'name', label: 'Nome', isRequired: true, most: 120 },
        { name: 'code', label: 'Código', isRequired: true, most: 60, isShort: true },
        { name: 'gtin', label: 'Código de barras', most: 20, isShort: true },
        { name: 'salePrice', label: 'Preço de venda (R$)', kind: 'decimal', isShort: true },
        { name: 'commercialUnit', label: 'Unidade', most: 60, isShort: true, hint: 'UN onde nada é dito.' },
      ],
    },
    {
      title: 'Impostos',
      help: 'Onde nada é dito, valem o modelo fiscal da venda e os ajustes da empresa.',
      fields: [
        { name: 'nfeConfig.ncm', label: 'NCM', most: 20, isShort: true },
        { name: 'nfeConfig.cest', label: 'CEST', most: 20, isShort: true },
        { name: 'nfeConfig.internalCfop', label: 'CFOP dentro do estado', most: 20, isShort: true },
        ...taxFields(usualTaxFields, named),
        {
          name: 'nfeConfig.taxRuleId',
          label: 'Regra de tributação',
          kind: 'choice',
          choices: [['', 'Nenhuma'], ...taxRules.map(({ id, name }) => [id, name] as const)],
          isShort: true,
        },
      ],
    },
    {
      title: 'Outros CFOPs',
      isFolded: true,
      help: 'Vazios num produto novo, são sugeridos a partir do CFOP dentro do estado.',
      fields: [
        {
          name: 'nfeConfig.interstateContributor',
          label: 'Para outro estado, a contribuinte',
          most: 20,
          isShort: true,
        },
        {
          name: 'nfeConfig.interstateNonContributor',
          label: 'Para outro estado, a não contribuinte',
          most: 20,
          isShort: true,
        },
        { name: 'nfeConfig.exportCfop', label: 'Exportação', most: 20, isShort: true },
      ],
    },
    { title: 'Outros impostos', isFolded: true, fields: taxFields(otherTaxes, named) },
    {
      title: 'Unidades de tributação',
      isFolded: true,
      fields: [
        { name: 'taxUnit', label: 'Unidade tributável', most: 60, isShort: true },
        { name: 'taxUnitFactor', label: 'Quantas há numa unidade de venda', kind: 'decimal', isShort: true },
        { name: 'taxUnitExport', label: 'Unidade tributável na exportação', most: 60, isShort: true },
        {
          name: 'taxUnitExportFactor',
          label: 'Quantas há numa unidade de venda (exportação)',
          kind: 'decimal',
          isShort: true,
        },
      ],
    },
  ];
}

function row(product: Product): RecordRow {
  const { id, name, code, taxation } = product;
  const { salePrice } = product.normal();
  return {
    id,
    name,
    under: code,
    cells: [taxation.fields.ncm ?? '', salePrice ? `R$ ${brazilianMoney(salePrice)}` : ''],
  };
}

/** Products and services that the company sells. */
export const products: RecordKind = {
  path: 'produtos',
  here: 'produtos',
  words: {
    title: 'Produtos',
    one: 'produto',
    article: 'o',
    create: 'Novo produto',
    search: 'Nome ou código',
    none: 'Cadastre o que você vende, ou traga de uma planilha.',
    removal:
      'O produto sai da lista e de vendas novas, e o código fica livre para outro. Notas emitidas não mudam, e rascunhos que já o nomeiam seguem como estão.',
  },
  columns: ['NCM', 'Preço'],
  namesTaxRules: true,
  groups,
  initial: {},
  async list(em, query, page) {
    const { products, total } = await findProducts(em, query, page);
    return { rows: products.map(row), total };
  },
  async find(em, id) {
    const product = await findProduct(em, id);
    return { id, name: product.name, view: productView(product) };
  },
  create: (orm, company, sent) =>
    createProduct(orm, company, productInput(checkedBody('ProductCreation', filled(sent)))),
  change: (orm, company, id, sent) =>
    changeProduct(orm, company, id, productChanges(checkedBody('ProductChanges', sent))),
  remove: removeProduct,
};
