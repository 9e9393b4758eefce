import { checkTexts } from '../check-texts.ts';
import type { Address } from '../companies/settings.ts';
import { refuseAny } from '../faults.ts';
import { cleanText, isPrintable } from '../xml/clean-text.ts';
import { normalizeAddress } from './address.ts';
import type { ClientFault, ClientInput } from './client-input.ts';
import { identify } from './identify.ts';
import type { ClientSnapshot } from './snapshot.ts';
import { taxpayerOf } from './taxpayer.ts';

/** A client in normal form, before or without a record. */
export type NormalClient = Omit<ClientSnapshot, 'id'>;

/**
 * Normal forms and inferences of a client: document without punctuation and with right check digits, type and document type from it,
 * taxpayer type from the state registration, state from the municipality's code. `at` is where the client stands in the caller's body
 * (`''` for the record itself).
 *
 * @throws DomainError `validation_error` with every fault in `issues`, each with its path (`client.document`)
 */
export function normalizeClient(input: ClientInput, at = 'client'): NormalClient {
  const path = (field: string) => (at ? `${at}.${field}` : field);
  refuseAny(checkTexts(input, at));
  const name = cleanText(input.name);
  const country = input.country?.trim().toUpperCase() || 'BR';
  const identity = identify(input, country);
  const taxpayer = taxpayerOf(input, identity);
  const address = normalizeAddress(input, country);
  const phone = input.phone?.replace(/\D/g, '') || null;
  const faults = [
    ...identity.faults,
    ...taxpayer.faults,
    ...address.faults,
    ...checkLetters({ name, ...address.value }),
  ];
  if (!name) faults.push({ field: 'name', message: 'Informe o nome do cliente.' });
  if (phone && !/^\d{6,14}$/.test(phone)) {
    faults.push({ field: 'phone', message: 'O telefone tem de 6 a 14 dígitos, com DDD.' });
  }
  refuseAny(faults.map(({ field, message }) => ({ code: 'validation_error', path: path(field), message })));
  return {
    name,
    tradeName: cleanText(input.tradeName ?? '') || null,
    document: identity.document,
    documentType: identity.documentType,
    type: identity.type,
    stateRegistration: taxpayer.stateRegistration,
    taxpayerType: taxpayer.taxpayerType,
    email: input.email?.trim() || null,
    phone,
    address: address.value,
    country,
  };
}

/** The note prints clients' names and addresses; in homologation it prints the authority's sentence, which would hide these faults. */
function checkLetters(printed: { name: string } & Partial<Address>): ClientFault[] {
  const isForeign = (text: string | null | undefined): boolean => typeof text === 'string' && !isPrintable(text);
  return (['name', 'street', 'number', 'complement', 'neighborhood', 'city'] as const)
    .filter((field) => isForeign(printed[field]))
    .map((field) => ({ field, message: 'O texto tem caracteres que a nota não aceita: use letras do português.' }));
}
