import { isPlate, plainPlate, plateForm } from '../../carriers/normal-forms.ts';
import { moneyForm, weightForm } from '../../decimal-form.ts';
import type { Fault } from '../../faults.ts';
import { decimal, sum } from '../../money.ts';
import { stateCodes } from '../../states.ts';
import type { AskedPayload } from '../payload.ts';
import { checkDecimal } from './item.ts';

/** Faults of the transport block (spec 1-core §4.2 rule 7). */
export function checkTransport({ type, transport, items }: AskedPayload): Fault[] {
  if (!transport) return [];
  if (type !== 'NFE') return refusal('transport', 'Só a NF-e tem transporte: não envie transport.');
  const { freightValue, volumeGrossWeight, volumeNetWeight } = transport;
  const faults = [
    ...checkDecimal(freightValue, moneyForm, 'transport.freightValue'),
    ...checkDecimal(volumeGrossWeight, weightForm, 'transport.volumeGrossWeight'),
    ...checkDecimal(volumeNetWeight, weightForm, 'transport.volumeNetWeight'),
    ...checkQuantity(transport.volumeQuantity),
    ...checkVehicle(transport),
  ];
  return faults.length > 0 ? faults : checkFreight(freightValue, items);
}

function checkQuantity(quantity: number | null | undefined): Fault[] {
  if (quantity === undefined || quantity === null) return [];
  if (Number.isInteger(quantity) && quantity >= 0 && quantity < 1e15) return [];
  return refusal('transport.volumeQuantity', 'A quantidade de volumes é um número inteiro de zero a 15 dígitos.');
}

function checkVehicle({ vehiclePlate, vehicleState }: NonNullable<AskedPayload['transport']>): Fault[] {
  const faults: Fault[] = [];
  if (vehiclePlate && !vehicleState) {
    faults.push(...refusal('transport.vehicleState', 'Com vehiclePlate, informe vehicleState, a UF da placa.'));
  }
  if (vehicleState && !stateCodes.has(vehicleState)) {
    faults.push(...refusal('transport.vehicleState', `${vehicleState.slice(0, 10)} não é a sigla de uma UF.`));
  }
  if (vehiclePlate && !isPlate(plainPlate(vehiclePlate))) faults.push(...refusal('transport.vehiclePlate', plateForm));
  return faults;
}

/** Freight given in both places must be the same amount. */
function checkFreight(freightValue: string | null | undefined, items: AskedPayload['items']): Fault[] {
  const itemFreights = items.flatMap(({ freight }) => freight ?? []);
  if (!freightValue || itemFreights.length === 0) return [];
  if (itemFreights.some((freight) => !/^\d{1,13}(\.\d{1,2})?$/.test(freight))) return [];
  const total = sum(itemFreights.map(decimal));
  if (total.isZero() || total.equals(freightValue)) return [];
  const message = `O frete dos itens soma ${total.toFixed(2)}, não ${freightValue}: informe só um dos dois ou o mesmo valor.`;
  return refusal('transport.freightValue', message);
}

function refusal(path: string, message: string): Fault[] {
  return [{ code: 'validation_error', path, message }];
}
