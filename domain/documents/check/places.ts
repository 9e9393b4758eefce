import { normalizeAddress } from '../../clients/address.ts';
import type { Fault } from '../../faults.ts';
import { registrationFault } from '../../state-registration.ts';
import { taxIdKind } from '../../tax-id.ts';
import { printedTextFault, type TextForm } from '../../xml/printed-text.ts';
import type { GoodsPayload } from '../payload.ts';
import type { Place } from '../place.ts';

const requiredNames = ['street', 'number', 'neighborhood', 'municipalityCode', 'city', 'state'] as const;
const required = {
  street: 'o logradouro',
  number: 'o número (ou S/N)',
  neighborhood: 'o bairro',
  municipalityCode: 'o código do município no IBGE',
  city: 'o município',
  state: 'a UF',
} as const satisfies Record<(typeof requiredNames)[number], string>;
const sixty: TextForm = { least: 2, most: 60 };
const sixtyOrOne: TextForm = { least: 1, most: 60 };

const formNames = ['name', 'street', 'number', 'complement', 'neighborhood', 'city', 'email'] as const;
/** What groups F and G take (PL_010f v1.04, TLocal). */
const forms = {
  name: sixty,
  street: sixty,
  number: sixtyOrOne,
  complement: sixtyOrOne,
  neighborhood: sixty,
  city: sixty,
  email: sixtyOrOne,
} as const satisfies Record<(typeof formNames)[number], TextForm>;

/** Faults of form of the places where goods are picked up and delivered. */
export function checkPlaces({ delivery, pickup }: GoodsPayload): Fault[] {
  return [...(pickup ? checkPlace(pickup, 'pickup') : []), ...(delivery ? checkPlace(delivery, 'delivery') : [])];
}

function checkPlace(place: Place, path: string): Fault[] {
  const refuse = (field: string, message: string): Fault => ({
    code: 'validation_error',
    path: `${path}.${field}`,
    message,
  });
  const missing = requiredNames.filter((field) => !place[field]);
  const printed = formNames.flatMap((field) => {
    const text = place[field];
    const message = text ? printedTextFault(text, forms[field]) : null;
    return message ? [refuse(field, message)] : [];
  });
  const { faults } = normalizeAddress({ ...place, name: '' }, 'BR');
  return [
    ...missing.map((field) => refuse(field, `O endereço está incompleto: falta ${required[field]}.`)),
    ...faults.map(({ field, message }) => refuse(field, message)),
    ...printed,
    ...checkCodes(place).map(([field, message]) => refuse(field, message)),
  ];
}

/** Rules 512, 514, 540, 541 and 971; the lengths of the layout. */
function checkCodes({ document, phone, stateRegistration, state }: Place): [string, string][] {
  const faults: [string, string][] = [];
  if (document && taxIdKind(document) === null) {
    faults.push(['document', `${document.slice(0, 20)} não é um CPF nem um CNPJ: confira os dígitos.`]);
  }
  if (phone && !/^\d{6,14}$/.test(phone)) faults.push(['phone', 'O telefone tem de 6 a 14 dígitos, com DDD.']);
  if (stateRegistration && !/^\d{2,14}$/.test(stateRegistration)) {
    faults.push(['stateRegistration', 'A inscrição estadual tem de 2 a 14 dígitos: sem inscrição, não envie o campo.']);
  } else if (stateRegistration && state) {
    const fault = registrationFault(stateRegistration, state);
    if (fault) faults.push(['stateRegistration', fault]);
  }
  return faults;
}
