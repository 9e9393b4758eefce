import { addedMoney, decimal, money, percent, sum } from '../../money.ts';
import type { IcmsAmounts } from '../../taxation/amounts.ts';
import { cleanText } from '../../xml/clean-text.ts';
import type { ComputedItem, ComputedNote, NoteTotals } from '../computed-note.ts';
import { fuelTexts } from './fuel.ts';

/** infCpl: the caller's text, then the texts that the law requires for the computed amounts; null where there is none. */
export function additionalInfoOf(
  sent: string | null | undefined,
  items: ComputedItem[],
  totals: NoteTotals,
): string | null {
  const texts = [
    sent?.trim(),
    ...simplesCreditTexts(items),
    destinationShareText(totals),
    ...fuelTexts(items),
    approximateTaxesText(items, totals),
  ];
  return texts.filter((text) => text).join(' ') || null;
}

/** LC 123/2006 art. 23; Resolução CGSN 140/2018 art. 60: one sentence for each rate. */
function simplesCreditTexts(items: ComputedItem[]): string[] {
  const rates = new Set(items.flatMap(({ icms }) => icms?.creditRate ?? []));
  return [...rates].flatMap((rate) => {
    const credits = items.filter(({ icms }) => icms?.creditRate === rate);
    const value = sum(credits.map(({ icms }) => decimal(icms?.creditValue)));
    return value.isZero() ? [] : [simplesCreditText(rate, money(value))];
  });
}

function simplesCreditText(rate: string, value: string): string {
  return (
    'DOCUMENTO EMITIDO POR ME OU EPP OPTANTE PELO SIMPLES NACIONAL. PERMITE O APROVEITAMENTO DO CRÉDITO DE ICMS NO VALOR DE ' +
    `R$ ${withComma(value)}, CORRESPONDENTE À ALÍQUOTA DE ${withComma(shortRate(rate))}%, NOS TERMOS DO ART. 23 DA LC 123/2006.`
  );
}

/** Convênio ICMS 236/2021. */
function destinationShareText({ icmsDestination, fcpDestination }: NoteTotals): string | null {
  if (icmsDestination === null) return null;
  return (
    `Valores totais do ICMS interestadual: DIFAL da UF de destino R$ ${withComma(icmsDestination)}; ` +
    `FCP R$ ${withComma(fcpDestination ?? '0.00')}.`
  );
}

/**
 * Lei 12.741/2012 art. 1; Decreto 8.264/2014 art. 3: with the parts of the three treasuries, where these are known of every line, and the sources of
 * the estimate.
 */
function approximateTaxesText(items: ComputedItem[], { approximateTaxes: total }: NoteTotals): string | null {
  if (total === undefined) return null;
  const told = items.flatMap(({ approximateTaxes }) => approximateTaxes ?? []);
  const parts = told.flatMap(({ byTreasury }) => byTreasury ?? []);
  const of = (name: 'federal' | 'state' | 'municipal') => withComma(addedMoney(parts.map((part) => part[name])));
  const split =
    parts.length === told.length
      ? `, sendo federais R$ ${of('federal')}, estaduais R$ ${of('state')} e municipais R$ ${of('municipal')}`
      : '';
  const sources = [...new Set(told.flatMap(({ source }) => source ?? []))];
  const source = sources.length > 0 ? ` Fonte: ${sources.join(', ')}.` : '';
  return `Valor aproximado dos tributos (Lei 12.741/2012): R$ ${withComma(total)}${split}.${source}`;
}

function shortRate(rate: string): string {
  return percent(decimal(rate)).replace(/0{1,2}$/, '');
}

function withComma(decimalText: string): string {
  return decimalText.replace('.', ',');
}

const infAdProdAtMost = 500;
const infAdFiscoAtMost = 2000;

