import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Document } from '../../../../domain/documents/document.entity.ts';
import { Event } from '../../../../domain/webhooks/event.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { recordEvent } from '../../../../operations/outbox.ts';
import { emissionId } from '../../../../temporal/names.ts';
import { type TestTemporal, testTemporal } from '../../../support/servers/temporal.ts';
import { item, newCompany, sale, startApi, type TestApi } from '../../fixture.ts';
import { service, serviceSettings } from '../../service.ts';
import { newStore, pathsOf, type Store } from '../../store.ts';
import { becomes } from './documents.ts';

let temporal: TestTemporal;
let api: TestApi;
let store: Store;
beforeAll(async () => {
  temporal = await testTemporal();
  api = await startApi({ temporal: temporal.client });
  store = await newStore(api);
});
afterAll(async () => {
  await api.close();
  await temporal.close();
});

describe('a change', () => {
  test('keeps what is not sent, clears what is null, and replaces arrays', async () => {
    const id = await draft({
      items: [item(), item({ code: 'P-002' })],
      discount: '10.00',
      additionalInfo: 'Entregar à tarde',
      externalId: 'pedido-7',
      transport: { freightType: 'SENDER', freightValue: '30', volumeQuantity: 2 },
    });
    const { status, body } = await patch(id, {
      items: [item({ unitValue: '12.50' })],
      discount: null,
      transport: { freightValue: 20 },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      status: 'DRAFT',
      totalValue: '70.00',
      additionalInfo: 'Entregar à tarde',
      externalId: 'pedido-7',
      items: [{ code: 'P-001', quantity: '4', unitValue: '12.50', discount: null }],
      transport: { freightType: 'SENDER', freightValue: '20.00', volumeQuantity: 2 },
      client: { name: 'Comércio Água Boa S/A' },
    });
    expect({ ...(await store.detail(id)), warnings: [] }).toEqual(body);
    const gone = await patch(id, { transport: null, additionalInfo: '', externalId: null });
    expect(gone.body).toMatchObject({ transport: null, additionalInfo: null, externalId: null, totalValue: '50.00' });
  });

  test('of nothing changes nothing', async () => {
    const carrierId = await store.carrier();
    await store.vehicle(carrierId);
    const id = await draft({ payments: [{ method: 'PIX', value: 100 }], transport: { carrierId } });
    const before = await store.detail(id);
    expect((await patch(id, {})).body).toEqual({ ...before, warnings: [], updatedAt: expect.any(String) });
  });

  test('is checked with the rest of the sale, and refused as a whole', async () => {
    const id = await draft({ payments: [{ method: 'PIX', value: 100 }] });
    const before = await store.detail(id);
    const { status, body } = await patch(id, { discount: '10.00', externalId: 'outro' });
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_payments' });
    expect(await store.detail(id)).toEqual(before);
  });

  test.each([
    [{ type: 'NFCE' }, 'type'],
    [{ emit: true }, 'emit'],
    [{ items: [] }, 'items'],
    [{ service: {} }, 'service'],
    [{ items: [item({ serviceCode: '010701' })] }, 'items[0].serviceCode'],
    [{ client: { zipCode: '123' } }, 'client.zipCode'],
    [{ client: null }, 'client'],
  ])('%j is refused with its path', async (changes, path) => {
    const { status, body } = await patch(await draft(), changes);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
    expect(pathsOf(body)).toContain(path);
  });

  test('of a service goes field by field too', async () => {
    const services = await newStore(api, { settings: serviceSettings });
    const created = await services.call('POST', '/v1/fiscal-documents', service());
    expect(created).toMatchObject({ status: 201 });
    const path = `/v1/fiscal-documents/${String(created.body.id)}`;
    const ordered = await services.call('PATCH', path, { service: { order: { number: '45' } } });
    expect(ordered).toMatchObject({ status: 200, body: { service: { order: { number: '45' } } } });
    const { body } = await services.call('PATCH', path, { service: { conditionalDiscount: '1.00' } });
    expect(body).toMatchObject({ service: { order: { number: '45' }, conditionalDiscount: '1.00' } });
    expect((await services.call('PATCH', path, { discount: '1', presence: '1' })).body).toMatchObject({
      issues: [{ path: 'presence' }],
    });
  });

  test('of a rejected document keeps number, attempts and the refusal', async () => {
    const id = await draft();
    await becomes(api.orm, id, 'REJECTED');
    const em = acrossCompanies(api.orm);
    await em.nativeUpdate(Document, { id }, { cStat: '234', rejectionReason: '234 - IE do destinatário' });
    const before = await store.detail(id);
    const { body } = await patch(id, { client: { stateRegistration: '110042490114' } });
    expect(body).toMatchObject({
      status: 'REJECTED',
      number: before.number,
      accessKey: before.accessKey,
      cStat: '234',
    });
    expect(await store.stored(id)).toMatchObject({ clientSnapshot: { stateRegistration: '110042490114' } });
  });

  test.each(['PROCESSING', 'AUTHORIZED', 'CANCELLED'] as const)('of one that is %s is refused', async (status) => {
    const id = await draft();
    await becomes(api.orm, id, status);
    for (const answer of [await patch(id, { discount: '1.00' }), await remove(id)]) {
      expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_state' } });
      expect(String(answer.body.message)).toContain(status);
    }
    expect(await store.stored(id)).not.toHaveProperty('payload.discount');
  });

  test('and an emission at the same moment have one winner', async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = await draft();
      const [changed, emitted] = await Promise.all([
        patch(id, { additionalInfo: 'Corrigida' }),
        store.call('POST', `/v1/fiscal-documents/${id}/emit`),
      ]);
      expect(emitted.status).toBe(202);
      const { payload, status } = await store.stored(id);
      expect(status).toBe('PROCESSING');
      if (changed.status === 200) expect(payload.additionalInfo).toBe('Corrigida');
      else {
        expect(changed).toMatchObject({ status: 422, body: { code: 'invalid_state' } });
        expect(payload.additionalInfo).toBeUndefined();
      }
      await temporal.client.workflow.getHandle(emissionId(id, 1)).terminate();
    }
  });

  test('leaves the key of the creation to the document as it is', async () => {
    const create = () =>
      api.call('POST', '/v1/fiscal-documents', {
        key: store.key,
        body: sale(),
        headers: { 'idempotency-key': 'pedido-da-loja' },
      });
    const { body } = await create();
    await patch(String(body.id), { discount: '5.00' });
    expect(await create()).toMatchObject({ status: 200, body: { id: body.id } });
    expect(await store.detail(body.id)).toMatchObject({ totalValue: '95.00' });
    await remove(String(body.id));
    expect(await create()).toMatchObject({ status: 201 });
  });

  test('is of the company’s own documents alone', async () => {
    const { key } = await newCompany(api.orm);
    const path = `/v1/fiscal-documents/${await draft()}`;
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? {} : undefined;
      expect(await api.call(method, path, { key, body })).toMatchObject({ status: 404 });
    }
  });
});

