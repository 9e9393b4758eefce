import type { ClientSnapshot } from '../../../domain/clients/client-input.ts';
import type { Issuer } from '../../../domain/companies/settings.ts';
import { formFaults } from '../../../domain/documents/check/payload.ts';
import { computeNote } from '../../../domain/documents/compute/note.ts';
import type { NoteInput } from '../../../domain/documents/compute/operation.ts';
import type { GoodsPayload, ItemInput } from '../../../domain/documents/payload.ts';
import { DomainError } from '../../../domain/errors.ts';
import { refuseAny } from '../../../domain/faults.ts';
import type { TaxFields } from '../../../domain/taxation/fields.ts';
import type { TaxRegime } from '../../../domain/taxation/operation.ts';
import { stateRegistrations } from '../../support/samples/state-registrations.ts';

/** Refuses what is wrong with the form of a sale, and with sums that are known before taxes. */
export function checkPayload(payload: GoodsPayload, companyDefaults: TaxFields = {}): void {
  refuseAny(formFaults(payload, { taxDefaults: companyDefaults }));
}

/** A company of São Paulo without default taxes: the item has all of them. */
export function issuerOf(taxRegime: TaxRegime, settings: Partial<Issuer['settings']> = {}): Issuer {
  return {
    taxId: '11222333000181',
    name: 'Comércio São José Ltda',
    tradeName: null,
    environment: 'HOMOLOGATION',
    settings: {
      stateRegistration: '110042490114',
      taxRegime,
      address: addressIn('SP'),
      series: { '55': 1 },
      taxDefaults: {},
      pisCofinsExcludesIcms: true,
      danfe: { orientation: 'PORTRAIT' },
      autXml: [],
      ...settings,
    },
  };
}

/** A taxpayer in the state. */
export function taxpayerIn(state: string): ClientSnapshot {
  return {
    id: null,
    name: 'Mercado Bom Preço Ltda',
    document: '11444777000161',
    documentType: 'CNPJ',
    type: 'COMPANY',
    stateRegistration: stateRegistrations[state] ?? null,
    taxpayerType: 'CONTRIBUINTE',
    email: null,
    phone: null,
    address: addressIn(state),
    country: 'BR',
  };
}

/** A natural person in the state, as a final consumer. */
export function personIn(state: string): ClientSnapshot {
  const identity = { document: '52998224725', documentType: 'CPF', type: 'INDIVIDUAL' } as const;
  return { ...taxpayerIn(state), ...identity, stateRegistration: null, taxpayerType: 'NAO_CONTRIBUINTE' };
}

/** Ten pieces of 100.00 without PIS and COFINS, with the fields of the case. */
export function item(fields: Partial<ItemInput> = {}): ItemInput {
  return {
    code: 'A1',
    description: 'Camiseta de algodão',
    ncm: '61091000',
    quantity: '10',
    unitValue: '100',
    pisSituation: '06',
    cofinsSituation: '06',
    ...fields,
  };
}

/** A sale of such items. */
export function saleOf(items: ItemInput[], fields: Partial<GoodsPayload> = {}): GoodsPayload {
  return { type: 'NFE', operationNature: 'Venda de mercadoria', items, ...fields };
}

/**
 * The computed note of a sale at noon of 2026-11-21. Items without CFOP get the one of their route, and items without benefit say so where
 * São Paulo demands it.
 */
export function compute(input: Partial<NoteInput> & { payload: GoodsPayload }) {
  const issuer = input.issuer ?? issuerOf('NORMAL');
  const taxDefaults = { cfop: '5102', benefitCode: 'SEM CBENEF', ...issuer.settings.taxDefaults };
  return computeNote({
    client: taxpayerIn('SP'),
    on: new Date('2026-11-21T15:00:00Z'),
    ...input,
    issuer: { ...issuer, settings: { ...issuer.settings, taxDefaults } },
  });
}

/** The code, text, issues and paths of the error that `run` throws. */
export function refusalOf(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (error instanceof DomainError) {
      const { code, message, issues } = error;
      return { code, message, issues, paths: issues.map(({ path }) => path) };
    }
    throw error;
  }
  throw new Error('It was expected to be refused, and was not');
}

function addressIn(state: string) {
  const capitals = new Map([
    ['SP', { municipalityCode: '3550308', city: 'São Paulo' }],
    ['BA', { municipalityCode: '2927408', city: 'Salvador' }],
    ['RJ', { municipalityCode: '3304557', city: 'Rio de Janeiro' }],
    ['MG', { municipalityCode: '3106200', city: 'Belo Horizonte' }],
  ]);
  const capital = capitals.get(state);
  if (!capital) throw new TypeError(`No address is known in ${state}`);
  return { street: 'Rua das Flores', number: '10', neighborhood: 'Centro', state, zipCode: '01001000', ...capital };
}
