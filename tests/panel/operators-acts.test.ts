import { afterAll, beforeAll, expect, test } from 'vitest';
import { Closing } from '../../domain/closings/closing.entity.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import { Distribution } from '../../domain/received/distribution.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { newCompany } from '../api/fixture.ts';
import { monthDocument, newClosing } from '../support/rows/closing.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { type TestTemporal, testTemporal } from '../support/servers/temporal.ts';
import { type Operated, startOperated } from './operators-fixture.ts';

/** Actions of operators for others, which usually the company or the office does itself. */
let temporal: TestTemporal;
let operated: Operated;
beforeAll(async () => {
  temporal = await testTemporal();
  operated = await startOperated({ temporal: temporal.client });
});
afterAll(async () => {
  await operated?.panel.close();
  await temporal?.close();
});

const em = () => acrossCompanies(operated.panel.orm);

/** Expects 404 for an operator who may only read, and for an administrator of a company. */
async function shut(path: string, fields: Record<string, string>): Promise<void> {
  for (const person of [operated.reader, operated.administrator])
    expect((await person.post(path, fields)).status).toBe(404);
}

test('an office that asked for a link is answered for the company, on the page of the company', async () => {
  const { panel, operator, entriesOf, byOperator } = operated;
  const { company } = await newCompany(panel.orm);
  const { office } = await newOffice(panel.orm);
  const link = await linkOf(panel.orm, office, company, { status: 'PENDING' });
  const page = (await operator.get(`/o/empresas/${company.taxId}`)).text;
  expect(page).toContain('action="/o/atencao/convite"');
  expect((await operated.reader.get(`/o/empresas/${company.taxId}`)).text).not.toContain('/o/atencao/convite');
  const sent = { empresa: company.taxId, escritorio: office.taxId, resposta: 'aceitar' };
  await shut('/o/atencao/convite', sent);
  expect((await operator.post('/o/atencao/convite', { ...sent, escritorio: '1' })).status).toBe(400);
  expect((await operator.post('/o/atencao/convite', sent)).location).toBe('/o/atencao?feito=aceito');
  expect(await em().findOneOrFail(OfficeLink, { id: link.id })).toMatchObject({
    ...{ status: 'ACTIVE', issuingAllowed: false },
  });
  expect(await entriesOf(company)).toContainEqual(byOperator('LINK_ACCEPTED'));
  expect((await operator.post('/o/atencao/convite', sent)).status).toBe(400);
});

test('a month whose closing failed is closed again for its office, once', async () => {
  const { panel, operator, entriesOf, byOperator } = operated;
  const { company } = await newCompany(panel.orm);
  const { office } = await newOffice(panel.orm);
  await linkOf(panel.orm, office, company);
  await monthDocument(panel.orm, company);
  const state = { status: 'FAILED', failureReason: 'Disco cheio.', includePdf: false } as const;
  const failed = await newClosing(panel.orm, { office, company }, state);
  const list = (await operator.get(`/o/atencao?empresa=${company.taxId}`)).text;
  expect(list).toContain('action="/o/atencao/fechar"');
  expect(list).toContain('Disco cheio.');
  const sent = { id: failed.id, empresa: company.taxId };
  await shut('/o/atencao/fechar', sent);
  expect((await operator.post('/o/atencao/fechar', { ...sent, empresa: operated.one.taxId })).status).toBe(400);
  expect((await operator.post('/o/atencao/fechar', sent)).location).toBe('/o/atencao?feito=fechando');
  const [begun, ...others] = await em().find(Closing, { company: company.id, id: { $ne: failed.id } });
  expect([begun, others]).toMatchObject([{ status: 'PENDING', month: 10, includeXml: true, includePdf: false }, []]);
  expect(await entriesOf(office)).toContainEqual(byOperator('CLOSINGS_REQUESTED'));
  const again = await operator.post('/o/atencao/fechar', sent);
  expect([again.status, again.text.includes('já está sendo fechado')]).toEqual([400, true]);
  expect((await operator.get(`/o/atencao?empresa=${company.taxId}`)).text).not.toContain('/o/atencao/fechar');
});

test('a source goes on from the NSU that an operator says; another company’s, or no number, changes nothing', async () => {
  const { panel, operator, entriesOf, byOperator } = operated;
  const { company } = await newCompany(panel.orm);
  const now = em();
  const stuck = { environment: company.environment, source: 'NFE', status: 'THROTTLED_TWICE' } as const;
  now.create(Distribution, { company: company.id, ...stuck, throttledNsu: 4711n, reason: 'Consumo indevido.' });
  await now.flush();
  expect((await operator.get(`/o/atencao?empresa=${company.taxId}`)).text).toContain('name="nsu" value="4711"');
  const sent = { empresa: company.taxId, fonte: 'NFE', nsu: '4711' };
  await shut('/o/atencao/nsu', sent);
  for (const wrong of [{ nsu: '-1' }, { nsu: '' }, { fonte: 'X' }, { fonte: 'NFSE' }, { empresa: operated.one.taxId }])
    expect((await operator.post('/o/atencao/nsu', { ...sent, ...wrong })).status).toBe(400);
  const { id } = await em().findOneOrFail(Distribution, { company: company.id, status: 'THROTTLED_TWICE' });
  expect((await operator.post('/o/atencao/nsu', sent)).location).toBe('/o/atencao?feito=continua');
  expect(await em().findOneOrFail(Distribution, { id })).toMatchObject({ status: 'ACTIVE', lastNsu: 4711n });
  expect(await entriesOf(company)).toContainEqual(byOperator('DISTRIBUTION_NSU_SET'));
});
