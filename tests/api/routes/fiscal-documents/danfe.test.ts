import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { authorizedXml } from '../../../domain/pages/danfe/authorized-xml.ts';
import { issuer } from '../../../support/notes.ts';
import { newCompany, sale, startApi, type TestApi } from '../../fixture.ts';
import { becomes } from './documents.ts';

let api: TestApi;

/** The page to be printed comes back in the place of its PDF. */
beforeAll(async () => {
  api = await startApi({ pdf: async (html) => Buffer.from(html) });
});

afterAll(() => api.close());

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

test('what no drawer knows is not drawn as something else', async () => {
  const { key } = await newCompany(api.orm);
  const { body } = await api.call('POST', '/v1/fiscal-documents', { key, body: sale() });
  await becomes(api.orm, body.id, 'AUTHORIZED', authorizedXml());
  await api.orm.em.fork().execute(`update document set type = 'NFSE' where id = ?`, [body.id]);
  const answer = await api.call('GET', `/v1/fiscal-documents/${String(body.id)}/danfe`, { key });
  expect(answer).toMatchObject({ status: 404, body: { message: expect.stringContaining('PDF da NFS-e') } });
  const file = await api.call('GET', `/v1/fiscal-documents/${String(body.id)}/xml?download=true`, { key });
  expect(file.headers.get('content-disposition')).toMatch(/-nfse\.xml$/);
});

async function danfeOf(danfe: (typeof issuer)['settings']['danfe']): Promise<string> {
  const { key } = await newCompany(api.orm, { settings: { ...issuer.settings, danfe } });
  const { body } = await api.call('POST', '/v1/fiscal-documents', { key, body: sale() });
  await becomes(api.orm, body.id, 'AUTHORIZED', authorizedXml());
  const { status, text } = await api.call('GET', `/v1/fiscal-documents/${String(body.id)}/danfe`, { key });
  expect(status).toBe(200);
  return text;
}
