import { checkPlate } from '../../carriers/normal-forms.ts';
import { weightForm } from '../../decimal-form.ts';
import type { Fault } from '../../faults.ts';
import { registrationFault } from '../../state-registration.ts';
import { stateCodes } from '../../states.ts';
import type { GoodsPayload } from '../payload.ts';
import { checkDecimal } from './decimal.ts';

/** Faults of the transport block but for its freight (spec 1-core §4.2 rule 7). */
export function checkTransport({ type, transport }: GoodsPayload): Fault[] {
  if (!transport) return [];
  if (type !== 'NFE') return refusal('transport', 'Só a NF-e tem transporte: não envie transport.');
  const { volumeGrossWeight, volumeNetWeight } = transport;
  return [
    ...checkDecimal(volumeGrossWeight, weightForm, 'transport.volumeGrossWeight'),
    ...checkDecimal(volumeNetWeight, weightForm, 'transport.volumeNetWeight'),
    ...checkQuantity(transport.volumeQuantity),
    ...checkVehicle(transport),
    ...checkCarrier(transport),
  ];
}

function checkQuantity(quantity: number | null | undefined): Fault[] {
  if (quantity === undefined || quantity === null) return [];
  if (Number.isInteger(quantity) && quantity >= 0 && quantity < 1e15) return [];
  return refusal('transport.volumeQuantity', 'A quantidade de volumes é um número inteiro de zero a 15 dígitos.');
}

/** A carrier that was kept by an earlier version may have the registration of no state. */
function checkCarrier({ carrier }: NonNullable<GoodsPayload['transport']>): Fault[] {
  const { stateRegistration, state } = carrier ?? {};
  if (!stateRegistration || stateRegistration === 'ISENTO' || !state) return [];
  const message = registrationFault(stateRegistration, state);
  return message ? refusal('transport.carrierId', `Corrija o cadastro da transportadora: ${message}`) : [];
}

function checkVehicle({ vehiclePlate, vehicleState }: NonNullable<GoodsPayload['transport']>): Fault[] {
  const faults: Fault[] = [];
  if (vehiclePlate && !vehicleState) {
    faults.push(...refusal('transport.vehicleState', 'Com vehiclePlate, informe vehicleState, a UF da placa.'));
  }
  if (vehicleState && !stateCodes.has(vehicleState)) {
    faults.push(...refusal('transport.vehicleState', `${vehicleState.slice(0, 10)} não é a sigla de uma UF.`));
  }
  return typeof vehiclePlate === 'string' ? [...faults, ...checkPlate(vehiclePlate, 'transport.vehiclePlate')] : faults;
}

function refusal(path: string, message: string): Fault[] {
  return [{ code: 'validation_error', path, message }];
}
