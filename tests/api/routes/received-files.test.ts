import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { authorizedXml, type SampleNote } from '../../domain/pages/danfe/authorized-xml.ts';
import { issuedNfse, sampleNfseKey } from '../../domain/pages/danfse/issued-nfse.ts';
import { receivedEvent } from '../../support/rows/received.ts';
import { keepFile, manifest, type ReceivedFields } from '../../support/rows/received-files.ts';
import { type Answer, newCompany, startApi, type TestApi } from '../fixture.ts';
import { filed as filedOf } from './received-desk.ts';

let api: TestApi;
let company: Company;
let key: string;
beforeAll(async () => {
  // The HTML to be printed is returned in place of a PDF.
  api = await startApi({ printsHtml: true });
  ({ company, key } = await newCompany(api.orm));
});
afterAll(() => api.close());

const list = '/v1/received-documents';

test.each([
  ['RES_NFE', 'resNFe.xml'],
  ['PROC_NFE', 'procNFe.xml'],
  ['NFSE', 'nfse.xml'],
] as const)('the XML of a %s is what came, byte for byte, under its name', async (schemaType, ending) => {
  const content = Buffer.from('\ufeff<a>ção\r\n</a>\n');
  const row = await filed({ schemaType, content });
  const response = await fetch(`${api.url}${list}/${row.id}/xml?download=true`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(response.headers.get('content-type')).toBe('application/xml');
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${row.accessKey}-${ending}"`);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(content);
});

test('the XML of an event is that of the manifestation that was registered here, or what came', async () => {
  const note = await filed({});
  const said = await manifest(api.orm, company, note);
  const came = await filed({ schemaType: 'PROC_EVENTO', accessKey: note.accessKey, content: '<came/>' });
  const events = (await get(`${list}/${note.id}`)).body['events'] as { id: string }[];
  expect(events.map(({ id }) => id).toSorted()).toEqual([said.id, came.id].toSorted());
  const xmlOf = (id: string) => get(`${list}/${note.id}/events/${id}/xml?download=true`);
  const own = await xmlOf(said.id);
  expect([own.status, own.text]).toEqual([200, said.content.toString()]);
  expect(own.headers.get('content-disposition')).toContain(`${note.accessKey}-210200-1-procEventoNFe.xml`);
  expect((await xmlOf(came.id)).text).toBe('<came/>');
});

test('an event that is not registered, of another note or of another company has no XML', async () => {
  const [note, other] = [await filed({}), await filed({})];
  const refused = await manifest(api.orm, company, note, { status: 'REJECTED', procXml: null });
  const elsewhere = await manifest(api.orm, company, other);
  const ofOther = await filed({ schemaType: 'PROC_EVENTO', accessKey: other.accessKey });
  for (const id of [refused.id, elsewhere.id, ofOther.id, note.id, other.id, 'x']) {
    const { status, body } = await get(`${list}/${note.id}/events/${id}/xml`);
    expect({ id, status, code: body['code'] }).toEqual({ id, status: 404, code: 'not_found' });
  }
  const { key: stranger } = await newCompany(api.orm);
  const path = `${list}/${other.id}/events/${elsewhere.id}/xml`;
  expect((await api.call('GET', path, { key: stranger })).status).toBe(404);
});

test('one of which is only known that another system registered it is what came', async () => {
  const note = await filed({});
  const said = await manifest(api.orm, company, note, { code: '210200', procXml: null });
  const path = `${list}/${note.id}/events/${said.id}/xml`;
  expect((await get(path)).status).toBe(404);
  const row = await filed({ schemaType: 'PROC_EVENTO', accessKey: note.accessKey, content: '<theirs/>' });
  await acrossCompanies(api.orm).nativeUpdate(
    ReceivedDocument,
    { id: row.id },
    { eventCode: '210200', eventSequence: 1 },
  );
  expect((await get(path)).text).toBe('<theirs/>');
});

test('the XML of a row is that of its version in force, not of an older one', async () => {
  const row = await filed({ content: '<new/>' });
  await keepFile(api.orm, row, Number(row.nsu) - 1, { schemaType: 'RES_NFE', content: '<old/>' });
  expect((await get(`${list}/${row.id}/xml`)).text).toBe('<new/>');
});

const manyItems: SampleNote = { items: 990 };
const odd: [string, SampleNote | string][] = [
  ['of 990 items', manyItems],
  ['without an address of its recipient', authorizedXml().replace(/<enderDest>.*<\/enderDest>/, '')],
  ['without a recipient', authorizedXml().replace(/<dest>.*<\/dest>/, '')],
  [
    'without transport, billing and additional data',
    authorizedXml()
      .replace(/<transp>.*<\/transp>/, '<transp><modFrete>9</modFrete></transp>')
      .replace(/<cobr>.*<\/cobr>/, '')
      .replace(/<infAdic>.*<\/infAdic>/, ''),
  ],
  [
    'of an older layout',
    authorizedXml()
      .replaceAll('versao="4.00"', 'versao="3.10"')
      .replace(/<pag>.*<\/pag>/, ''),
  ],
  ['with a byte order mark', `\ufeff${authorizedXml()}`],
  ['with line breaks', authorizedXml().replaceAll('><', '>\r\n<')],
];

test.each(odd)('a supplier’s note %s has a DANFE without our logo', async (_what, of) => {
  const row = await filed({ content: typeof of === 'string' ? of : authorizedXml(of) });
  const { status, headers, text } = await get(`${list}/${row.id}/danfe`);
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toBe(`inline; filename="${row.accessKey}.pdf"`);
  expect(text).toContain('DANFE');
  expect(text).not.toContain('<img');
  expect(text).not.toContain('CANCELADA');
});

test('a sheet lies as the issuer laid it', async () => {
  const row = await filed({ content: authorizedXml().replace('<tpImp>1</tpImp>', '<tpImp>2</tpImp>') });
  expect((await get(`${list}/${row.id}/danfe`)).text).toContain('size: 29.7cm 21cm');
});

test('a cancelled note says so, with the protocol once the event is there', async () => {
  const row = await filed({ content: authorizedXml() });
  await end(row);
  const before = (await get(`${list}/${row.id}/danfe`)).text;
  expect(before).toContain('<strong>CANCELADA</strong>');
  expect(before).not.toContain('Protocolo  ');
  await receivedEvent(api.orm, company, row, {
    code: '110111',
    eventProtocol: '135260000000077',
    at: new Date('2026-11-20T15:00:00Z'),
  });
  const after = (await get(`${list}/${row.id}/danfe`)).text;
  expect(after).toContain('Protocolo 135260000000077 - 20/11/2026 12:00:00');
});

test('an NFS-e has a DANFSe, which says whether it was cancelled or replaced', async () => {
  const row = await filed({ schemaType: 'NFSE', accessKey: sampleNfseKey(), content: issuedNfse() });
  const page = async () => (await get(`${list}/${row.id}/danfe`)).text;
  expect(await page()).toContain('DANFSe v2.0');
  expect(await page()).not.toMatch(/(CANCELADA|SUBSTITUÍDA)<\/div>/);
  await end(row);
  expect(await page()).toContain('CANCELADA</div>');
  await receivedEvent(api.orm, company, row, { code: '105102', model: 'NFSE', schemaType: 'EVENTO_NFSE' });
  expect(await page()).toContain('SUBSTITUÍDA</div>');
});

test.each([
  ['RES_NFE', 'AUTHORIZED', 'Só o resumo'],
  ['RES_EVENTO', 'REGISTERED', 'Eventos não têm PDF'],
  ['PROC_EVENTO', 'REGISTERED', 'Eventos não têm PDF'],
  ['EVENTO_NFSE', 'REGISTERED', 'Eventos não têm PDF'],
  ['PROC_NFE', 'DENIED', 'denegado'],
] as const)('%s %s has no PDF, and the detail says the same as the 409', async (schemaType, status, words) => {
  const row = await filed({ schemaType }, { status });
  const { body } = await get(`${list}/${row.id}`);
  expect(body.pdf).toEqual({ available: false, reason: expect.stringContaining(words) });
  const refused = await get(`${list}/${row.id}/danfe`);
  expect(refused).toMatchObject({ status: 409, body: { code: 'pdf_unavailable' } });
  expect(body.pdf).toMatchObject({ reason: refused.body.message });
});

function get(path: string): Promise<Answer> {
  return api.call('GET', path, { key });
}

function filed(fields: ReceivedFields, changes?: Partial<Pick<ReceivedDocument, 'status'>>): Promise<ReceivedDocument> {
  return filedOf(api.orm, company, fields, changes);
}

async function end({ id }: ReceivedDocument): Promise<void> {
  const em = acrossCompanies(api.orm);
  (await em.findOneOrFail(ReceivedDocument, { id })).cancel();
  await em.flush();
}
