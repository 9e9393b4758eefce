import type { Element } from '../../xml/element.ts';
import { textOf } from '../../xml/element.ts';
import { isForeignCountry, isMunicipality } from '../places.ts';
import { has, isOneOf } from './rule.ts';

// What the annex asks of every person on a DPS: taker, intermediary, supplier, recipient.

export function hasWrongEmail(person: Element | undefined): boolean {
  const email = textOf(person, 'email');
  return email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
}

/** Whether a person has a Brazilian number or none, and an address abroad. */
export function isAbroadWithoutNif(person: Element | undefined): boolean {
  return has(person, 'end', 'endExt') && !has(person, 'NIF') && !has(person, 'cNaoNIF');
}

/** The reason 0 ("not said on the original note"), which is for the notes of municipalities. */
export function hasUnsaidNif(person: Element | undefined): boolean {
  return isOneOf(person, 'cNaoNIF', '0');
}

export function hasUnknownMunicipality(person: Element | undefined): boolean {
  const cMun = textOf(person, 'end', 'endNac', 'cMun');
  return cMun !== undefined && !isMunicipality(cMun);
}

export function hasWrongCountry(person: Element | undefined): boolean {
  const country = textOf(person, 'end', 'endExt', 'cPais');
  return country !== undefined && !isForeignCountry(country);
}

/** Whether a person has a foreign number without the address that belongs to it. */
export function lacksAddressAbroad(person: Element | undefined): boolean {
  return has(person, 'NIF') && !has(person, 'end', 'endExt');
}

export function lacksBrazilianAddress(person: Element | undefined): boolean {
  return !has(person, 'end', 'endNac');
}

/** Whether a person has a CNPJ or a CPF. */
export function isBrazilian(person: Element | undefined): boolean {
  return has(person, 'CNPJ') || has(person, 'CPF');
}
