import { checkTexts } from '../check-texts.ts';
import { isEmail } from '../email.ts';
import { type Fault, mergeFaults, refuseAny } from '../faults.ts';
import { registrationFault } from '../state-registration.ts';
import { cleanText, printedTextFault, type TextForm } from '../xml/clean-text.ts';
import { normalizeAddress } from './address.ts';
import type { ClientFault, ClientInput, ClientSnapshot } from './client-input.ts';
import { identify, isufOf, taxpayerOf } from './identify.ts';

/** A client in normal form, without the id of a record. */
export type NormalClient = Omit<ClientSnapshot, 'id'>;

/**
 * Normal forms and inferences of a client: document without punctuation and with right check digits, type and document type from it,
 * taxpayer type from the state registration, state from the municipality's code. `at` is where the client stands in the caller's body
 * (`''` for the record itself).
 *
 * @throws DomainError `validation_error` with every fault in `issues`, each with its path (`client.document`)
 */
export function normalizeClient(input: ClientInput, at = 'client'): NormalClient {
  const { client, faults } = checkClient(input, at);
  refuseAny(faults);
  return client;
}

/** The same, with the faults instead of an error. Fields without a fault are right even where others have one. */
export function checkClient(input: ClientInput, at = 'client'): { client: NormalClient; faults: Fault[] } {
  const path = (field: string) => (at ? `${at}.${field}` : field);
  const name = cleanText(input.name);
  const country = input.country?.trim().toUpperCase() || 'BR';
  const identity = identify(input, country);
  const taxpayer = taxpayerOf(input, identity);
  const address = normalizeAddress(input, country);
  const registered = isufOf(input, { country, address: address.value });
  const email = cleanText(input.email ?? '') || null;
  const phone = input.phone?.replace(/\D/g, '') || null;
  const faults = [
    ...identity.faults,
    ...taxpayer.faults,
    ...address.faults,
    ...registered.faults,
    // In homologation the note has the authority's sentence in place of the name, so the schema would not find faults of the name.
    ...printedTextFaults({ name, email, ...address.value }, country),
    ...checkEmail(email),
    ...checkRegistration(taxpayer.stateRegistration, address.value?.state),
  ];
  if (!name) faults.push({ field: 'name', message: 'Informe o nome do cliente.' });
  if (phone && !/^\d{6,14}$/.test(phone)) {
    faults.push({ field: 'phone', message: 'O telefone tem de 6 a 14 dígitos, com DDD.' });
  }
  const client: NormalClient = {
    name,
    tradeName: cleanText(input.tradeName ?? '') || null,
    document: identity.document,
    documentType: identity.documentType,
    type: identity.type,
    stateRegistration: taxpayer.stateRegistration,
    taxpayerType: taxpayer.taxpayerType,
    isuf: registered.isuf,
    email,
    phone,
    address: address.value,
    country,
  };
  return {
    client,
    faults: mergeFaults(
      checkTexts(input, at),
      faults.map(({ field, message }) => ({ code: 'validation_error', path: path(field), message })),
    ),
  };
}

/** Faults in what the note prints, of a client that an earlier version stored; that version checked the form of its fields. */
export function printedFaults({ name, email, address, stateRegistration, country }: NormalClient): ClientFault[] {
  return [
    ...printedTextFaults({ name, email, ...address }, country),
    ...checkEmail(email),
    ...checkRegistration(stateRegistration, address?.state),
  ];
}

/** Faults of an e-mail field: one address, or several separated by semicolons or commas, which the note prints as they are. */
function checkEmail(email: string | null): ClientFault[] {
  if (!email || email.split(/[;,]/).every((each) => isEmail(each.trim()))) return [];
  return [{ field: 'email', message: 'Não é um e-mail, como nome@empresa.com.br.' }];
}

/** Faults of a state registration's check digits. Without a state its scheme is not known; `taxpayerOf` checks its form. */
function checkRegistration(registration: string | null, state: string | undefined): ClientFault[] {
  if (!registration || !/^\d{2,14}$/.test(registration) || !state) return [];
  const message = registrationFault(registration, state);
  return message ? [{ field: 'stateRegistration', message }] : [];
}

/** A field that cannot be printed as it is; the message says in Portuguese how to mend it. */
type PrintedFault = { field: PrintedField; message: string };

const sixty: TextForm = { least: 2, most: 60 };
const sixtyOrOne: TextForm = { least: 1, most: 60 };

/** Bounds of texts in dest, enderDest and the groups F and G of places (PL_010f v1.04, E04 to E11, E19, TLocal). */
const forms = {
  name: sixty,
  street: sixty,
  number: sixtyOrOne,
  complement: sixtyOrOne,
  neighborhood: sixty,
  city: sixty,
  email: sixtyOrOne,
} as const;
type PrintedField = keyof typeof forms;
const fields = Object.keys(forms) as PrintedField[];

/**
 * Faults of name, e-mail and address in the form in which the note prints them. A city abroad is not checked, because it is not printed, and some
 * have names of one letter.
 */
export function printedTextFaults(
  texts: Partial<Record<PrintedField, string | null | undefined>>,
  country: string,
): PrintedFault[] {
  return fields.flatMap((field) => {
    const text = texts[field];
    const form = field === 'city' && country !== 'BR' ? sixtyOrOne : forms[field];
    const message = text ? printedTextFault(text, form) : null;
    return message ? [{ field, message }] : [];
  });
}
