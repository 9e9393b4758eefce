import { isCnpj, isCpf, isStateRegistration } from '../identifiers.ts';
import { type Element, textOf } from '../xml/element.ts';
import type { Note } from './note.ts';

/** Whether a party has a field that is not empty. */
export function has(party: Element | undefined, name: string): boolean {
  return (textOf(party, name) ?? '') !== '';
}

export function wrongCnpj(party: Element | undefined): boolean {
  return wrongCnpjIn(party, 'CNPJ');
}

/** Whether a field has a CNPJ whose check digits are wrong. */
export function wrongCnpjIn(party: Element | undefined, name: string): boolean {
  return has(party, name) && !isCnpj(textOf(party, name) ?? '');
}

export function wrongCpf(party: Element | undefined): boolean {
  return has(party, 'CPF') && !isCpf(textOf(party, 'CPF') ?? '');
}

/** Whether a party has a state registration whose check digits are wrong for its state. */
export function wrongRegistration(party: Element | undefined, state: string | undefined): boolean {
  const registration = textOf(party, 'IE') ?? '';
  return registration !== '' && registration !== 'ISENTO' && !isStateRegistration(registration, state ?? '');
}

/** IBGE code in an address of a party; empty where there is none. */
export function municipality(party: Element | undefined, address: 'enderEmit' | 'enderDest'): string {
  return textOf(party, address, 'cMun') ?? '';
}

/** Whether the recipient pays no ICMS (indIEDest 9). */
export function paysNoIcms({ dest }: Note): boolean {
  return textOf(dest, 'indIEDest') === '9';
}