describe('the recipient', () => {
  test('that was written is changed field by field, and its record is not', async () => {
    const id = await draft();
    const { body } = await patch(id, { client: { street: 'Rua Nova', number: '7' } });
    expect(body).toMatchObject({ client: { name: 'Comércio Água Boa S/A' } });
    const { clientSnapshot } = await store.stored(id);
    expect(clientSnapshot.address).toMatchObject({ street: 'Rua Nova', number: '7', city: 'Campinas' });
  });

  test('with another document is another one, of whom nothing is kept', async () => {
    const id = await draft();
    const nameless = await patch(id, { client: { document: '11222333000181' } });
    expect(nameless).toMatchObject({ status: 400 });
    expect(pathsOf(nameless.body)).toContain('client.name');
    await patch(id, { client: { document: '11.222.333/0001-81', name: 'Padaria Nova' } });
    expect((await store.stored(id)).clientSnapshot).toMatchObject({
      name: 'Padaria Nova',
      stateRegistration: null,
      address: null,
    });
  });

  test('may become one on record, and from there be written again', async () => {
    const clientId = await store.client({ name: 'Do cadastro', document: '529.982.247-25' });
    const id = await draft();
    expect((await patch(id, { clientId })).body).toMatchObject({ client: { id: clientId, name: 'Do cadastro' } });
    expect((await store.stored(id)).payload).toMatchObject({ clientId });
    await patch(id, { client: { name: 'Da venda' } });
    const { payload, clientSnapshot } = await store.stored(id);
    expect(clientSnapshot).toMatchObject({ id: clientId, name: 'Da venda', document: '52998224725' });
    expect(payload.clientId).toBeUndefined();
    expect((await patch(id, { clientId, client: { name: 'Os dois' } })).status).toBe(400);
    expect((await patch(id, { clientId: crypto.randomUUID() })).body).toMatchObject({ code: 'invalid_client' });
  });

  test('on record is read again', async () => {
    const clientId = await store.client({ name: 'Antes', document: '390.533.447-05' });
    const id = await draft({ client: undefined, clientId });
    await store.call('PATCH', `/v1/clients/${clientId}`, { name: 'Depois' });
    expect(await store.detail(id)).toMatchObject({ client: { name: 'Antes' } });
    expect((await patch(id, { discount: '1.00' })).body).toMatchObject({ client: { name: 'Depois' } });
  });
});