const fund = String.raw`\b(?:FCP|FECOP|FECP|combate à pobreza)`;
const bySubstitution = String.raw`[\s-]*(?:(?:retido\s+)?por\s+)?(?:ST\b|substituição)`;
/** Words that show that the issuer's own text already mentions a fund, so that it is not mentioned twice. */
const told = {
  own: new RegExp(String.raw`${fund}\b(?!${bySubstitution})`, 'i'),
  substituted: new RegExp(`${fund}${bySubstitution}`, 'i'),
};

type FundKind = keyof typeof told;
type Fund = { kind: FundKind; name: string; base: string | null; rate: string | null; value: string | null };
type FundText = { kind: FundKind; text: string };

/**
 * Adds the texts about funds against poverty to an NF-e: base, rate and value of each line in infAdProd, and their totals in infAdFisco (NT 2016.002
 * v1.61, item 5; as PR has it, Decreto 3.339/2016). A text that does not fit beside the caller's own is left out: the note's fields have the same
 * amounts. An NFC-e stays unchanged.
 *
 * @param sent the caller's own text of infCpl, without the texts of the law
 */
export function withFundTexts(note: ComputedNote, sent: string | null | undefined): ComputedNote {
  if (note.model !== '55') return note;
  const items = note.items.map((item) => ({
    ...item,
    additionalInfo: joined(item.additionalInfo, item.icms ? fundsOf(item.icms).map(wordsOf) : [], infAdProdAtMost),
  }));
  const totals = totalsOf(note).filter(({ kind }) => !told[kind].test(sent ?? ''));
  const taxOfficeInfo = joined(note.taxOfficeInfo, totals, infAdFiscoAtMost);
  return { ...note, items, ...(taxOfficeInfo ? { taxOfficeInfo } : {}) };
}

/**
 * The caller's text, followed by those texts of the law that it does not already contain, as far as they fit into infAdProd (V01) or infAdFisco
 * (Z02).
 */
function joined(said: string | null | undefined, texts: FundText[], most: number): string | null {
  const missing = texts.filter(({ kind }) => !told[kind].test(said ?? ''));
  return missing.reduce<string | null>((sofar, { text }) => {
    const longer = [sofar?.trim(), text].filter(Boolean).join(' ');
    return cleanText(longer).length > most ? sofar : longer;
  }, said ?? null);
}

/** The fund on own ICMS and the fund by substitution. With CST 00 the layout has no base for the former. */
function fundsOf(icms: IcmsAmounts): Fund[] {
  const { situation, fcpBase, fcpRate, fcpValue, fcpStBase, fcpStRate, fcpStValue } = icms;
  const own = { base: situation === '00' ? null : fcpBase, rate: fcpRate, value: fcpValue };
  const substituted = { base: fcpStBase, rate: fcpStRate, value: fcpStValue };
  const funds: Fund[] = [
    { kind: 'own', name: 'FCP', ...own },
    { kind: 'substituted', name: 'FCP ST', ...substituted },
  ];
  return funds.filter(({ value }) => value && !decimal(value).isZero());
}

function wordsOf({ kind, name, base, rate, value }: Fund): FundText {
  const parts = [base && `BC R$ ${withComma(base)}`, `alíquota ${fundRate(rate ?? '0.00')}%`, inReais(value)];
  return { kind, text: `${name}: ${parts.filter(Boolean).join(', ')}.` };
}

function totalsOf({ items }: ComputedNote): FundText[] {
  const own = addedMoney(items.map(({ icms }) => icms?.fcpValue));
  const substituted = addedMoney(items.map(({ icms }) => icms?.fcpStValue));
  const totals: (FundText & { value: string })[] = [
    { kind: 'own', value: own, text: `Total do FCP: ${inReais(own)}.` },
    { kind: 'substituted', value: substituted, text: `Total do FCP ST: ${inReais(substituted)}.` },
  ];
  return totals.filter(({ value }) => value !== '0.00');
}

function inReais(value: string | null): string {
  return `R$ ${withComma(value ?? '0.00')}`;
}

function fundRate(rate: string): string {
  return withComma(rate.replace(/(\.\d\d)0+$/, '$1'));
}
