import { addressFieldNames, addressFields } from '../../clients/address-fields.ts';
import { normalizeAddress } from '../../clients/address.ts';
import { printedTextFaults } from '../../clients/printed-forms.ts';
import type { Fault } from '../../faults.ts';
import { registrationFault } from '../../state-registration.ts';
import { taxIdKind } from '../../tax-id.ts';
import type { GoodsPayload } from '../payload.ts';
import type { Place } from '../place.ts';

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
  const missing = addressFields.filter((field) => !place[field]);
  const { faults } = normalizeAddress({ ...place, name: '' }, 'BR');
  return [
    ...missing.map((field) => refuse(field, `O endereço está incompleto: falta ${addressFieldNames[field]}.`)),
    ...faults.map(({ field, message }) => refuse(field, message)),
    ...printedTextFaults(place, 'BR').map(({ field, message }) => refuse(field, message)),
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