test('another carrier brings its own fleet, and a plate that was sent stays', async () => {
  const [first, second] = [await store.carrier(), await store.carrier({ name: 'Expresso Sabiá' })];
  await store.vehicle(first, { plate: 'AAA-1A11' });
  await store.vehicle(second, { plate: 'BBB-2B22' });
  const id = await draft({ transport: { carrierId: first } });
  expect((await patch(id, { transport: { carrierId: second } })).body).toMatchObject({
    transport: { carrierName: 'Expresso Sabiá', vehiclePlate: 'BBB2B22' },
  });
  await patch(id, { transport: { vehiclePlate: 'CCC-3C33', vehicleState: 'SP' } });
  expect((await patch(id, { transport: { carrierId: first } })).body).toMatchObject({
    transport: { carrierId: first, vehiclePlate: 'CCC3C33' },
  });
});

describe('a removal', () => {
  test('takes a draft away', async () => {
    const id = await draft();
    expect(await remove(id)).toMatchObject({ status: 200, body: { success: true } });
    expect(await remove(id)).toMatchObject({ status: 404 });
  });

  test('takes one away that was rejected before it had a number, and leaves what others learned of it', async () => {
    const id = await draft();
    const em = acrossCompanies(api.orm);
    const document = await em.findOneOrFail(Document, { id });
    em.assign(document, { status: 'REJECTED', rejectionReason: 'sem certificado' });
    await recordEvent(
      { em, endpoints: new Set(), mailing: new Set(), events: new Set(), replaced: new Set(), ended: [] },
      'DOCUMENT_REJECTED',
      document,
    );
    await em.flush();
    expect(await remove(id)).toMatchObject({ status: 200 });
    const told = await acrossCompanies(api.orm).find(Event, { company: store.company.id, type: 'DOCUMENT_REJECTED' });
    expect(told).toMatchObject([{ document: null, data: { documentId: id } }]);
  });

  test('leaves one that has a number, and says how to use it', async () => {
    const id = await draft();
    await becomes(api.orm, id, 'REJECTED');
    const { status, body } = await remove(id);
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_state' });
    expect(body.message).toMatch(/PATCH/);
    expect(await store.stored(id)).toMatchObject({ status: 'REJECTED' });
  });
});

async function draft(changes: Record<string, unknown> = {}): Promise<string> {
  const { status, body, text } = await store.create(changes);
  if (status !== 201) throw new Error(text);
  return String(body.id);
}

function patch(id: string, body: unknown) {
  return store.call('PATCH', `/v1/fiscal-documents/${id}`, body);
}

function remove(id: string) {
  return store.call('DELETE', `/v1/fiscal-documents/${id}`);
}
