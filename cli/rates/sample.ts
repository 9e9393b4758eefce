import { type SampleSale, sampleSale } from '../../domain/taxation/ibs-cbs/sample.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';

/** What a change of the tables makes of a sale of 100.00 on a day. */
export type SampleChange = { on: string; before: SampleSale | null; after: SampleSale | null };

export function sampleChange(on: string, before: LawTables, after: LawTables): SampleChange {
  return { on, before: sampleSale(before, on), after: sampleSale(after, on) };
}

/** The same for people. */
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
