import { taxKinds } from '../../../../domain/closings/facts.ts';
import type { ClosingSummary, ClosingTotals, GoodsSums, SeriesNumbers } from '../../../../domain/closings/summary.ts';

const noGoods: GoodsSums = {
  ...{ operationValue: '0.00', icmsBase: '0.00', icms: '0.00', stBase: '0.00', st: '0.00', fcp: '0.00', fcpSt: '0.00' },
  ...{ ipi: '0.00', pisBase: '0.00', pis: '0.00', cofinsBase: '0.00', cofins: '0.00' },
  ...{ ibsCbsBase: '0.00', ibs: '0.00', cbs: '0.00' },
};

/** The numbers of a series without faults. */
export function seriesNumbers(parts: Partial<SeriesNumbers> = {}): SeriesNumbers {
  return {
    ...{ type: 'NFE', series: 1, previous: 1200, first: 1201, last: 1322, authorized: 120, cancelled: [1210, 1300] },
    ...{ denied: [], inutilized: [], inutilizing: [], later: [], gaps: [], open: [] },
    ...parts,
  };
}

/** Days of October with their values; days whose value is zero have no notes. */
function october(valueOf: (day: number) => number, countOf: (day: number) => number): ClosingTotals['byDay'] {
  return Array.from({ length: 31 }, (_, index) => {
    const value = valueOf(index + 1);
    return { day: index + 1, count: value === 0 ? 0 : countOf(index + 1), totalValue: value.toFixed(2) };
  });
}

const isSunday = (day: number): boolean => day % 7 === 4;

/** The month of a bakery: notes of two types, five CFOP, a gap, one note without PDF. */
export const bakery: ClosingSummary = {
  closingId: '019f2b6e-7a11-7c3e-9d55-0b1c2d3e4f50',
  ...{ year: 2026, month: 10, includeXml: true, includePdf: true, asOf: '2026-11-02T08:12:31-03:00' },
  company: { id: '019f0000-0000-7000-8000-000000000001', taxId: '11222333000181', name: 'Padaria São José Ltda' },
  office: { taxId: '44555666000181', name: 'Contábil Horizonte Ltda' },
  totals: {
    authorized: { count: 1842, totalValue: '84310.55' },
    cancelled: { count: 7, totalValue: '312.40' },
    byType: [
      { type: 'NFE', authorized: 120, cancelled: 2, totalValue: '31200.00' },
      { type: 'NFCE', authorized: 1722, cancelled: 5, totalValue: '53110.55' },
    ],
    taxes: { icms: '9120.33', icmsSt: '0.00', pis: '1391.12', cofins: '6407.60', ibs: '84.31', cbs: '758.79' },
    byCfop: [
      { ...noGoods, cfop: '5101', operationValue: '41200.10', icmsBase: '41200.10', icms: '7416.02' },
      { ...noGoods, cfop: '5102', operationValue: '28110.45', icmsBase: '9468.39', icms: '1704.31' },
      { ...noGoods, cfop: '5405', operationValue: '12000.00' },
      { ...noGoods, cfop: '5910', operationValue: '600.00' },
      { ...noGoods, cfop: '6101', operationValue: '2400.00', icmsBase: '2400.00', icms: '288.00' },
    ],
    ...{ byCst: [], byPisCst: [], byCofinsCst: [], byIbsCbsCst: [], byService: [] },
    byDay: october(
      (day) => (isSunday(day) ? 0 : 1800 + ((day * 7919) % 2600)),
      (day) => 40 + (day % 31),
    ),
  },
  numbering: [
    seriesNumbers({
      gaps: [
        { startNumber: 1233, endNumber: 1233, proposal: null },
        { startNumber: 1240, endNumber: 1244, proposal: null },
      ],
    }),
    seriesNumbers({ type: 'NFCE', previous: 50_000, first: 50_001, last: 51_727, authorized: 1722, cancelled: [] }),
  ],
  ...{ inutilizationCount: 1, fileCount: 3712, withoutPdfCount: 1 },
  withoutPdf: [
    {
      accessKey: '35261011222333000181550010000012101000012103',
      reason: 'O PDF não pôde ser desenhado: o XML não é de uma NF-e 4.00',
    },
  ],
};

