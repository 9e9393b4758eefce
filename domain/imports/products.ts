import { type NfeConfigInput, nfeConfigNames, type ProductChanges } from '../products/product.entity.ts';
import { asCode, asDecimal, asLeadingCode, asText } from './cell.ts';
import type { ImportColumn, RowValues } from './rows.ts';

/** The columns of a file of products outside the taxation. */
const goods: readonly ImportColumn[] = [
  {
    field: 'code',
    alias: [
      'codigo',
      'cod',
      'codigoproduto',
      'codproduto',
      'codigodoproduto',
      'codigointerno',
      'codinterno',
      'sku',
      'referencia',
      'ref',
      'cprod',
    ],
    read: asText,
    example: 'CAF-500',
    emptySaysNothing: true,
  },
  {
    field: 'name',
    alias: [
      'descricao',
      'nome',
      'descricaoproduto',
      'descricaodoproduto',
      'nomeproduto',
      'nomedoproduto',
      'produto',
      'mercadoria',
      'xprod',
    ],
    read: asText,
    example: 'Café torrado e moído 500 g',
    emptySaysNothing: true,
  },
  {
    field: 'gtin',
    alias: ['ean', 'ean13', 'gtinean', 'codigobarras', 'codigodebarras', 'codbarras', 'codbarra', 'cean'],
    read: asText,
    example: '7891000315507',
  },
  {
    field: 'salePrice',
    alias: [
      'preco',
      'precovenda',
      'precodevenda',
      'precounitario',
      'valor',
      'valorvenda',
      'valordevenda',
      'valorunitario',
      'vlrvenda',
      'vuncom',
    ],
    read: asDecimal,
    example: '18,90',
  },
  {
    field: 'commercialUnit',
    alias: ['unidade', 'un', 'und', 'unid', 'um', 'unidademedida', 'unidadedemedida', 'unidadecomercial', 'ucom'],
    read: asText,
    example: 'UN',
  },
  { field: 'taxUnit', alias: ['unidadetributavel', 'unidadetributaria', 'utrib'], read: asText },
  { field: 'taxUnitExport', alias: ['unidadeexportacao', 'unidadetributavelexportacao'], read: asText },
  { field: 'taxUnitFactor', alias: ['fatorunidadetributavel', 'fatorutrib', 'fatorconversao'], read: asDecimal },
  {
    field: 'taxUnitExportFactor',
    alias: ['fatorunidadeexportacao', 'fatorexportacao', 'fatorconversaoexportacao'],
    read: asDecimal,
  },
];

