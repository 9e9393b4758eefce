import { normalizeAddress } from '../clients/address.ts';
import type { Address } from '../companies/settings.ts';
import { plainTaxId } from '../tax-id.ts';
import { cleanText } from '../xml/clean-text.ts';

/**
 * Where goods are picked up or delivered, if neither at the issuer's nor at the recipient's address (groups F and G: retirada, entrega); always in
 * Brazil. In normal form: document without punctuation; zip code, phone and registration as digits.
 */
export type Place = Partial<Address> & {
  /** CNPJ or CPF of those who hand the goods over or take them; where absent, the issuer's or the recipient's. */
  document?: string | null;
  name?: string | null;
  phone?: string | null;
  email?: string | null;
  stateRegistration?: string | null;
};

type PlaceInput = { [Field in keyof Place]?: string | null | undefined };

/** A place in normal form; its state follows from the municipality's code. What cannot be brought into that form is left for the checks to refuse. */
export function normalPlace(written: PlaceInput): Place {
  const { value } = normalizeAddress({ ...written, name: '' }, 'BR');
  const others = {
    document: plainTaxId(written.document ?? ''),
    name: cleanText(written.name ?? ''),
    phone: (written.phone ?? '').replace(/\D/g, ''),
    email: cleanText(written.email ?? ''),
    stateRegistration: (written.stateRegistration ?? '').replace(/[\s./-]/g, ''),
  };
  return { ...value, ...Object.fromEntries(Object.entries(others).filter(([, text]) => text !== '')) };
}