/** The month of a consultancy that only sells services: one series, few notes, no gap. */
export const consultancy: ClosingSummary = {
  ...bakery,
  company: { ...bakery.company, name: 'Ana Lima Consultoria em Engenharia Ltda' },
  totals: {
    ...bakery.totals,
    authorized: { count: 9, totalValue: '48200.00' },
    cancelled: { count: 0, totalValue: '0.00' },
    byType: [{ type: 'NFSE', authorized: 9, cancelled: 0, totalValue: '48200.00' }],
    taxes: { iss: '1410.00', issWithheld: '220.00', irrfWithheld: '723.00', csllWithheld: '482.00' },
    byCfop: [],
    byService: [
      {
        ...{ serviceCode: '070102', count: 7, operationValue: '38200.00', issBase: '38200.00' },
        ...{ iss: '1110.00', issWithheld: '220.00' },
      },
      {
        ...{ serviceCode: '170101', count: 2, operationValue: '10000.00', issBase: '10000.00' },
        ...{ iss: '300.00', issWithheld: '0.00' },
      },
    ],
    byDay: october(
      (day) => (day % 4 === 1 ? 5000 + day * 25 : 0),
      () => 1,
    ),
  },
  numbering: [seriesNumbers({ type: 'NFSE', series: 70_000, previous: 40, first: 41, last: 49, authorized: 9 })],
  ...{ inutilizationCount: 0, fileCount: 18, withoutPdfCount: 0, withoutPdf: [] },
};

const hundredsOfMillions = '987654321.09';

/** A month with more of everything than can occur. */
export const largest: ClosingSummary = {
  ...bakery,
  company: {
    ...bakery.company,
    name: 'COMPANHIA BRASILEIRA WWWWWW DE DISTRIBUIÇÃO E COMÉRCIO DE MERCADORIAS EM GERAL DO NORDESTE MMMM S/A X',
  },
  office: {
    taxId: '52998224725',
    name: 'Escritório de Contabilidade e Assessoria Tributária Irmãos Figueiredo & Filhos',
  },
  totals: {
    ...bakery.totals,
    authorized: { count: 60_123, totalValue: '2963962962.27' },
    cancelled: { count: 1_234, totalValue: hundredsOfMillions },
    byType: [
      { type: 'NFE', authorized: 20_000, cancelled: 400, totalValue: hundredsOfMillions },
      { type: 'NFCE', authorized: 40_000, cancelled: 800, totalValue: hundredsOfMillions },
      { type: 'NFSE', authorized: 123, cancelled: 34, totalValue: hundredsOfMillions },
    ],
    taxes: Object.fromEntries(taxKinds.map((kind) => [kind, hundredsOfMillions])),
    byCfop: Array.from({ length: 300 }, (_, index) => ({
      ...noGoods,
      cfop: String(5101 + index),
      ...{ operationValue: hundredsOfMillions, icmsBase: hundredsOfMillions, icms: '187654321.09', st: '98765432.10' },
    })),
    byService: Array.from({ length: 40 }, (_, index) => ({
      ...{ serviceCode: `0701${String(index + 1).padStart(2, '0')}`, count: 60_000, issWithheld: hundredsOfMillions },
      ...{ operationValue: hundredsOfMillions, issBase: hundredsOfMillions, iss: hundredsOfMillions },
    })),
    byDay: october(
      (day) => (day === 31 ? 999_999_999.99 : 5 * day),
      (day) => (day === 31 ? 58_000 : 9_999),
    ),
  },
  numbering: Array.from({ length: 40 }, (_, index) =>
    seriesNumbers({
      series: index + 1,
      ...{ previous: 999_000_000, first: 999_000_001, last: 999_999_999, authorized: 60_000 },
      open: [{ number: 999_000_077, documentId: bakery.closingId, status: 'REJECTED' }],
      gaps: Array.from({ length: 50 }, (_, at) => ({
        ...{ startNumber: 999_000_100 + 10 * at, endNumber: 999_000_102 + 10 * at, proposal: null },
      })),
    }),
  ),
  ...{ inutilizationCount: 1_200, fileCount: 123_456, withoutPdfCount: 2_345 },
  withoutPdf: Array.from({ length: 10 }, (_, index) => ({
    accessKey: '35261011222333000181550010000012101000012103',
    reason: `O PDF não pôde ser desenhado: ${'muito longo '.repeat(20)}${index}`,
  })),
};

/** A month in which everything was cancelled. */
export const nothingLeft: ClosingSummary = {
  ...consultancy,
  totals: {
    ...consultancy.totals,
    authorized: { count: 0, totalValue: '0.00' },
    cancelled: { count: 1, totalValue: '100.00' },
    byType: [{ type: 'NFSE', authorized: 0, cancelled: 1, totalValue: '0.00' }],
    taxes: {},
    byService: [],
    byDay: october(
      () => 0,
      () => 0,
    ),
  },
  numbering: [],
};
