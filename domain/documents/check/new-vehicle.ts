import { type Fault, refusal } from '../../faults.ts';
import { decimal } from '../../money.ts';
import { vehicleTexts } from '../new-vehicle.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';
import { checkWritten } from './forms.ts';

/** Faults of form of new vehicles (group J): each line is one vehicle. */
export function checkNewVehicles({ type, items, delivery }: GoodsPayload): Fault[] {
  const chassis = items.map(({ vehicle }) => vehicle?.chassis);
  return [
    ...checkBilledByMaker(items, delivery),
    ...items.flatMap((item, index) => {
      const path = `items[${index}].vehicle`;
      if (!item.vehicle) return [];
      if (item.isUsed)
        return [refusal(`items[${index}].isUsed`, 'Um veículo novo não é usado: envie vehicle ou isUsed.')];
      if (type !== 'NFE') return [refusal(path, 'A NFC-e não vende veículos novos (rejeição 736): emita uma NF-e.')];
      return [
        ...checkVehicle(item, path),
        ...(chassis.indexOf(item.vehicle.chassis) === index
          ? []
          : [refusal(`${path}.chassis`, 'O chassi está em outro item: cada item é um veículo.')]),
      ];
    }),
  ];
}

/**
 * A note by which a maker bills vehicles directly to the consumer has nothing but such vehicles, and names the place of delivery: the dealer (rule
 * 478).
 */
function checkBilledByMaker(items: ItemInput[], delivery: GoodsPayload['delivery']): Fault[] {
  const isBilled = ({ vehicle }: ItemInput) => vehicle?.sale === 'DIRECT_BILLING';
  if (!items.some(isBilled)) return [];
  const message =
    'Numa nota de faturamento direto o ICMS-ST não soma no total (W16-10): emita outra nota para o que não é veículo faturado assim.';
  return [
    ...(delivery
      ? []
      : [
          refusal(
            'delivery',
            'O faturamento direto diz onde o veículo é entregue (rejeição 478): informe delivery, a concessionária.',
          ),
        ]),
    ...items.flatMap((item, index) => (isBilled(item) ? [] : [refusal(`items[${index}].vehicle`, message)])),
  ];
}

function checkVehicle({ vehicle, quantity, medicine, fuel }: ItemInput, path: string): Fault[] {
  if (!vehicle) return [];
  const faults = vehicleTexts.flatMap(([name, most]) =>
    checkWritten(vehicle[name], { least: 1, most }, `${path}.${name}`),
  );
  const refuse = (field: string, message: string) => faults.push(refusal(`${path}.${field}`, message));
  if (!/^[A-Z0-9]{17}$/.test(vehicle.chassis)) refuse('chassis', 'O chassi tem 17 letras maiúsculas e números.');
  if (medicine || fuel)
    faults.push(refusal(path, 'Um item é um veículo, um medicamento ou um combustível: envie só um deles.'));
  if (/^\d/.test(quantity) && !decimal(quantity).eq(1)) {
    faults.push(refusal(path.replace('vehicle', 'quantity'), 'Cada item é um veículo: a quantidade é 1.'));
  }
  return faults;
}
