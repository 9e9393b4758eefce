import { afterAll, beforeAll, expect, test } from 'vitest';
import { registeredLetter } from '../../../domain/pages/correction-letter/registered-letter.ts';
import { authorizedCoupon } from '../../../domain/pages/coupon/authorized-coupon.ts';
import { authorizedXml } from '../../../domain/pages/danfe/authorized-xml.ts';
import { issuedNfse } from '../../../domain/pages/danfse/issued-nfse.ts';
import { newCompany, sale, shopSettings, startApi, type TestApi } from '../../fixture.ts';
import { service, serviceSettings } from '../../service.ts';
import { becomes, keepEvent } from './documents.ts';

let api: TestApi;

/** The HTML to be printed is returned in place of a PDF. */
beforeAll(async () => {
  api = await startApi({ printsHtml: true });
});

afterAll(() => api.close());

const nobody = { name: 'Consumidor', document: '' };
const logo = 'data:image/png;base64,AAAA';

test('a company gets its sheets as its settings say: in landscape, with its logo', async () => {
  const page = await danfeOf({ orientation: 'LANDSCAPE', logo });
  expect(page).toContain('size: 29.7cm 21cm');
  expect(page).toContain(`src="${logo}"`);
});

test('without settings of its own a company gets portrait sheets without a logo', async () => {
  const page = await danfeOf({ orientation: 'PORTRAIT', logo: null });
  expect(page).toContain('size: 21cm 29.7cm');
  expect(page).not.toContain('<img');
});

test('a sale to a consumer is printed on a sticker where that is asked for, another sale never is', async () => {
  const toConsumer = authorizedXml().replace('<indFinal>0', '<indFinal>1');
  const { key, id } = await authorizedOf({ orientation: 'PORTRAIT' }, toConsumer);
  const label = await api.call('GET', `/v1/fiscal-documents/${id}/danfe?paper=LABEL`, { key });
  expect([label.status, label.text.includes('size: 10cm 15cm')]).toEqual([200, true]);
  expect((await api.call('GET', `/v1/fiscal-documents/${id}/danfe`, { key })).text).toContain('size: 21cm 29.7cm');

  const other = await authorizedOf({ orientation: 'PORTRAIT' });
  for (const paper of ['LABEL', 'ROLL_80']) {
    const refused = await api.call('GET', `/v1/fiscal-documents/${other.id}/danfe?paper=${paper}`, { key: other.key });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'validation_error', issues: [{ path: 'paper' }] },
    });
  }
});

test('a coupon is as wide as the company says, or as is asked for', async () => {
  const { key } = await newCompany(api.orm, {
    settings: { ...shopSettings, series: { '55': 1, '65': 7 }, danfe: { orientation: 'PORTRAIT', rollMm: '58' } },
  });
  const { body } = await api.call('POST', '/v1/fiscal-documents', {
    key,
    body: sale({ type: 'NFCE', client: nobody, payments: [{ method: 'CASH', value: '100.00' }] }),
  });
  await becomes(api.orm, String(body.id), 'AUTHORIZED', await authorizedCoupon());
  const widthOf = async (query = '') => {
    const { text } = await api.call('GET', `/v1/fiscal-documents/${String(body.id)}/danfe${query}`, { key });
    return /size: ([\d.]+)cm/.exec(text)?.[1];
  };
  expect([await widthOf(), await widthOf('?paper=ROLL_80'), await widthOf('?paper=A4')]).toEqual([
    '5.8',
    '8',
    undefined,
  ]);
});

test('its correction letters have the logo too', async () => {
  const { key, id } = await authorizedOf({ orientation: 'PORTRAIT', logo });
  await keepEvent(api.orm, id, { type: 'CORRECTION_LETTER', sequence: 1, procXml: registeredLetter() });
  const { status, text } = await api.call('GET', `/v1/fiscal-documents/${id}/correction-letter/pdf`, { key });
  expect([status, text.includes(`src="${logo}"`)]).toEqual([200, true]);
});

test('a service gets a DANFSe, which says at once that another NFS-e took its place', async () => {
  const { key } = await newCompany(api.orm, { settings: serviceSettings });
  const { body } = await api.call('POST', '/v1/fiscal-documents', { key, body: service() });
  const id = String(body.id);
  await becomes(api.orm, id, 'AUTHORIZED', issuedNfse());
  const page = async () => (await api.call('GET', `/v1/fiscal-documents/${id}/danfe`, { key })).text;
  expect(await page()).toContain('DANFSe v2.0');
  expect(await page()).not.toContain('SUBSTITUÍDA</div>');

  await keepEvent(api.orm, id, { type: 'CANCELLATION_BY_SUBSTITUTION', sequence: 1, procXml: null });
  const em = api.orm.em.fork();
  await em.execute(`update document_event set status = 'PENDING' where document_id = ?`, [id]);
  await em.execute(`update document set status = 'CANCELLED' where id = ?`, [id]);
  expect(await page()).toContain('SUBSTITUÍDA</div>');
});

async function danfeOf(danfe: (typeof shopSettings)['danfe']): Promise<string> {
  const { key, id } = await authorizedOf(danfe);
  const { status, text } = await api.call('GET', `/v1/fiscal-documents/${id}/danfe`, { key });
  expect(status).toBe(200);
  return text;
}

/** Makes a company with these settings, with one authorized sale. @returns the document's id and the company's key */
async function authorizedOf(
  danfe: (typeof shopSettings)['danfe'],
  xml = authorizedXml(),
): Promise<{ key: string; id: string }> {
  const { key } = await newCompany(api.orm, { settings: { ...shopSettings, danfe } });
  const { body } = await api.call('POST', '/v1/fiscal-documents', { key, body: sale() });
  await becomes(api.orm, body.id, 'AUTHORIZED', xml);
  return { key, id: String(body.id) };
}
