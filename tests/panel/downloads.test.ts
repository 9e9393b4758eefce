import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { Document } from '../../domain/documents/document.entity.ts';
import { chosenDocuments } from '../../operations/documents/selection.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { downloads } from '../../panel/pages/notes/downloads.ts';
import { newCompany } from '../api/fixture.ts';
import { becomes } from '../api/routes/fiscal-documents/documents.ts';
import { authorizedXml } from '../domain/pages/danfe/authorized-xml.ts';
import { recipient } from '../support/samples/notes.ts';
import { sale } from '../support/samples/sale.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let panel: Panel;
let person: Awaited<ReturnType<Panel['person']>>;
let company: Awaited<ReturnType<typeof newCompany>>['company'];
let foreign: string;
let authorized: { id: string; key: string };
let refused: string;

beforeAll(async () => {
  panel = await startPanel();
  company = (await newCompany(panel.orm)).company;
  person = await panel.person(company.id, 'COMPANY_READER');
  foreign = await add((await newCompany(panel.orm)).company.id, {});
  const id = await add(company.id, { externalId: '-2+3', totalValue: '1234.50' });
  authorized = { id, key: await becomes(panel.orm, id, 'AUTHORIZED', authorizedXml()) };
  refused = await add(company.id, {
    externalId: '\t=1+1',
    rejectionReason: '@SUM(1)\r\n=cmd|x',
    clientSnapshot: { ...recipient, name: '=HYPERLINK("http://x";"y")' },
  });
});
afterAll(() => panel.close());

test('a table of the filter is for spreadsheets in Brazil, and no cell of it is a formula', async () => {
  const { status, headers, body } = await fetched('notas.csv');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename=notas-\w{14}-\d{4}-\d\d-\d\d\.csv$/);
  const text = body.toString();
  expect(text.startsWith('\ufeffSituação;Documento;')).toBe(true);
  const [, first = '', second = '', end] = text.split('\r\n');
  expect(end).toBe('');
  expect(first).toContain(`;"'=HYPERLINK(""http://x"";""y"")";'=1+1;`);
  expect(first.endsWith(`;'@SUM(1) =cmd|x`)).toBe(true);
  expect(second).toContain(`;'-2+3;1234,50;`);
  expect(second).toContain(`;${authorized.key.match(/.{4}/g)!.join(' ')};`);
  expect((await fetched('notas.csv?situacao=AUTHORIZED')).body.toString().split('\r\n')).toHaveLength(3);
});

test('an archive of the chosen notes has XML and page of what was authorized, and a table of all', async () => {
  const warnings: Error[] = [];
  const warned = (warning: Error): number => warnings.push(warning);
  process.on('warning', warned);
  const { status, headers, body } = await fetched(
    `notas.zip?escolhidas=1&nota=${authorized.id}&nota=${refused}&nota=${foreign}`,
  );
  process.off('warning', warned);
  expect(warnings).toEqual([]); // warnings would fill the operator's log
  expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
  const files = await unzipped(body);
  expect([...files.keys()]).toEqual([`${authorized.key}-procNFe.xml`, `${authorized.key}.pdf`, 'notas.csv']);
  const [xml, pdf, csv] = [...files.values()];
  expect(xml!.toString()).toBe(authorizedXml());
  expect(pdf!.subarray(0, 5).toString()).toBe('%PDF-');
  expect(csv!.toString().split('\r\n')).toHaveLength(4);
});

test('where nothing was ticked, or nothing is found, the page says so', async () => {
  expect((await fetched('notas.zip?escolhidas=1')).body.toString()).toContain('Nenhuma nota foi escolhida');
  for (const query of [`nota=${foreign}`, "nota=x'--", 'situacao=CANCELLED']) {
    expect([query, (await fetched(`notas.csv?${query}`)).status]).toEqual([query, 404]);
  }
});

test('a selection has a bound, which the page tells before and the file keeps', async () => {
  const own = { id: company.id, environment: company.environment };
  expect(await chosenDocuments(panel.orm, own, { query: {} }, 2)).toEqual([refused, authorized.id]);
  const tooMany = chosenDocuments(panel.orm, own, { query: {} }, 1);
  await expect(tooMany).rejects.toThrow('São 2 notas, e um arquivo leva até 1. Escolha um período menor');
  const page = (total: number): string => downloads({ base: '/e/1', filter: '?tipo=NFE', total }).text;
  expect(page(50)).toMatch(/href="\/e\/1\/notas\.zip\?tipo=NFE"[^>]*>Baixar ZIP \(XML e PDF\)</);
  expect(page(2_000)).toMatch(/href="\/e\/1\/notas\.zip\?tipo=NFE"[^>]*>Baixar ZIP \(XML\)</);
  expect(page(2_001)).toContain('ZIP até 2.000 notas');
  expect(page(20_001)).not.toContain('href');
});

async function add(of: string, given: Partial<Document>): Promise<string> {
  const em = acrossCompanies(panel.orm);
  const row = em.create(Document, {
    ...{ company: of, type: 'NFE', environment: 'HOMOLOGATION', status: 'REJECTED', totalValue: '100.00' },
    ...{ issueDateTime: new Date(), clientSnapshot: recipient, payload: sale },
    ...given,
  });
  await em.flush();
  return row.id;
}

async function fetched(path: string) {
  const answer = await fetch(`${panel.url}/e/${company.taxId}/${path}`, {
    headers: { cookie: person.browser.cookie ?? '' },
  });
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}

async function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray()));
  }
  return files;
}
