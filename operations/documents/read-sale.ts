import type { EntityManager } from '../../config/orm.ts';
import { decimalFault, rateForm } from '../../domain/decimal-form.ts';
import { withNormalNumbers } from '../../domain/documents/normal-numbers.ts';
import type { AskedPayload, ItemInput, TransportInput } from '../../domain/documents/payload.ts';
import { type Fault, refuseAny } from '../../domain/faults.ts';
import { unitCode } from '../../domain/products/details.ts';
import type { Product } from '../../domain/products/product.entity.ts';
import { rateFieldNames } from '../../domain/taxation/field-names.ts';
import type { TaxRecords } from '../../domain/taxation/levels/records.ts';
import { type CarrierAndVehicle, carrierAndVehicle } from '../records/carrier-and-vehicle.ts';
import { namedRecords } from '../records/named-records.ts';
import { taxRecords } from '../records/tax-records.ts';
import type { AskedItem, AskedSale } from './asked-sale.ts';
import { type FoundRecords, referenceFaults } from './references.ts';

/** The document that a sale is to become, and what its lines take their taxes from. */
export type ReadSale = { payload: AskedPayload; records: TaxRecords };

/**
 * Reads the records that a sale names, checks them and fills in what it leaves to them; its form is still to be checked. A sale that names
 * none costs no query.
 *
 * @throws DomainError with every record that cannot be used, each with its path and under the code of the gravest; then with every rate of
 *   more places than the layout has
 */
export async function readSale(em: EntityManager, companyId: string, sale: AskedSale): Promise<ReadSale> {
  const named = await namedRecords(em, companyId, sale);
  const found = { ...named, carriage: await carrierAndVehicle(em, companyId, sale.transport?.carrierId) };
  refuseAny(referenceFaults(sale, found));
  const payload = withNormalNumbers(completed(sale, found));
  refuseAny(rateFaults(payload));
  return { payload, records: taxRecords(payload, found) };
}

/**
 * The sale as it is kept but for its numbers: what was asked for, with a copy of what it takes from its records except their taxes (docs/decisions/0025). A
 * field that neither gives is left empty, and `checkPayload` refuses it.
 */
function completed({ operationNature, items, transport, ...sale }: AskedSale, found: FoundRecords): AskedPayload {
  return {
    ...sale,
    operationNature: operationNature ?? found.template?.operationNature ?? '',
    items: items.map((item) => completedItem(item, found.products(item.productId))),
    ...(transport ? { transport: completedTransport(transport, found.carriage) } : {}),
  };
}

function completedItem(asked: AskedItem, product: Product | undefined): ItemInput {
  const sold = product?.normal();
  const { code, description, unitValue, unit: ownUnit, gtin: ownGtin, ...item } = asked;
  const unit = ownUnit ?? (sold && unitCode(sold.commercialUnit));
  const gtin = ownGtin ?? sold?.gtin;
  return {
    ...item,
    code: code ?? sold?.code ?? '',
    description: description ?? sold?.name ?? '',
    unitValue: unitValue ?? sold?.salePrice ?? '',
    ...(unit ? { unit: unit.trim() } : {}),
    ...(gtin ? { gtin: gtin.trim() } : {}),
  };
}

/** The transport with the snapshot of its carrier and, where no plate was sent, the default vehicle of the carrier's fleet. */
function completedTransport(asked: TransportInput, carriage: CarrierAndVehicle | null): TransportInput {
  return {
    ...asked,
    ...(carriage ? { carrier: carriage.carrier } : {}),
    ...(asked.vehiclePlate === undefined ? fleetVehicle(carriage) : {}),
  };
}

function fleetVehicle(carriage: CarrierAndVehicle | null): Partial<TransportInput> {
  if (!carriage?.vehicle) return {};
  const { plate, state, rntc } = carriage.vehicle;
  return { vehiclePlate: plate, vehicleState: state, ...(rntc ? { vehicleRntc: rntc } : {}) };
}

/** Rates with more places than the layout prints, which a JSON number can have. */
function rateFaults({ items }: AskedPayload): Fault[] {
  return items.flatMap((item, index) =>
    rateFieldNames.flatMap((name) => {
      const message = item[name] ? decimalFault(item[name], rateForm) : null;
      return message ? [{ code: 'validation_error' as const, path: `items[${index}].${name}`, message }] : [];
    }),
  );
}
