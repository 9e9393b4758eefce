import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { pastNoteOf } from '../../support/rows/past-note.ts';
import { newCompany, startApi, type TestApi } from '../fixture.ts';

let api: TestApi;
let company: Company;
let key: string;
let id: string;
beforeAll(async () => {
  api = await startApi();
  ({ company, key } = await newCompany(api.orm));
  id = await pastNoteOf(api.orm, company);
  const cancelled = {
    accessKey: '6'.repeat(44),
    number: '8',
    status: 'CANCELLED',
    issuedAt: new Date('2025-04-01T02:30:00Z'),
  } as const;
  await pastNoteOf(api.orm, company, cancelled);
  await pastNoteOf(api.orm, { ...company, environment: 'PRODUCTION' }, { accessKey: '7'.repeat(44) });
  const { company: other } = await newCompany(api.orm);
  await pastNoteOf(api.orm, other);
});
afterAll(() => api.close());

const path = '/v1/past-notes';

test('notes of another system are listed, the newest first, of the present environment alone', async () => {
  const { status, body } = await api.call('GET', path, { key });
  expect(status).toBe(200);
  expect(body).toMatchObject({ data: [{ number: '8' }, { number: '7' }], meta: { total: 2 } });
  expect((body['data'] as object[])[1]).toEqual({
    ...{
      id,
      type: 'NFE',
      accessKey: '5'.repeat(44),
      series: '1',
      number: '7',
      status: 'AUTHORIZED',
      totalValue: '350.00',
    },
    ...{ issuedAt: '2025-03-10T12:00:00.000Z', recipientTaxId: '11444777000161', recipientName: 'Água Boa S/A' },
    ...{ protocol: '135250000000001', importedAt: expect.any(String) },
  });
});

test.each([
  ['status=CANCELLED', ['8']],
  [`accessKey=${'5'.repeat(44)}`, ['7']],
  ['type=NFCE', []],
  ['issuedFrom=2025-03-31', ['8']],
  ['issuedTo=2025-03-30', ['7']],
  ['issuedFrom=2025-03-10&issuedTo=2025-03-31', ['8', '7']],
  ['issuedFrom=2025-04-01', []],
])('%s', async (query, numbers) => {
  const { body } = await api.call('GET', `${path}?${query}`, { key });
  expect((body['data'] as { number: string }[]).map(({ number }) => number)).toEqual(numbers);
});

test('its XML is given back as it came', async () => {
  const { status, text, headers } = await api.call('GET', `${path}/${id}/xml?download=true`, { key });
  expect([status, text]).toEqual([200, '<nfeProc/>']);
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${'5'.repeat(44)}-procNFe.xml"`);
});
