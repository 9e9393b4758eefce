import type { ClientSnapshot } from '../../../../domain/clients/client-input.ts';
import type { CompanySettings } from '../../../../domain/companies/settings.ts';
import type { GoodsPayload, ItemInput } from '../../../../domain/documents/payload.ts';
import type { TaxRegime } from '../../../../domain/taxation/operation.ts';
import { stateRegistrations } from '../../../support/samples/state-registrations.ts';
import { taxpayerIn } from '../../documents/sale.ts';

/**
 * A sale of one line and what its note must contain. By default a company of São Paulo sells ten pieces of 100.00, without PIS and COFINS,
 * to a taxpayer of its own state on 2026-11-21.
 */
export type TaxCase = {
  of: string;
  regime: TaxRegime;
  item: Partial<ItemInput>;
  to?: ClientSnapshot;
  document?: Partial<GoodsPayload>;
  settings?: Partial<CompanySettings>;
  gives: Expected;
};

/**
 * For each group of the layout every field that it must have, computed by hand from the formulas of the manual (MOC 7.0 Anexo I) and of NT
 * 2025.002: `field = arithmetic = result`, or `field = result` if nothing is computed. Groups and fields that are not listed must be
 * absent. `note` has vNF and, if the case is about it, vProd.
 */
export type Expected = { note: string[]; [group: string]: string[] };

/** IBS and CBS of classification 000001 at the rates of 2026, 0.1 % and 0.9 %; the municipal share begins in 2027. */
export function ibsCbs(base: string, ibs: string, cbs: string): Record<string, string[]> {
  return {
    IBSCBS: ['cClassTrib = 000001'],
    gIBSCBS: [`vBC = ${base}`, `vIBS = ${ibs}`],
    gIBSUF: ['pIBSUF = 0.1000', `vIBSUF = ${ibs}`],
    gIBSMun: ['pIBSMun = 0.0000', 'vIBSMun = 0.00'],
    gCBS: ['pCBS = 0.9000', `vCBS = ${cbs}`],
  };
}

/** The same for a line of 1000.00 from whose base no other tax is excluded. */
export const ibsCbsOfAll = ibsCbs('10 × 100.00 = 1000.00', '1000.00 × 0.1% = 1.00', '1000.00 × 0.9% = 9.00');

/** A CEST, which substitution needs besides its own fields. */
export const cest = '2800100';

/** A taxpayer of a state that other tests do not use. */
export function taxpayerOf(state: string, municipalityCode: string, city: string): ClientSnapshot {
  const client = taxpayerIn('SP');
  const stateRegistration = stateRegistrations[state] ?? null;
  return { ...client, stateRegistration, address: { ...client.address, state, municipalityCode, city } };
}
