import type { EntityManager } from '../../config/orm.ts';
import type { OriginNote } from '../../domain/documents/check/returns.ts';
import { withNormalNumbers } from '../../domain/documents/normal-numbers.ts';
import type { GoodsPayload, ItemInput, TransportInput } from '../../domain/documents/payload.ts';
import type { Fault } from '../../domain/faults.ts';
import type { Product } from '../../domain/products/product.entity.ts';
import type { TaxRecords } from '../../domain/taxation/levels/records.ts';
import type { ActingCompany } from '../acting.ts';
import { type CarrierAndVehicle, carrierAndVehicle } from '../records/carriers.ts';
import { namedRecords } from '../records/named-records.ts';
import { taxRecords } from '../records/tax-records.ts';
import { originsOf, referenceFaults } from './references.ts';
import type { GoodsRequest, ItemRequest } from './sale-request.ts';
import { soldItem } from './sold-item.ts';

/**
 * The goods of a sale, the records from which its lines take their taxes, the notes that it returns, and the faults of the records. `records` is
 * null where a record that decides taxes cannot be used.
 */
export type ReadGoods = {
  kind: 'goods';
  payload: GoodsPayload;
  records: TaxRecords | null;
  origins: OriginNote[] | undefined;
  faults: Fault[];
};

/** As `readSale`, for goods. */
export async function readGoods(
  em: EntityManager,
  { id: company, environment }: Pick<ActingCompany, 'id' | 'environment'>,
  sale: GoodsRequest,
): Promise<ReadGoods> {
  const found = await namedRecords(em, company, sale);
  const carriage = await carrierAndVehicle(em, company, sale.transport?.carrierId);
  const faults = referenceFaults(sale, { ...found, carriage });
  const { operationNature, items, transport, ...asked } = sale;
  const payload = withNormalNumbers({
    ...asked,
    operationNature: operationNature ?? found.template?.operationNature ?? '',
    items: items.map((item) => completedItem(item, found.products(item.productId))),
    ...(transport ? { transport: completedTransport(transport, carriage) } : {}),
  });
  const origins = await originsOf(em, { company, environment }, payload);
  // A faulty carrier does not change the taxes, so that the other faults of the sale can be found.
  const isTaxable = faults.every(({ code }) => code === 'invalid_carrier');
  return { kind: 'goods', payload, records: isTaxable ? taxRecords(payload, found) : null, origins, faults };
}

function completedItem(asked: ItemRequest, product: Product | undefined): ItemInput {
  const { code, description, unitValue, unit, gtin: own, ...item } = asked;
  // A service has no bar code (rejection 887), even where its product has one.
  const gtin = own ?? (item.issqn ? null : product?.normal().gtin);
  const sold = soldItem({ code, description, unitValue, unit }, product);
  return { ...item, ...sold, ...(gtin ? { gtin: gtin.trim() } : {}) };
}

/**
 * The transport with a copy of its carrier's data and, where neither plate, wagon nor barge was sent, the default vehicle of the carrier's fleet.
 */
export function completedTransport(asked: TransportInput, carriage: CarrierAndVehicle | null): TransportInput {
  return {
    ...asked,
    ...(carriage ? { carrier: carriage.carrier } : {}),
    ...(asked.vehiclePlate === undefined && !asked.wagon && !asked.barge ? fleetVehicle(carriage) : {}),
  };
}

function fleetVehicle(carriage: CarrierAndVehicle | null): Partial<TransportInput> {
  if (!carriage?.vehicle) return {};
  const { plate, state, rntc } = carriage.vehicle;
  return { vehiclePlate: plate, vehicleState: state, isFleetVehicle: true, ...(rntc ? { vehicleRntc: rntc } : {}) };
}
