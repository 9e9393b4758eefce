import { type SampleSale, sampleSale } from '../../domain/taxation/ibs-cbs/sample.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';
import { type Expiry, expiryNotice } from '../../domain/taxation/rates/ibs-cbs.ts';
import type { Origin, RatesInForce } from '../../operations/law/rates-in-force.ts';
import { textTable } from '../terminal/output.ts';

const origins: Record<Origin, string> = { LAVRA: 'Lavra', LAVRA_RATES: 'arquivo' };
const confidences: Record<string, string> = { HIGH: 'alta', MEDIUM: 'média', LOW: 'baixa' };

/** What is in force, as tables for people. */
export function ratesInWords(rates: RatesInForce, { file, expiry }: { file: string | null; expiry: Expiry }): string {
  const notice = expiryNotice(expiry);
  return [
    `Alíquotas em ${rates.on}, ${file === null ? 'das tabelas do Lavra' : `das tabelas do Lavra e de ${file}`}`,
    '',
    'ICMS dentro da UF, sem o fundo',
    textTable(rates.icms.map(icmsRow), 'Nenhuma.'),
    '',
    'Fundo de combate à pobreza',
    textTable(rates.fcp.map(fundRow), 'Nenhum.'),
    '',
    'IBS e CBS',
    textTable(rates.ibsCbs.map(ibsCbsRow), 'Nenhuma.'),
    `Fonte: ${rates.ibsCbsSource}`,
    ...(notice === null ? [] : [`Atenção: ${notice}.`]),
    `Classificações do IBS e da CBS (cClassTrib): tabela oficial de ${rates.cClassTrib.day}`,
    '',
    'Mudanças da lei, e desde quando valem',
    textTable(rates.calendar.map(changeRow), 'Nenhuma.'),
    '',
    `DIFAL com o imposto do destino na base: ${rates.difalInsideBase.join(', ') || 'nenhuma UF'}`,
    `Tributos aproximados (Lei 12.741): ${approximateInWords(rates)}`,
  ].join('\n');
}

function icmsRow({ state, rate, ...period }: RatesInForce['icms'][number]): Record<string, string> {
  return { UF: state, ICMS: `${withComma(rate)}%`, ...periodColumns(period) };
}

function fundRow({ state, rate, ...period }: RatesInForce['fcp'][number]): Record<string, string> {
  const { accepted, acceptedUpTo, general, generalTo } = rate;
  const taken = acceptedUpTo === null ? (accepted ?? []).map(withComma).join(' ou ') : `até ${withComma(acceptedUpTo)}`;
  const whom = generalTo === 'ALL' ? '' : ' a consumidor final';
  const falls = general === null ? '-' : `${withComma(general)}%${whom}`;
  return { UF: state, Aceito: taken === '' ? 'não há' : `${taken}%`, Geral: falls, ...periodColumns(period) };
}

function changeRow({ change, homologation, production, ...row }: RatesInForce['calendar'][number]) {
  return {
    Mudança: change,
    Homologação: homologation ?? 'sem data',
    Produção: production ?? 'sem data',
    Confiança: confidences[row.confidence] ?? row.confidence,
    Tabela: origins[row.table],
    Lei: row.law,
  };
}

function periodColumns({
  from,
  until,
  law,
  confidence,
  table: origin,
}: Omit<RatesInForce['icms'][number], 'rate' | 'state'>) {
  return {
    Desde: from,
    Até: until ?? '-',
    Confiança: confidences[confidence] ?? confidence,
    Tabela: origins[origin],
    Lei: law,
  };
}

function ibsCbsRow({ from, until, state, municipal, cbs, table: origin }: RatesInForce['ibsCbs'][number]) {
  return {
    Desde: from,
    Até: until,
    'IBS estadual': `${withComma(state)}%`,
    'IBS municipal': `${withComma(municipal)}%`,
    CBS: cbs === null ? 'não publicada' : `${withComma(cbs)}%`,
    Tabela: origins[origin],
  };
}

function approximateInWords({ approximateTaxes }: RatesInForce): string {
  if (!approximateTaxes) return 'nenhuma tabela';
  const { source, from, until, goods, services } = approximateTaxes;
  return `${source}, de ${from} a ${until}, ${goods} códigos de mercadoria e ${services} de serviço`;
}

function withComma(rate: string): string {
  return rate.replace('.', ',');
}

/** The taxes of a sale of 100.00 on a day, before and after a change of the tables. */
type SampleChange = { on: string; before: SampleSale | null; after: SampleSale | null };

export function sampleChange(on: string, before: LawTables, after: LawTables): SampleChange {
  return { on, before: sampleSale(before, on), after: sampleSale(after, on) };
}

/** A change of the taxes of a sale of 100.00, for a person. */
export function sampleInWords({ on, before, after }: SampleChange): string {
  return [
    `Uma venda de 100.00 em ${on}, tributada por inteiro e sem ICMS:`,
    `  antes:  ${inWords(before)}`,
    `  depois: ${inWords(after)}`,
  ].join('\n');
}

function inWords(sample: SampleSale | null): string {
  if (sample === null) return 'recusada, porque falta uma alíquota';
  const { base, ibs, cbs, total, totalOfNet } = sample;
  const ofNet = totalOfNet === total ? '' : ` (${totalOfNet} se o preço é sem IBS e CBS)`;
  return `base ${base}, IBS ${ibs}, CBS ${cbs}, total da nota ${total}${ofNet}`;
}
