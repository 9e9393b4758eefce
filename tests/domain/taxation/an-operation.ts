import type { Operation } from '../../../domain/taxation/operation.ts';

/** By default a sale by a company of São Paulo under the normal regime to a taxpayer of the same state. */
export function operationWith(fields: Partial<Operation> = {}): Operation {
  return {
    model: '55',
    regime: 'NORMAL',
    direction: 'OUT',
    purpose: 'NORMAL',
    destination: '1',
    issuerState: 'SP',
    originState: 'SP',
    destinationState: 'SP',
    finalConsumer: false,
    taxpayerType: 'CONTRIBUINTE',
    pisCofinsExcludesIcms: true,
    date: '2026-11-21',
    ...fields,
  };
}
