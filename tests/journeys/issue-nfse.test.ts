import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoService } from '../../local/demo/sales.ts';
import { isSigned, type WebhookReceiver, webhookReceiver } from '../../local/demo/webhook-receiver.ts';
import { until } from '../support/checks/until.ts';
import { openServed, type Served } from '../support/servers/served.ts';

type Detail = Record<string, unknown> & { status: string; accessKey: string };

let served: Served;
let receiver: WebhookReceiver;
let secret: string;
beforeAll(async () => {
  served = await openServed();
  receiver = await webhookReceiver();
  const { body } = await served.erp.call('POST', '/v1/webhooks', { url: receiver.url });
  secret = String(body['secret']);
});
afterAll(async () => {
  await receiver?.close();
  await served?.close();
});

test('a service by template, rule and company is previewed as it is authorized, shown, listed and cancelled', async () => {
  const templateId = await made('/v1/fiscal-templates', {
    name: 'Consultoria',
    type: 'NFSE',
    serviceCode: '01.06.01',
    nbsCode: '1.1502.10.00',
  });
  const taxRuleId = await made('/v1/tax-rules', {
    name: 'IRRF de empresas',
    model: 'NFSE',
    nfseTaxRules: [
      { takerTypes: ['INDIVIDUAL'], inssRate: '11' },
      { takerTypes: ['COMPANY'], serviceCodes: ['010601'], irrfRate: '1.5' },
    ],
  });
  const { client, type, items } = demoService('contrato-7');
  const { code, description, quantity, unitValue } = items[0]!;
  const item = { code, description, quantity, unitValue };
  const sale = { type, client, templateId, taxRuleId, items: [item] };

  const preview = await served.erp.call('POST', '/v1/fiscal-documents/preview', sale);
  expect(preview).toMatchObject({
    status: 200,
    body: {
      totalValue: '2000.00',
      taxTotals: { computedBy: 'LAVRA', irrf: '30.00', withheld: '30.00', netValue: '1970.00' },
    },
  });

  const { id, detail } = await issued({ ...sale, externalId: 'contrato-7', emit: true });
  expect(detail).toMatchObject({
    type: 'NFSE',
    series: 1,
    totalValue: '2000.00',
    externalId: 'contrato-7',
    taxTotals: { computedBy: 'AUTHORITY', issBase: '2000.00', iss: '100.00', irrf: '30.00', netValue: '1970.00' },
    items: [
      {
        taxation: {
          serviceCode: { value: '010601', source: 'TEMPLATE' },
          irrfRate: { value: '1.5000', source: 'TAX_RULE' },
          totalFederalRate: { source: 'COMPANY' },
          issTaxation: { value: '1', source: 'TABLE' },
        },
        taxedBy: { taxRule: { id: taxRuleId, subRule: 2 }, template: { id: templateId } },
      },
    ],
  });

  const told = await receiver.arrived('document.authorized', id, 600_000);
  expect(isSigned(told, secret)).toBe(true);
  expect(JSON.parse(told.rawBody)).toMatchObject({
    data: { documentId: id, type: 'NFSE', accessKey: detail.accessKey, protocolNumber: detail['protocolNumber'] },
  });
  const { body: list } = await served.erp.call(
    'GET',
    '/v1/fiscal-documents?environment=ALL&type=NFSE&status=AUTHORIZED',
  );
  expect(list['data']).toEqual([expect.objectContaining({ id, accessKey: detail.accessKey })]);

  const justification = 'Contrato desfeito antes do serviço';
  const cancel = { justification, reason: '2' };
  expect(await served.erp.ask('POST', `/v1/fiscal-documents/${id}/cancel`, cancel)).toMatchObject({ status: 200 });
  await receiver.arrived('document.cancelled', id, 600_000);
  const [held] = await served.authority.control<{ chNFSe: string }[]>('GET', '/nfse');
  const { events } = await served.authority.control<{ events: { tpEvento: string; xml: string }[] }>(
    'GET',
    `/nfse/${held?.chNFSe}`,
  );
  expect(events).toEqual([expect.objectContaining({ tpEvento: '101101' })]);
  expect(events[0]?.xml).toContain(`<cMotivo>2</cMotivo><xMotivo>${justification}</xMotivo>`);
});

test.each<[string, object, string]>([
  ['a price of nothing', { serviceCode: '010601', unitValue: '0' }, 'validation_error'],
  ['a negative price', { serviceCode: '010601', unitValue: '-1' }, 'validation_error'],
  ['a price beyond the layout', { serviceCode: '010601', unitValue: '1000000000000000' }, 'validation_error'],
])('%s is refused before anything is kept', async (_, item, code) => {
  const { items, ...sale } = demoService('recusado');
  const { status, body } = await served.erp.call('POST', '/v1/fiscal-documents', {
    ...sale,
    items: [{ ...items[0], ...item }],
  });
  expect([400, 422]).toContain(status);
  expect([code, 'invalid_taxation']).toContain(body['code']);
  expect(String((body['issues'] as { path: string }[])[0]?.path)).toMatch(/^items/);
});

test('a service that the law does not know is refused before anything is kept', async () => {
  const { items, ...sale } = demoService('desconhecido');
  const { status, body } = await served.erp.call('POST', '/v1/fiscal-documents', {
    ...sale,
    items: [{ ...items[0], serviceCode: '419901' }],
  });
  const unknown = { path: 'items[0].serviceCode', message: expect.stringContaining('LC 116') };
  expect({ status, body }).toMatchObject({ status: 422, body: { code: 'invalid_taxation', issues: [unknown] } });
});

test('a competence before the city joined the national system is a rejection that says so (E0016)', async () => {
  await served.authority.control('PUT', '/cities/3550308', { agreement: { active: true, since: '2026-11-01' } });
  const { body } = await served.erp.call('POST', '/v1/fiscal-documents', {
    ...demoService('competência'),
    service: { competence: '2026-10-15' },
  });
  const detail = await settled(String(body['id']));
  expect(detail).toMatchObject({
    status: 'REJECTED',
    cStat: 'E0016',
    rejection: { code: 'E0016', field: 'service.competence' },
  });
});

test('a company without a series of services hears what to set before anything is kept', async () => {
  const { erp } = await served.openCompany({ taxId: '11444777000161', nfse: null });
  const { status, body } = await erp.call('POST', '/v1/fiscal-documents', demoService('sem série'));
  expect({ status, body }).toMatchObject({ status: 422, body: { code: 'invalid_state' } });
  expect(String(body['message'])).toMatch(/lavra company set --nfse-series <série>/);
});

async function made(path: string, body: object): Promise<string> {
  const answer = await served.erp.call('POST', path, body);
  expect(answer).toMatchObject({ status: 201 });
  return String(answer.body['id']);
}

async function issued(sale: object): Promise<{ id: string; detail: Detail }> {
  const { status, body } = await served.erp.call('POST', '/v1/fiscal-documents', sale);
  expect([status, body]).toEqual([201, expect.objectContaining({ type: 'NFSE' })]);
  const id = String(body['id']);
  const detail = await settled(id);
  expect(detail.status).toBe('AUTHORIZED');
  return { id, detail };
}

function settled(id: string): Promise<Detail> {
  return until('the end of the document', async () => {
    const { body } = await served.erp.call('GET', `/v1/fiscal-documents/${id}`);
    return body['status'] === 'PROCESSING' ? null : (body as Detail);
  });
}
