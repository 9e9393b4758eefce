import { type Fault, refusal } from '../../faults.ts';
import { addedMoney, decimal } from '../../money.ts';
import type { IcmsAmounts } from '../../taxation/amounts.ts';
import { cleanText } from '../../xml/clean-text.ts';
import type { ComputedNote } from '../computed-note.ts';

const infAdProdAtMost = 500;
const infAdFiscoAtMost = 2000;

/** Words by which the issuer's own text tells of the fund: it is not told twice. */
const told = /FCP|FECOP|FECP|combate à pobreza/i;

type Fund = { name: string; base: string | null; rate: string | null; value: string | null };

/**
 * The texts of an NF-e with what its lines owe to funds against poverty: base, rate and value of each in infAdProd, and their totals in
 * infAdFisco (NT 2016.002 v1.61, item 5; as PR has it, Decreto 3.339/2016). An NFC-e is as it was.
 */
export function withFundTexts(note: ComputedNote): ComputedNote {
  if (note.model !== '55') return note;
  const items = note.items.map((item) => ({
    ...item,
    additionalInfo: joined(item.additionalInfo, item.icms ? fundsOf(item.icms).map(wordsOf) : []),
  }));
  const taxOfficeInfo = joined(note.taxOfficeInfo, told.test(note.additionalInfo ?? '') ? [] : totalsOf(note));
  return { ...note, items, ...(taxOfficeInfo ? { taxOfficeInfo } : {}) };
}

/** The caller's text and that of the law must fit together into infAdProd (V01) and infAdFisco (Z02). */
export function checkFundTexts({ items, taxOfficeInfo }: ComputedNote): Fault[] {
  return [
    ...items.flatMap(({ additionalInfo }, index) =>
      checkLength(additionalInfo, infAdProdAtMost, `items[${index}].additionalInfo`),
    ),
    ...checkLength(taxOfficeInfo, infAdFiscoAtMost, 'taxOfficeInfo'),
  ];
}

function checkLength(text: string | null | undefined, most: number, path: string): Fault[] {
  const excess = cleanText(text ?? '').length - most;
  if (excess <= 0) return [];
  const message = `Com o FCP, que a NT 2016.002 manda informar, o texto passa de ${most} caracteres: abrevie-o em ${excess}.`;
  return [refusal(path, message)];
}

function joined(said: string | null | undefined, texts: string[]): string | null {
  if (texts.length === 0 || told.test(said ?? '')) return said ?? null;
  return [said?.trim(), ...texts].filter(Boolean).join(' ');
}

/** Own and by substitution. The layout has no base of the own fund with CST 00. */
function fundsOf(icms: IcmsAmounts): Fund[] {
  const { situation, fcpBase, fcpRate, fcpValue, fcpStBase, fcpStRate, fcpStValue } = icms;
  const own = { name: 'FCP', base: situation === '00' ? null : fcpBase, rate: fcpRate, value: fcpValue };
  const substituted = { name: 'FCP ST', base: fcpStBase, rate: fcpStRate, value: fcpStValue };
  return [own, substituted].filter(({ value }) => value && !decimal(value).isZero());
}

function wordsOf({ name, base, rate, value }: Fund): string {
  const parts = [base && `BC R$ ${withComma(base)}`, `alíquota ${shortRate(rate ?? '0.00')}%`, inReais(value)];
  return `${name}: ${parts.filter(Boolean).join(', ')}.`;
}

function totalsOf({ items }: ComputedNote): string[] {
  const own = addedMoney(items.map(({ icms }) => icms?.fcpValue));
  const substituted = addedMoney(items.map(({ icms }) => icms?.fcpStValue));
  return [
    ...(own === '0.00' ? [] : [`Total do FCP: ${inReais(own)}.`]),
    ...(substituted === '0.00' ? [] : [`Total do FCP ST: ${inReais(substituted)}.`]),
  ];
}

function inReais(value: string | null): string {
  return `R$ ${withComma(value ?? '0.00')}`;
}

function shortRate(rate: string): string {
  return withComma(rate.replace(/(\.\d\d)0+$/, '$1'));
}

function withComma(decimalText: string): string {
  return decimalText.replace('.', ',');
}
