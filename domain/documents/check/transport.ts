import { checkPlate } from '../../carriers/normalize.ts';
import { addressFieldNames, addressFields, normalizeAddress } from '../../clients/address.ts';
import { printedTextFaults } from '../../clients/normalize.ts';
import { weightForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { registrationFault } from '../../state-registration.ts';
import { stateCodes } from '../../states.ts';
import { taxIdKind } from '../../tax-id.ts';
import type { GoodsPayload } from '../payload.ts';
import type { Place } from '../place.ts';
import { checkDecimal, checkWritten } from './forms.ts';

/** Faults of the transport, without its freight. */
export function checkTransport({ type, transport }: GoodsPayload): Fault[] {
  if (!transport) return [];
  if (type !== 'NFE') return [refusal('transport', 'Só a NF-e tem transporte: não envie transport.')];
  const { volumeGrossWeight, volumeNetWeight } = transport;
  return [
    ...checkDecimal(volumeGrossWeight, weightForm, 'transport.volumeGrossWeight'),
    ...checkDecimal(volumeNetWeight, weightForm, 'transport.volumeNetWeight'),
    ...checkQuantity(transport.volumeQuantity),
    ...checkVehicle(transport),
    ...checkCarrier(transport),
    ...checkTrailers(transport),
    ...checkWay(transport),
    ...checkWritten(transport.volumeBrand, { least: 0, most: 60 }, 'transport.volumeBrand'), // X29
    ...checkWritten(transport.volumeNumbering, { least: 0, most: 60 }, 'transport.volumeNumbering'), // X30
    ...(transport.volumeSeals ?? []).flatMap(
      (seal, index) => checkWritten(seal, { least: 1, most: 60 }, `transport.volumeSeals[${index}]`), // X34
    ),
  ];
}

function checkQuantity(quantity: number | null | undefined): Fault[] {
  if (quantity === undefined || quantity === null) return [];
  if (Number.isInteger(quantity) && quantity >= 0 && quantity < 1e15) return [];
  return [refusal('transport.volumeQuantity', 'A quantidade de volumes é um número inteiro de zero a 15 dígitos.')];
}

/** A carrier kept by an earlier version may have a registration that is not one of its state. */
function checkCarrier({ carrier }: NonNullable<GoodsPayload['transport']>): Fault[] {
  const { stateRegistration, state } = carrier ?? {};
  if (!stateRegistration || stateRegistration === 'ISENTO' || !state) return [];
  const message = registrationFault(stateRegistration, state);
  return message ? [refusal('transport.carrierId', `Corrija o cadastro da transportadora: ${message}`)] : [];
}

function checkVehicle({ vehiclePlate, vehicleState }: NonNullable<GoodsPayload['transport']>): Fault[] {
  const faults: Fault[] = [];
  if (vehiclePlate && !vehicleState) {
    faults.push(refusal('transport.vehicleState', 'Com vehiclePlate, informe vehicleState, a UF da placa.'));
  }
  if (vehicleState && !stateCodes.has(vehicleState)) {
    faults.push(refusal('transport.vehicleState', `${vehicleState.slice(0, 10)} não é a sigla de uma UF.`));
  }
  return typeof vehiclePlate === 'string' ? [...faults, ...checkPlate(vehiclePlate, 'transport.vehiclePlate')] : faults;
}

/** Goods by rail or water have neither vehicle nor trailers (choice of X17a). */
function checkWay({ vehiclePlate, trailers, wagon, barge }: NonNullable<GoodsPayload['transport']>): Fault[] {
  const faults = [
    ...checkWritten(wagon, { least: 0, most: 20 }, 'transport.wagon'),
    ...checkWritten(barge, { least: 0, most: 20 }, 'transport.barge'),
  ];
  const isByRoad = Boolean(vehiclePlate) || Boolean(trailers?.length);
  const choose = 'A mercadoria vai por um só meio: informe o veículo com seus reboques, o vagão ou a balsa.';
  if (wagon && (isByRoad || barge)) faults.push(refusal('transport.wagon', choose));
  else if (barge && isByRoad) faults.push(refusal('transport.barge', choose));
  return faults;
}

function checkTrailers({ trailers }: NonNullable<GoodsPayload['transport']>): Fault[] {
  return (trailers ?? []).flatMap(({ plate, state, rntc }, index) => {
    const path = `transport.trailers[${index}]`;
    return [
      ...checkPlate(plate, `${path}.plate`),
      ...(stateCodes.has(state) ? [] : [refusal(`${path}.state`, `${state.slice(0, 10)} não é a sigla de uma UF.`)]),
      ...checkWritten(rntc, { least: 0, most: 20 }, `${path}.rntc`), // X25
    ];
  });
}

/** Faults of form of the places where goods are picked up and delivered. */
export function checkPlaces({ delivery, pickup }: GoodsPayload): Fault[] {
  return [...(pickup ? checkPlace(pickup, 'pickup') : []), ...(delivery ? checkPlace(delivery, 'delivery') : [])];
}

function checkPlace(place: Place, path: string): Fault[] {
  const refuse = (field: string, message: string) => refusal(`${path}.${field}`, message);
  const missing = addressFields.filter((field) => !place[field]);
  const { faults } = normalizeAddress({ ...place, name: '' }, 'BR');
  return [
    ...missing.map((field) => refuse(field, `O endereço está incompleto: falta ${addressFieldNames[field]}.`)),
    ...faults.map(({ field, message }) => refuse(field, message)),
    ...printedTextFaults(place, 'BR').map(({ field, message }) => refuse(field, message)),
    ...checkCodes(place).map(([field, message]) => refuse(field, message)),
  ];
}

/** Rules 512, 514, 540, 541 and 971, and the lengths of the layout. */
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
