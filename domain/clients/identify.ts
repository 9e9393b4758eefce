import { isufFault } from '../suframa.ts';
import { isCnpj, isCpf, plainTaxId } from '../tax-id.ts';
import type { TaxpayerType } from '../taxation/operation.ts';
import { cleanText } from '../xml/clean-text.ts';
import type { ClientDocumentType, ClientFault, ClientInput, ClientSnapshot } from './client-input.ts';

/** A client's document in normal form, and what follows from it. */
export type Identity = {
  document: string;
  documentType: ClientDocumentType | null;
  type: ClientSnapshot['type'];
  faults: ClientFault[];
};

/**
 * The client's document, its type, and the client's type. What was sent goes before what can be inferred; without a document the client is an
 * anonymous consumer.
 */
export function identify(input: ClientInput, country: string): Identity {
  const written = cleanText(input.document ?? '');
  const isForeign =
    input.type === 'FOREIGN' || input.documentType === 'FOREIGN' || (country !== 'BR' && !input.documentType);
  if (written === '')
    return { document: '', documentType: null, type: isForeign ? 'FOREIGN' : (input.type ?? null), faults: [] };
  if (isForeign && (input.documentType === 'CPF' || input.documentType === 'CNPJ'))
    return contradictory(written, input);
  if (isForeign) return foreigner(written);
  if (input.documentType === 'OTHER') return other(written, input);
  const document = plainTaxId(written);
  const documentType = input.documentType ?? inferred(document);
  if (documentType === null)
    return refused(document, input, `Informe um CPF (11 dígitos) ou CNPJ (14 posições); veio ${shown(written)}.`);
  const type = input.type ?? (documentType === 'CPF' ? 'INDIVIDUAL' : 'COMPANY');
  const isRight = documentType === 'CPF' ? isCpf(document) : isCnpj(document);
  if (!isRight)
    return refused(document, input, `${shown(written)} não é um ${documentType} válido: confira os dígitos.`);
  return { document, documentType, type, faults: [] };
}

function inferred(document: string): 'CPF' | 'CNPJ' | null {
  if (/^\d{11}$/.test(document)) return 'CPF';
  return /^[0-9A-Z]{14}$/.test(document) ? 'CNPJ' : null;
}

/** idEstrangeiro: 5 to 20 characters of Latin-1 without space. */
function foreigner(document: string): Identity {
  const faults: ClientFault[] = [];
  if (!/^[!-\u00ff]{5,20}$/.test(document)) {
    const message = 'O documento de estrangeiro tem de 5 a 20 caracteres, sem espaços (por exemplo o passaporte).';
    faults.push({ field: 'document', message });
  }
  return { document, documentType: 'FOREIGN', type: 'FOREIGN', faults };
}

function contradictory(document: string, { type, documentType }: ClientInput): Identity {
  const message = `Cliente FOREIGN não tem ${documentType}: mude type ou documentType, ou deixe os dois vazios.`;
  return { document, documentType: null, type: type ?? null, faults: [{ field: 'documentType', message }] };
}

function other(document: string, { type }: ClientInput): Identity {
  const faults: ClientFault[] = [];
  if (document.length > 20) faults.push({ field: 'document', message: 'O documento tem no máximo 20 caracteres.' });
  return { document, documentType: 'OTHER', type: type ?? null, faults };
}

function refused(document: string, { type }: ClientInput, message: string): Identity {
  return { document, documentType: null, type: type ?? null, faults: [{ field: 'document', message }] };
}

function shown(text: string): string {
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
}

/** States in SUFRAMA's area, and the cities of Amapá in it (MOC 7.0, E18-30). */
const states = new Set(['AC', 'AM', 'RO', 'RR']);
const citiesOfAmapa = new Set(['1600303', '1600600']);

/** The registration at SUFRAMA in digits, with the faults for which the authority would refuse it (rules E18-20 and E18-30: 235 and 251). */
export function isufOf(
  input: ClientInput,
  place: Pick<ClientSnapshot, 'country' | 'address'>,
): { isuf: string | null; faults: ClientFault[] } {
  const isuf = (input.isuf ?? '').replaceAll(/[^0-9A-Za-z]/g, '') || null;
  const message = isuf && (isufFault(isuf, '235') ?? checkIsufPlace(place));
  return { isuf, faults: message ? [{ field: 'isuf', message }] : [] };
}

function checkIsufPlace({ country, address }: Pick<ClientSnapshot, 'country' | 'address'>): string | null {
  const { state = '', municipalityCode = '' } = address ?? {};
  const isInside =
    states.has(state) || (state === 'AP' && (municipalityCode === '' || citiesOfAmapa.has(municipalityCode)));
  if (isInside || (country === 'BR' && state === '')) return null;
  return 'A inscrição SUFRAMA é de quem está no AC, AM, RO, RR, ou em Macapá e Santana, no AP (rejeição 251): retire-a ou acerte o endereço.';
}

/** How a client stands towards ICMS (indIEDest), with its state registration in digits. */
type Taxpayer = { stateRegistration: string | null; taxpayerType: TaxpayerType; faults: ClientFault[] };

/**
 * The taxpayer type that the caller sent; else CONTRIBUINTE with a registration, ISENTO with the word "isento", and NAO_CONTRIBUINTE without either.
 */
export function taxpayerOf(input: ClientInput, { type }: Identity): Taxpayer {
  const written = input.stateRegistration?.trim() ?? '';
  const isExempt = /^isent[oa]$/i.test(written);
  const stateRegistration = isExempt ? null : written.replace(/[^0-9A-Za-z]/g, '') || null;
  const taxpayerType = input.taxpayerType ?? inferredTaxpayer(isExempt, stateRegistration);
  return {
    stateRegistration,
    taxpayerType,
    faults: checkTaxpayer(stateRegistration, taxpayerType, type === 'FOREIGN'),
  };
}

function inferredTaxpayer(isExempt: boolean, stateRegistration: string | null): TaxpayerType {
  if (isExempt) return 'ISENTO';
  return stateRegistration ? 'CONTRIBUINTE' : 'NAO_CONTRIBUINTE';
}

/** Faults by the authority's rules 728, 790, 791 and 792. */
function checkTaxpayer(
  stateRegistration: string | null,
  taxpayerType: TaxpayerType,
  isForeign: boolean,
): ClientFault[] {
  const faults: ClientFault[] = [];
  if (stateRegistration && !/^\d{2,14}$/.test(stateRegistration)) {
    faults.push({ field: 'stateRegistration', message: 'A inscrição estadual tem de 2 a 14 dígitos, ou ISENTO.' });
  }
  if (isForeign && (stateRegistration || taxpayerType !== 'NAO_CONTRIBUINTE')) {
    const message = 'Estrangeiro não é contribuinte do ICMS: deixe stateRegistration e taxpayerType vazios.';
    faults.push({ field: 'taxpayerType', message });
    return faults;
  }
  if (taxpayerType === 'CONTRIBUINTE' && !stateRegistration) {
    const message = 'Contribuinte do ICMS precisa da inscrição estadual: informe stateRegistration.';
    faults.push({ field: 'stateRegistration', message });
  }
  if (taxpayerType === 'ISENTO' && stateRegistration) {
    const message = 'Quem é isento de inscrição estadual não tem número: retire-o ou mude taxpayerType.';
    faults.push({ field: 'stateRegistration', message });
  }
  return faults;
}
