import type { Address } from '../companies/settings.ts';
import type { Fault } from '../faults.ts';
import { cityInDoubt, isMunicipalityCode } from '../municipality-code.ts';
import { stateCodes } from '../states.ts';
import { cleanText } from '../xml/clean-text.ts';
import type { ClientFault, ClientInput, ClientSnapshot } from './client-input.ts';

/** The given parts of an address in normal form; null where none was given. The state follows from the municipality's code. */
export function normalizeAddress(
  input: ClientInput,
  country: string,
): { value: Partial<Address> | null; faults: ClientFault[] } {
  const isAbroad = country !== 'BR';
  const municipalityCode = isAbroad ? '' : (input.municipalityCode?.trim() ?? '');
  const address = {
    street: cleanText(input.street ?? ''),
    number: cleanText(input.number ?? ''),
    complement: cleanText(input.complement ?? ''),
    neighborhood: cleanText(input.neighborhood ?? ''),
    municipalityCode,
    city: cleanText(input.city ?? ''),
    state: isAbroad ? '' : input.state?.trim().toUpperCase() || stateOf(municipalityCode),
    zipCode: (input.zipCode ?? '').replace(isAbroad ? /[^0-9A-Za-z]/g : /\D/g, ''),
  };
  const given = Object.entries(address).filter(([, value]) => value !== '');
  return {
    value: given.length > 0 ? Object.fromEntries(given) : null,
    faults: [
      ...checkCountry(country),
      ...checkZipCode(address.zipCode, input.zipCode, isAbroad),
      ...checkPlace(address),
    ],
  };
}

function stateOf(municipalityCode: string): string {
  const found = [...stateCodes].find(([, code]) => municipalityCode.startsWith(code));
  return found?.[0] ?? '';
}

function checkCountry(country: string): ClientFault[] {
  if (/^[A-Z]{2}$/.test(country)) return [];
  return [{ field: 'country', message: 'O país é o código ISO de duas letras, por exemplo BR ou US.' }];
}

function checkZipCode(zipCode: string, written: string | null | undefined, isAbroad: boolean): ClientFault[] {
  if (!written?.trim()) return [];
  if (isAbroad ? zipCode.length <= 8 : zipCode.length === 8) return [];
  const message = isAbroad
    ? 'O código postal tem no máximo 8 letras e dígitos.'
    : 'O CEP tem 8 dígitos, com ou sem hífen.';
  return [{ field: 'zipCode', message }];
}

function checkPlace({ state, municipalityCode }: { state: string; municipalityCode: string }): ClientFault[] {
  const faults: ClientFault[] = [];
  const stateCode = stateCodes.get(state);
  if (state && !stateCode) {
    const message = 'A UF é a sigla de um estado, por exemplo SP; para endereço no exterior, informe country.';
    faults.push({ field: 'state', message });
  }
  if (!municipalityCode) return faults;
  if (!/^\d{7}$/.test(municipalityCode)) {
    faults.push({
      field: 'municipalityCode',
      message: 'O código do município no IBGE tem 7 dígitos, por exemplo 3550308.',
    });
  } else if (!stateOf(municipalityCode)) {
    const message = `${municipalityCode} não é código de município do IBGE: os dois primeiros dígitos são os da UF.`;
    faults.push({ field: 'municipalityCode', message });
  } else if (!isMunicipalityCode(municipalityCode)) {
    const message = `${municipalityCode} não está na tabela de municípios do IBGE: confira os sete dígitos.`;
    faults.push({ field: 'municipalityCode', message });
  } else if (stateCode && !municipalityCode.startsWith(stateCode)) {
    const message = `O município ${municipalityCode} não é de ${state}, cujos códigos começam por ${stateCode}: acerte um dos dois.`;
    faults.push({ field: 'municipalityCode', message });
  }
  return faults;
}

/** Doubts about a recipient's address that do not keep a document from being issued: a city that is not the one of its municipality code. */
export function otherCity({ address }: Pick<ClientSnapshot, 'address'>): Fault[] {
  const { municipalityCode = '', city = '' } = address ?? {};
  const doubt = cityInDoubt(municipalityCode, city);
  if (doubt === null) return [];
  const message = `O ${doubt}: corrija city ou municipalityCode. A autoridade aceita a nota assim.`;
  return [{ code: 'validation_error', path: 'client.city', message }];
}

/** Fields that the layouts require in an address in Brazil, and their names in sentences. */
export const addressFieldNames = {
  street: 'o logradouro',
  number: 'o número (ou S/N)',
  neighborhood: 'o bairro',
  municipalityCode: 'o código do município no IBGE',
  city: 'o município',
  state: 'a UF',
} as const;
type AddressField = keyof typeof addressFieldNames;
export const addressFields = Object.keys(addressFieldNames) as AddressField[];

const abroadFields: readonly AddressField[] = ['street', 'number', 'neighborhood'];

/** Required fields that the client's address lacks; none where no address was given at all. */
export function missingAddressFields({ address, country }: ClientSnapshot): AddressField[] {
  if (!address) return [];
  const wanted = country === 'BR' ? addressFields : abroadFields;
  return wanted.filter((field) => !address[field]?.trim());
}
