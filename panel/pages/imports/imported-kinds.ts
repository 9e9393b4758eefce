import { carrierColumns } from '../../../domain/imports/carriers.ts';
import { clientColumns } from '../../../domain/imports/clients.ts';
import type { ImportKind } from '../../../domain/imports/import-run.entity.ts';
import { exampleLines } from '../../../domain/imports/line-examples.ts';
import { productColumns } from '../../../domain/imports/products.ts';
import { type ImportColumn, exampleFile } from '../../../domain/imports/rows.ts';
import { usesCsosn } from '../../../domain/taxation/operation.ts';
import type { ActingCompany } from '../../../operations/acting.ts';
import type { MenuPath } from '../../parts/menu.ts';

/** A kind of record that can be imported from a file. */
export type ImportedKind = {
  kind: ImportKind;
  path: MenuPath & ('clientes' | 'produtos' | 'transporte' | 'regras' | 'modelos');
  /** The columns of a table; empty when each line is a JSON record. */
  columns: readonly ImportColumn[];
  /** The template's headings, by column. */
  headers: Readonly<Record<string, string>>;
  /** The plural of its name, `clientes`, and the singular. */
  many: string;
  one: string;
  /** The name of what identifies a record, in words. */
  key: string;
  /** What a file must have. */
  needed: string;
};

export const importedKinds: readonly ImportedKind[] = [
  {
    kind: 'clients',
    path: 'clientes',
    columns: clientColumns,
    headers: {
      name: 'Razão social',
      tradeName: 'Fantasia',
      document: 'CPF/CNPJ',
      stateRegistration: 'Inscrição estadual',
      email: 'E-mail',
      phone: 'Telefone',
      zipCode: 'CEP',
      street: 'Logradouro',
      number: 'Número',
      complement: 'Complemento',
      neighborhood: 'Bairro',
      city: 'Município',
      municipalityCode: 'Código IBGE',
      state: 'UF',
    },
    many: 'clientes',
    one: 'cliente',
    key: 'CPF ou CNPJ',
    needed: 'a coluna do nome (para alterar os que já existem, a do CPF ou CNPJ)',
  },
  {
    kind: 'products',
    path: 'produtos',
    columns: productColumns,
    headers: {
      code: 'Código',
      name: 'Descrição',
      gtin: 'Código de barras',
      salePrice: 'Preço de venda',
      commercialUnit: 'Unidade',
      ncm: 'NCM',
      cest: 'CEST',
      internalCfop: 'CFOP',
      icmsOrigin: 'Origem',
      icmsCst: 'CST/CSOSN',
      icmsRate: 'Alíquota ICMS',
      pisCst: 'CST PIS',
      cofinsCst: 'CST COFINS',
    },
    many: 'produtos',
    one: 'produto',
    key: 'código',
    needed: 'as colunas do código e do nome (para alterar os que já existem, a do código)',
  },
  {
    kind: 'carriers',
    path: 'transporte',
    columns: carrierColumns,
    headers: {
      name: 'Razão social',
      document: 'CPF/CNPJ',
      stateRegistration: 'Inscrição estadual',
      anttCode: 'RNTRC',
      street: 'Logradouro',
      number: 'Número',
      city: 'Município',
      state: 'UF',
    },
    many: 'transportadoras',
    one: 'transportadora',
    key: 'CPF ou CNPJ',
    needed: 'a coluna do nome (para alterar as que já existem, a do CPF ou CNPJ)',
  },
  {
    ...{ kind: 'tax-rules', path: 'regras', columns: [], headers: {}, needed: '' },
    ...{ many: 'regras', one: 'regra', key: 'nome' },
  },
  {
    ...{ kind: 'fiscal-templates', path: 'modelos', columns: [], headers: {}, needed: '' },
    ...{ many: 'modelos', one: 'modelo', key: 'nome' },
  },
];

/** Whether the file is a table; otherwise each line is a JSON record. */
export const isTable = ({ columns }: ImportedKind): boolean => columns.length > 0;

/** The file name extension of the template. */
export const endingOf = (of: ImportedKind): 'csv' | 'jsonl' => (isTable(of) ? 'csv' : 'jsonl');

/** In the normal regime the goods of the example are fully taxed. */
const inNormalRegime: Readonly<Record<string, string>> = { icmsCst: '00', icmsRate: '18' };

/** A template that the company can import as it is. */
export function templateFor(
  { kind, columns, headers }: ImportedKind,
  { settings }: Pick<ActingCompany, 'settings'>,
): string {
  const lines = exampleLines[kind];
  if (lines !== undefined) return lines;
  const others = settings && usesCsosn(settings.taxRegime) ? {} : inNormalRegime;
  const shown = columns.map((column) => {
    const example = others[column.field] ?? column.example;
    return { ...column, field: headers[column.field] ?? column.field, ...(example === undefined ? {} : { example }) };
  });
  return exampleFile(shown);
}
