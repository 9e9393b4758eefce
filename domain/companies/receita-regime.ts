import { firstDayInWords, inForce, type LawCalendar, type LawEnvironment } from '../law-calendar.ts';
import type { TaxRegime } from '../taxation/operation.ts';

export const receitaRegimes = ['SIMPLES', 'MEI', 'OTHER'] as const;
/** A company's regime in the register of Receita Federal (LCC-RFB, regTrib 1, 2 and 9), as its operator looked it up. */
export type ReceitaRegime = (typeof receitaRegimes)[number];

/** The regime that the register has for each CRT (rule 12C21-20, NT 2026.007 v1.10). */
export const receitaRegimeOf: Readonly<Record<TaxRegime, ReceitaRegime>> = {
  SIMPLES: 'SIMPLES',
  SIMPLES_EXCESS: 'SIMPLES',
  NORMAL: 'OTHER',
  MEI: 'MEI',
};

const inWords: Record<ReceitaRegime, string> = {
  SIMPLES: 'optante pelo Simples Nacional',
  MEI: 'MEI',
  OTHER: 'do regime normal (nem Simples, nem MEI)',
};

type Regimes = { taxRegime: TaxRegime; receitaRegime?: ReceitaRegime | null };

/** Whether authorities compare an issuer's regime with the register: they look up a CNPJ there, and no CPF (NT 2026.007 v1.10, group 12). */
export function isInRegister(taxId: string): boolean {
  return taxId.length === 14;
}

/** How the regime of a company's notes contradicts the register, in Portuguese; null where it does not, or nobody said what the register has. */
export function regimeContradiction({ taxRegime, receitaRegime }: Regimes): string | null {
  if (!receitaRegime || receitaRegimeOf[taxRegime] === receitaRegime) return null;
  return `A empresa emite como ${taxRegime}, e na Receita Federal ela está como ${inWords[receitaRegime]}.`;
}

/** What authorities do, and from when on, to notes whose regime contradicts the register, in Portuguese. */
export function costOfContradiction(environment: LawEnvironment, date: string, calendar?: LawCalendar): string {
  return refusal('recusa toda NF-e e NFC-e emitida assim', environment, date, calendar);
}

/** What authorities may do where nobody said what the register has, in Portuguese. */
export function costOfDoubt(environment: LawEnvironment, date: string, calendar?: LawCalendar): string {
  return refusal('recusa toda NF-e e NFC-e cujo regime não é o de lá', environment, date, calendar);
}

function refusal(what: string, environment: LawEnvironment, date: string, calendar?: LawCalendar): string {
  const isChecked = inForce('REGISTERS_OF_PARTIES', { environment, date }, calendar);
  const since = isChecked ? '' : `${firstDayInWords('REGISTERS_OF_PARTIES', environment, calendar)} `;
  return `${capitalized(`${since}a SEFAZ ${what}`)} (rejeição 180).`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
