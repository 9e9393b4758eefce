import { saleRequest } from '../../../http/requests/sale.ts';
import { checkClient } from '../../../domain/clients/normalize.ts';
import { computeService } from '../../../domain/documents/compute/service.ts';
import type { ComputedService } from '../../../domain/documents/computed-service.ts';
import { withNormalService } from '../../../domain/documents/normal-numbers.ts';
import type { ServiceItemInput } from '../../../domain/documents/payload.ts';
import { type Fault, runStep } from '../../../domain/faults.ts';
import { buildDps } from '../../../domain/nfse/dps.ts';
import { completedDetails } from '../../../operations/documents/read-service.ts';
import type { ServiceItemRequest } from '../../../operations/documents/sale-request.ts';
import { soldItem } from '../../../operations/documents/sold-item.ts';
import { providerOf } from '../../domain/documents/service.ts';
import { makeSigner } from '../../support/samples/signer.ts';
import { taxpayer } from '../people.ts';
import type { ServiceBody, SoldService } from './service-case.ts';

const signer = makeSigner();

/** The time of issue of a service: 15:00 in Brasília. */
export function momentOf({ on = '2026-11-21' }: SoldService): Date {
  return new Date(`${on}T18:00:00Z`);
}

/** The product's result for a service: the computed service, or every fault for which it answers 4xx. */
export function checked(sale: SoldService): { service: ComputedService | null; faults: Fault[] } {
  const body = bodyOf(sale);
  const asked = runStep(() => saleRequest(body));
  if (asked.value === null) return { service: null, faults: asked.faults };
  if (asked.value.type !== 'NFSE') throw new TypeError('this case is about services');
  const { operationNature, items, service, discount } = asked.value;
  const details = service ? completedDetails(service) : null;
  const payload = withNormalService({
    type: 'NFSE',
    operationNature: operationNature ?? '',
    items: items.map(withoutProduct),
    ...(details ? { service: details.service } : {}),
    ...(discount ? { discount } : {}),
  });
  const { client, faults } = checkClient(body.client ?? { name: '' });
  const computed = runStep(() =>
    computeService({ issuer: providerOf(sale.regime), client: { ...client, id: null }, payload, on: momentOf(sale) }, [
      ...faults,
      ...(details?.faults ?? []),
    ]),
  );
  return { service: computed.value, faults: computed.faults };
}

/** The signed DPS, as it is sent. */
export function dpsOf(service: ComputedService, sale: SoldService): string {
  const identity = { series: 1, number: 42, environment: 'PRODUCTION', version: '0.1.0' } as const;
  return buildDps(service, { ...identity, issuedAt: momentOf(sale) }, signer).xml;
}

function withoutProduct({ code, description, unitValue, unit, ...item }: ServiceItemRequest): ServiceItemInput {
  return { ...item, ...soldItem({ code, description, unitValue, unit }, undefined) };
}

/** The body of a service of classification 000001 that every city accepts. */
function bodyOf({ to, item, service }: SoldService): ServiceBody {
  const classified = { ibsCbsClassification: '000001', ibsCbsOperationIndicator: '100301', nbsCode: '115021000' };
  const served = { serviceCode: '010701', issRate: '5', ...classified };
  return {
    type: 'NFSE',
    client: to ?? taxpayer('SP'),
    items: [{ code: 'S1', description: 'Serviço', quantity: 1, unitValue: '1000.00', ...served, ...item }],
    ...(service ? { service } : {}),
  };
}
