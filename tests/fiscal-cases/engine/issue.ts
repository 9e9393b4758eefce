import { saleRequest } from '../../../http/requests/sale.ts';
import type { ClientSnapshot } from '../../../domain/clients/client-input.ts';
import { checkClient } from '../../../domain/clients/normalize.ts';
import { ownSeriesOf } from '../../../domain/companies/own-series.ts';
import type { Issuer } from '../../../domain/companies/settings.ts';
import { checkGoods } from '../../../domain/documents/compute/check-sale.ts';
import type { ComputedNote } from '../../../domain/documents/computed-note.ts';
import { withNormalNumbers } from '../../../domain/documents/normal-numbers.ts';
import type { GoodsPayload, ItemInput } from '../../../domain/documents/payload.ts';
import { type Fault, runStep } from '../../../domain/faults.ts';
import { buildNfe } from '../../../domain/nfe/build-nfe.ts';
import { lawTables } from '../../../domain/taxation/law-tables.ts';
import type { ItemRequest } from '../../../operations/documents/sale-request.ts';
import { soldItem } from '../../../operations/documents/sold-item.ts';
import { identity } from '../../support/samples/notes.ts';
import { makeSigner } from '../../support/samples/signer.ts';
import { stateRegistrations } from '../../support/samples/state-registrations.ts';
import type { Body, ItemBody, Sale, Seller } from '../fiscal-case.ts';
import { addressIn, taxpayer } from '../people.ts';
import { csrt } from './csrt.ts';

const signer = makeSigner();

/** The time of a sale: 15:00 in Brasília. */
export function momentOf({ on = '2026-11-21' }: Sale): Date {
  return new Date(`${on}T18:00:00Z`);
}

/** The product's result for a sale: the note, or every fault for which it answers 4xx. */
export function checked(
  sale: Sale,
): { note: ComputedNote; payload: GoodsPayload; client: ClientSnapshot; faults: [] } | { note: null; faults: Fault[] } {
  const body = bodyOf(sale);
  const asked = runStep(() => saleRequest(body));
  if (asked.value === null) return { note: null, faults: asked.faults };
  if (asked.value.type === 'NFSE') throw new TypeError('A fiscal case is about goods');
  const { operationNature, items, ...others } = asked.value;
  const payload = withNormalNumbers({
    ...others,
    operationNature: operationNature ?? '',
    items: items.map(withoutProduct),
  });
  const { client, faults } = checkClient(body.client ?? { name: '' });
  const check = checkGoods({
    issuer: issuerOf(sale.by),
    recipient: { client: { ...client, id: null }, faults },
    payload,
    records: { items: payload.items.map(() => ({ taxRule: null, product: null })), template: null },
    faults: [],
    rates: lawTables(sale.rates ?? {}),
    on: momentOf(sale),
    origins: sale.origins,
  });
  return check.kind === 'issuable'
    ? { note: check.computed, payload, client: check.client, faults: [] }
    : { note: null, faults: check.faults };
}

function withoutProduct({ code, description, unitValue, unit, gtin, ...item }: ItemRequest): ItemInput {
  return { ...item, ...soldItem({ code, description, unitValue, unit }, undefined), ...(gtin ? { gtin } : {}) };
}

/** The signed note, as it is sent in production. */
export function signed(note: ComputedNote, sale: Sale): string {
  const series = note.issuer.settings.series['55'];
  const of = { ...identity, series, issuedAt: momentOf(sale), environment: 'PRODUCTION' } as const;
  const means = { signer, csc: null, csrt: note.issuer.settings.technicalResponsible?.csrt ? csrt : null };
  return buildNfe(note, of, means).xml;
}

function bodyOf({ by, to, item, items = [item ?? {}], document }: Sale): Body {
  return {
    type: 'NFE',
    operationNature: 'Venda de mercadoria',
    client: to ?? taxpayer(by?.state ?? 'SP'),
    items: items.map(itemBody),
    ...document,
  };
}

function itemBody(item: Partial<ItemBody>): ItemBody {
  return { code: 'A1', description: 'Camiseta de algodão', quantity: 10, unitValue: '100.00', ...item };
}

/** An issuer whose goods have no PIS and COFINS, and which in São Paulo declares that no benefit lowers their ICMS. */
function issuerOf({ state = 'SP', taxId = '11222333000181', taxDefaults, ...settings }: Seller = {}): Issuer {
  const { usual: series } = ownSeriesOf(taxId);
  const usual = { ncm: '61091000', cfop: '5102', pisSituation: '06', cofinsSituation: '06' };
  const sealed = { id: csrt.id, sealed: { version: 1, masterKeyId: '', wrappedKey: '', data: '' } } as const;
  return {
    taxId,
    name: 'Comércio São José Ltda',
    tradeName: null,
    environment: 'PRODUCTION',
    settings: {
      stateRegistration: stateRegistrations[state] ?? null,
      taxRegime: 'NORMAL',
      address: addressIn(state),
      series: { '55': series, '65': series },
      taxDefaults: { ...usual, ...(state === 'SP' ? { benefitCode: 'SEM CBENEF' } : {}), ...taxDefaults },
      pisCofinsExcludesIcms: true,
      danfe: { orientation: 'PORTRAIT' },
      technicalResponsible: {
        ...{ cnpj: '11222333000181', contact: 'Suporte', email: 'suporte@example.com', phone: '1133334444' },
        ...(state === 'PR' ? { csrt: { PRODUCTION: sealed } } : {}),
      },
      autXml: [],
      ...settings,
    },
  };
}
