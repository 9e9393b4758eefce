import { afterAll, beforeAll, expect, test } from 'vitest';
import { Certificate } from '../../../domain/companies/certificate.entity.ts';
import { Company } from '../../../domain/companies/company.entity.ts';
import { AuthorityCall } from '../../../domain/documents/authority-call.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { Emission } from '../../../domain/documents/emission.entity.ts';
import { nfeProc } from '../../../domain/sefaz/messages.ts';
import { authorizedXml } from '../../../operations/documents/files.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { emissionId } from '../../../temporal/names.ts';
import { startEmission } from '../../../temporal/start.ts';
import { type Installation, openInstallation } from '../../support/servers/installation.ts';
import { processingDocument, sale } from '../../support/samples/sale.ts';

let installation: Installation;
let company: Company;
beforeAll(async () => {
  installation = await openInstallation();
  ({ company } = await installation.openCompany());
});
afterAll(() => installation.close());

test('a note is authorized, its XML whole and its number the first', async () => {
  const { document, emission } = await emit();
  expect(document).toMatchObject({ status: 'AUTHORIZED', number: 1, series: 1, cStat: '100', waitingFor: null });
  expect(document.protocolNumber).toMatch(/^\d{15}$/);
  expect([emission?.procXml, emission?.protocolXml]).toEqual([
    null,
    expect.stringMatching(/^<protNFe [^]*<\/protNFe>$/),
  ]);
  const { xml } = await authorizedXml(every(), document);
  expect(xml).toBe(nfeProc(emission?.signedXml ?? '', emission?.protocolXml ?? ''));
});

test('what cannot be issued is rejected with every fault, and no number is used', async () => {
  const before = await nextNumber();
  const { document } = await emit({ ...sale, items: [{ ...sale.items[0]!, ncm: '1', cfop: '6102' }] });
  expect(document.status).toBe('REJECTED');
  expect(document.rejectionReason?.split('\n').map((line) => line.split(':')[0])).toEqual([
    'items[0].ncm',
    'items[0].cfop',
  ]);
  expect(await nextNumber()).toBe(before);
});

test('an answer that got lost is asked for, and the note is sent once', async () => {
  await installation.authority.control('PUT', '/scenario', { drop: 'after', times: 1, service: 'NfeAutorizacao' });
  const { document, calls } = await emit();
  expect(document.status).toBe('AUTHORIZED');
  expect(calls.map(({ service, cStat }) => [service, cStat])).toEqual([
    ['NfeAutorizacao', null],
    ['NfeConsultaProtocolo', '100'],
  ]);
});

test('50 notes at once get 50 numbers in a row', async () => {
  const first = await nextNumber();
  const documents = await Promise.all(Array.from({ length: 50 }, () => emit()));
  const numbers = documents.map(({ document }) => document.number).toSorted((a, b) => a - b);
  expect(documents.every(({ document }) => document.status === 'AUTHORIZED')).toBe(true);
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, at) => first + at));
});

test.each<[string, string, RegExp, (id: string) => Promise<unknown>]>([
  [
    'without a certificate',
    '11444777000161',
    /não tem certificado A1/,
    (id) => every().nativeDelete(Certificate, { company: id }),
  ],
  [
    'with an expired certificate',
    '04252011000110',
    /venceu em 2026-01-31/,
    (id) => every().nativeUpdate(Certificate, { company: id }, { notAfter: new Date('2026-01-31T12:00:00Z') }),
  ],
  [
    'without fiscal settings',
    '12ABC34501DE35',
    /configurações fiscais/,
    (id) => every().nativeUpdate(Company, { id }, { settings: null }),
  ],
])('a company %s has its note rejected with what to do', async (_, taxId, reason, spoil) => {
  const { company: other } = await installation.openCompany({ taxId });
  await spoil(other.id);
  const { document } = await emit(sale, other);
  expect(document).toMatchObject({ status: 'REJECTED', number: 0, cStat: null });
  expect(document.rejectionReason).toMatch(reason);
});

test('a note too large for the authority is rejected before it is sent, and no number is used', async () => {
  const before = await nextNumber();
  const items = Array.from({ length: 990 }, (_, at) => ({ ...sale.items[0]!, code: `CAFE-${at}`, unitValue: '1.00' }));
  const { document } = await emit({ ...sale, items, payments: [{ method: 'PIX', value: '1980.00' }] });
  expect(document).toMatchObject({ status: 'REJECTED', cStat: null });
  expect(document.rejectionReason).toMatch(/KB e a SEFAZ aceita até 500 KB\. Divida a venda/);
  expect(await nextNumber()).toBe(before);
});

test('a note of 400 items is authorized', async () => {
  const items = Array.from({ length: 400 }, (_, at) => ({ ...sale.items[0]!, code: `CAFE-${at}`, unitValue: '1.00' }));
  const { document } = await emit({ ...sale, items, payments: [{ method: 'PIX', value: '800.00' }] });
  expect(document).toMatchObject({ status: 'AUTHORIZED', totalValue: '800.00' });
});

function every() {
  return acrossCompanies(installation.orm);
}

async function emit(payload = sale, issuer = company) {
  const { id, attempt } = await processingDocument(installation.orm, issuer, { payload });
  const start = { documentId: id, attempt, companyTaxId: issuer.taxId, documentType: 'NFE', title: 'NF-e' } as const;
  await startEmission(installation.client, start);
  await installation.client.workflow.getHandle(emissionId(id, attempt)).result();
  const em = acrossCompanies(installation.orm);
  const document = await em.findOneOrFail(Document, { id });
  const emission = await em.findOne(Emission, { document: id, attempt });
  const calls = await em.find(AuthorityCall, { subject: document.accessKey ?? '-' }, { orderBy: { startedAt: 'asc' } });
  return { document, emission, calls };
}

async function nextNumber(): Promise<number> {
  const [row] = await installation.orm.em
    .fork()
    .execute<{ next_number: number }[]>("select next_number from number_series where company_id = ? and model = '55'", [
      company.id,
    ]);
  return row?.next_number ?? 1;
}