/** The columns for the fields of `nfeConfig`. */
const taxation: readonly ImportColumn[] = [
  { field: 'ncm', alias: ['ncmsh', 'codigoncm', 'codncm', 'classificacaofiscal'], read: asCode, example: '0901.21.00' },
  { field: 'cest', alias: ['codigocest', 'codcest'], read: asCode, example: '17.096.00' },
  {
    field: 'internalCfop',
    alias: ['cfop', 'cfopinterno', 'cfopinterna', 'cfopestadual', 'cfopdentrodoestado', 'cfopvenda', 'cfopsaida'],
    read: asCode,
    example: '5102',
  },
  {
    field: 'interstateContributor',
    alias: ['cfopinterestadual', 'cfopforadoestado', 'cfopinterestadualcontribuinte'],
    read: asCode,
    emptySaysNothing: true, // the API derives it from the internal CFOP
  },
  {
    field: 'interstateNonContributor',
    alias: ['cfopinterestadualnaocontribuinte', 'cfopnaocontribuinte'],
    read: asCode,
    emptySaysNothing: true,
  },
  { field: 'exportCfop', alias: ['cfopexportacao', 'cfopexterior'], read: asCode },
  {
    field: 'icmsOrigin',
    alias: [
      'origem',
      'orig',
      'origemmercadoria',
      'origemdamercadoria',
      'origemproduto',
      'origemdoproduto',
      'origemicms',
    ],
    read: asLeadingCode,
    example: '0',
  },
  {
    field: 'icmsCst',
    alias: ['cstcsosn', 'csosncst', 'csosn', 'cst', 'csticms', 'situacaotributaria', 'situacaotributariaicms'],
    read: asLeadingCode,
    example: '102',
  },
  {
    field: 'icmsRate',
    alias: ['aliquotaicms', 'aliqicms', 'icms', 'percicms', 'percentualicms', 'picms'],
    read: asDecimal,
  },
  {
    field: 'icmsRedBc',
    alias: ['reducaobc', 'reducaobase', 'reducaobaseicms', 'percentualreducaobase', 'predbc'],
    read: asDecimal,
  },
  { field: 'icmsDeferralRate', alias: ['diferimento', 'percentualdiferimento', 'pdif'], read: asDecimal },
  {
    field: 'benefitCode',
    alias: ['cbenef', 'codigobeneficio', 'codigobeneficiofiscal', 'beneficiofiscal'],
    read: asText,
  },
  { field: 'icmsExemptedRate', alias: ['aliquotaicmsdesonerado', 'aliquotadesoneracao'], read: asDecimal },
  { field: 'icmsExemptionReason', alias: ['motivodesoneracao', 'motdesicms'], read: asLeadingCode },
  { field: 'icmsExemptionDeducted', alias: ['deduzdesoneracao', 'inddeduzdeson'], read: asLeadingCode },
  { field: 'icmsRedBcBenefitCode', alias: ['cbenefrbc', 'codigobeneficioreducaobc'], read: asText },
  { field: 'presumedCreditCode', alias: ['ccredpresumido', 'codigocreditopresumido'], read: asText },
  { field: 'presumedCreditRate', alias: ['pcredpresumido', 'percentualcreditopresumido'], read: asDecimal },
  { field: 'icmsStModBc', alias: ['modalidadebcst', 'modbcst'], read: asLeadingCode },
  { field: 'icmsStMva', alias: ['mva', 'mvast', 'iva', 'ivast', 'margemvaloragregado', 'pmvast'], read: asDecimal },
  { field: 'icmsStRate', alias: ['aliquotaicmsst', 'aliqicmsst', 'aliquotast', 'aliqst', 'picmsst'], read: asDecimal },
  { field: 'icmsStRedBc', alias: ['reducaobcst', 'reducaobasest', 'predbcst'], read: asDecimal },
  { field: 'icmsStExemptionReason', alias: ['motivodesoneracaost', 'motdesicmsst'], read: asLeadingCode },
  { field: 'icmsMonoRate', alias: ['adremicms', 'aliquotaadrem'], read: asDecimal },
  { field: 'icmsMonoRetainedRate', alias: ['adremicmsreten', 'aliquotaadremretida'], read: asDecimal },
  { field: 'icmsMonoReductionRate', alias: ['predadrem', 'reducaoadrem'], read: asDecimal },
  { field: 'icmsMonoReductionReason', alias: ['motredadrem', 'motivoreducaoadrem'], read: asLeadingCode },
  { field: 'icmsSnCreditRate', alias: ['creditosimples', 'aliquotacreditosimples', 'pcredsn'], read: asDecimal },
  { field: 'fcpRate', alias: ['fcp', 'aliquotafcp', 'aliqfcp', 'percentualfcp', 'pfcp'], read: asDecimal },
  { field: 'fcpStRate', alias: ['fcpst', 'aliquotafcpst', 'pfcpst'], read: asDecimal },
  { field: 'difalInternalRate', alias: ['aliquotainternadestino', 'picmsufdest'], read: asDecimal },
  { field: 'pisCst', alias: ['cstpis'], read: asLeadingCode, example: '49' },
  { field: 'pisRate', alias: ['aliquotapis', 'aliqpis', 'pis', 'ppis'], read: asDecimal },
  { field: 'cofinsCst', alias: ['cstcofins'], read: asLeadingCode, example: '49' },
  { field: 'cofinsRate', alias: ['aliquotacofins', 'aliqcofins', 'cofins', 'pcofins'], read: asDecimal },
  { field: 'ipiSituation', alias: ['cstipi', 'ipicst'], read: asLeadingCode },
  { field: 'ipiRate', alias: ['aliquotaipi', 'aliqipi', 'ipi', 'pipi'], read: asDecimal },
  { field: 'ipiFramework', alias: ['enquadramentoipi', 'codigoenquadramentoipi', 'cenq'], read: asCode },
  { field: 'ibsCbsSituation', alias: ['cstibscbs'], read: asLeadingCode },
  { field: 'ibsCbsClassification', alias: ['cclasstrib', 'classificacaotributaria'], read: asCode },
  { field: 'ibsCbsRegularSituation', alias: ['cstreg', 'cstibscbsregular'], read: asLeadingCode },
  { field: 'ibsCbsRegularClassification', alias: ['cclasstribreg', 'classificacaotributariaregular'], read: asCode },
  { field: 'selectiveTaxSituation', alias: ['cstis', 'cstimpostoseletivo'], read: asCode },
  { field: 'selectiveTaxClassification', alias: ['cclasstribis', 'classificacaoimpostoseletivo'], read: asCode },
  { field: 'selectiveTaxRate', alias: ['aliquotais', 'aliquotaimpostoseletivo'], read: asDecimal },
  { field: 'selectiveTaxUnitRate', alias: ['adremis', 'valorporunidadeimpostoseletivo'], read: asDecimal },
  { field: 'simplesActivity', alias: ['cativsn', 'atividadesimples', 'atividadedosimples'], read: asCode },
  { field: 'taxRuleId', alias: ['regratributaria', 'regrafiscal', 'idregratributaria'], read: asText },
];

/** The columns that a file of products may have. */
export const productColumns: readonly ImportColumn[] = [...goods, ...taxation];

/** A row of products as changes of a record. The taxation goes into `nfeConfig`, which is absent where the file has no column for it. */
export function changesInProductRow(values: RowValues): ProductChanges {
  const nfeConfig: NfeConfigInput = {};
  for (const name of nfeConfigNames) {
    const value = text(values[name]);
    if (value !== undefined) nfeConfig[name] = value;
  }
  return {
    name: text(values['name']) ?? undefined,
    code: text(values['code']) ?? undefined,
    gtin: text(values['gtin']),
    salePrice: text(values['salePrice']),
    commercialUnit: text(values['commercialUnit']),
    taxUnit: text(values['taxUnit']),
    taxUnitExport: text(values['taxUnitExport']),
    taxUnitFactor: text(values['taxUnitFactor']),
    taxUnitExportFactor: text(values['taxUnitExportFactor']),
    ...(Object.keys(nfeConfig).length > 0 ? { nfeConfig } : {}),
  };
}

function text(value: RowValues[string] | undefined): string | null | undefined {
  return typeof value === 'boolean' ? String(value) : value;
}
