import { afterAll, beforeAll, expect, test } from 'vitest';
import { withAuthorityAmounts } from '../../../../domain/documents/compute/service-amounts.ts';
import { computeService } from '../../../../domain/documents/compute/service.ts';
import { type ComputedServiceContent, Document } from '../../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { issuer } from '../../../support/samples/notes.ts';
import { startApi, type TestApi } from '../../fixture.ts';
import { service, serviceItem, serviceSettings } from '../../service.ts';
import { newStore, type Store } from '../../store.ts';
import { becomes } from './documents.ts';

let api: TestApi;
let store: Store;
beforeAll(async () => {
  api = await startApi();
  store = await newStore(api, { settings: serviceSettings });
});
afterAll(() => api.close());

const twoItems = { items: [serviceItem({ quantity: 1 }), serviceItem({ quantity: 3 })], discount: '10' };

const ibsCbs = {
  ...{ base: '90.00', stateRate: '0.1000', stateValue: '0.09', municipalRate: '0.0000', municipalValue: '0.00' },
  ...{ ibsValue: '0.09', cbsRate: '0.9000', cbsValue: '0.81' },
};
const printed = { amounts: { issBase: '90.00', issRate: '2.9000', iss: '2.61', net: '90.00' }, ibsCbs };

test('a service that was prepared shows its sums, which are ours, and the reason for each tax', async () => {
  const { id } = await prepared(twoItems);
  expect(await store.detail(id)).toMatchObject({
    items: [
      {
        ...{ number: 1, totalValue: '25.00', discount: '2.50', ibsCbs: null },
        taxation: { serviceCode: { value: '010701', source: 'ITEM' } },
        taxedBy: { taxRule: null, product: null, template: null },
      },
      { number: 2, totalValue: '75.00', discount: '7.50' },
    ],
    service: { place: { municipalityCode: '3550308', country: null }, description: 'Suporte técnico\nSuporte técnico' },
    taxTotals: {
      ...{ services: '100.00', unconditionalDiscount: '10.00', issBase: '90.00', issRate: null, iss: null },
      ...{ netValue: '90.00', computedBy: 'LAVRA', icms: null, rtcIbsTotal: null },
    },
  });
});

test('once it is authorized the sums are the authority’s, and IBS and CBS add up over the items', async () => {
  const { id, content } = await prepared(twoItems);
  await keep(id, withAuthorityAmounts(content, printed));
  await becomes(api.orm, id, 'AUTHORIZED');
  const authority = { nfseNumber: '42', verificationCode: '345678901', protocolNumber: '1234567890123' };
  const em = acrossCompanies(api.orm);
  em.assign(await em.findOneOrFail(Document, { id }), authority);
  await em.flush();
  expect(await store.detail(id)).toMatchObject({
    ...authority,
    items: [
      { ibsCbs: { amounts: { base: '22.50', ibsValue: '0.02', cbsValue: '0.20' } } },
      { ibsCbs: { amounts: { base: '67.50', ibsValue: '0.07', cbsValue: '0.61' } } },
    ],
    taxTotals: {
      ...{ iss: '2.61', issRate: '2.9000', computedBy: 'AUTHORITY', rtcIbsTotal: '0.09', rtcCbsTotal: '0.81' },
    },
  });
});

test('an NFS-e without IBS and CBS shows no zeros in their place', async () => {
  const { id, content } = await prepared();
  await keep(id, withAuthorityAmounts(content, { ...printed, ibsCbs: null }));
  await becomes(api.orm, id, 'AUTHORIZED');
  expect(await store.detail(id)).toMatchObject({
    items: [{ ibsCbs: { amounts: null } }],
    taxTotals: { rtcIbsTotal: null, rtcCbsTotal: null },
  });
});

/** A service, with what its emission computes. */
async function prepared(changes: Record<string, unknown> = {}) {
  const { body } = await store.call('POST', '/v1/fiscal-documents', service(changes));
  const id = String(body.id);
  const { payload, clientSnapshot: client, issueDateTime: on } = await store.stored(id);
  if (payload.type !== 'NFSE') throw new TypeError('a service was created');
  const seller = { ...issuer, settings: serviceSettings };
  const content = computeService({ issuer: seller, client, payload, on });
  await keep(id, content);
  return { id, content };
}

async function keep(id: string, computed: ComputedServiceContent): Promise<void> {
  const em = acrossCompanies(api.orm);
  em.assign(await em.findOneOrFail(Document, { id }), { computed });
  await em.flush();
}
