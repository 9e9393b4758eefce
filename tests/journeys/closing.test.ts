import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Closing } from '../../domain/closings/closing.entity.ts';
import { manifestSchema } from '../../domain/closings/manifest.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { demoCompany } from '../../local/demo/companies.ts';
import { demoSale, demoService } from '../../local/demo/sales.ts';
import { verifyClosing } from '../../operations/closings/verify/verify-closing.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createCompany } from '../../operations/provisioning.ts';
import { closingId, messages, officeClosingsId } from '../../temporal/names.ts';
import { recordHistory } from '../support/checks/recorder.ts';
import { until } from '../support/checks/until.ts';
import { type ClosingStage, openClosingStage } from '../support/clients/closing-stage.ts';
import { close, closingOf, ended, trueZip } from '../support/clients/closings.ts';
import { damage } from '../support/faults/damage.ts';
import { copies } from '../support/rows/copies.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import type { Installation } from '../support/servers/installation.ts';

const counterSale = (externalId: string) => ({
  type: 'NFCE',
  emit: true,
  externalId,
  operationNature: 'Venda ao consumidor',
  client: { name: 'Consumidor', document: '' },
  items: [
    {
      code: 'CAFE-500',
      description: 'Café torrado em grãos, 500 g',
      ncm: '09012100',
      quantity: '1',
      unitValue: '32.90',
    },
  ],
  payments: [{ method: 'PIX', value: '32.90' }],
});

let stage: ClosingStage;
let installation: Installation;
let store: string;
beforeAll(async () => {
  stage = await openClosingStage();
  ({ installation } = stage);
  store = fileURLToPath(installation.env.blobs);
});
afterEach(() => stage.mend());
afterAll(() => stage?.close());

test('a month of every kind becomes one ZIP that the verifier accepts', async () => {
  const { company, erp, office } = await stage.newCompany();
  const goods = await stage.sold(erp, demoSale);
  const cancelled = await stage.sold(erp, demoSale);
  const coupon = await stage.sold(erp, counterSale);
  const service = await stage.sold(erp, demoService);
  const justification = 'Venda desfeita a pedido do cliente';
  await stage.done(erp, `/v1/fiscal-documents/${cancelled.id}/cancel`, { justification });
  await stage.done(erp, `/v1/fiscal-documents/${goods.id}/correction-letter`, {
    correction: 'Leia-se Rua das Flores, 20',
  });
  await stage.done(erp, '/v1/fiscal-inutilizations', { series: 1, startNumber: 5, endNumber: 6, justification });

  const id = await stage.closed(office);
  const closing = await ended(installation.orm, id);
  const { files, manifest } = await trueZip(installation.parts.blobs, closing);
  const of = ({ accessKey }: Document, ending: string) => `${String(accessKey)}${ending}`;
  const year = new Date().getFullYear();
  expect([...files.keys()].toSorted()).toEqual(
    [
      ...[goods, cancelled].flatMap((note) => [`nfe/${of(note, '-procNFe.xml')}`, `nfe/${of(note, '.pdf')}`]),
      `nfce/${of(coupon, '-procNFe.xml')}`,
      `nfce/${of(coupon, '.pdf')}`,
      `nfse/${of(service, '-nfse.xml')}`,
      `nfse/${of(service, '.pdf')}`,
      `eventos/${of(goods, '-110110-1-procEventoNFe.xml')}`,
      `eventos/${of(cancelled, '-110111-1-procEventoNFe.xml')}`,
      `inutilizacoes/nfe-${year}-1-5-6-procInutNFe.xml`,
      ...['fechamento.pdf', 'manifesto.csv', 'manifesto.json'],
    ].toSorted(),
  );
  expect(manifestSchema.safeParse(manifest).error).toBeUndefined();
  expect(manifest.documents.find(({ documentId }) => documentId === cancelled.id)).toMatchObject({
    status: 'CANCELLED',
  });
  const check = await verifyClosing(join(store, closing.blobKey));
  expect(check.faults).toEqual([]);
  expect(check).toMatchObject({ documentCount: 4, faultCount: 0, closing: { company: { taxId: company.taxId } } });

  const { client } = installation;
  await recordHistory(client, { workflowId: closingId(id) }, 'closing');
  await client.workflow.getHandle(officeClosingsId(office.id)).result();
  await recordHistory(client, { workflowId: officeClosingsId(office.id) }, 'office-closings');
});

test('a note cancelled, and one authorized, while their month is being closed are in it as they are at its end', async () => {
  const { company, note, office } = await stage.scene({ count: 60 });
  const [victim] = await copies(installation.orm, note, { from: 900, count: 1 });
  const pages = stage.everyPage(async (times) => {
    // The first page is already read: its documents are packed as they were then.
    if (times !== 2) return;
    await acrossCompanies(installation.orm).nativeUpdate(
      Document,
      { id: { $in: [victim!, note.id] } },
      { status: 'CANCELLED', cancellationDate: new Date(), cancellationReason: 'teste' },
    );
    await copies(installation.orm, note, { from: 2000, count: 2 });
  });
  const closing = await ended(installation.orm, await stage.closed(office));
  const { manifest, files } = await trueZip(installation.parts.blobs, closing);
  expect(pages()).toBeGreaterThan(2);
  expect(manifest.documents).toHaveLength(64);
  const cancelled = manifest.documents
    .filter(({ status }) => status === 'CANCELLED')
    .map(({ documentId }) => documentId);
  expect(cancelled.toSorted()).toEqual([victim!, note.id].toSorted());
  expect(files.size).toBe(64 * 2 + 3);
  expect(closing).toMatchObject({ pdfCount: 64, missingPdfCount: 0 });
  expect(company.taxId).toBe(closing.companyTaxId);
});

test('a note whose XML cannot be drawn, or is not kept, is listed with the reason, and the others have their PDFs', async () => {
  const { note, office } = await stage.scene();
  const [broken, lost] = await copies(installation.orm, note, { from: 50, count: 3 });
  await damage(installation.orm, 'emission', async (em) => {
    await em.nativeUpdate(Emission, { document: broken! }, { procXml: '<nfeProc><NFe/></nfeProc>' });
    await em.nativeUpdate(Emission, { document: lost! }, { protocolXml: null });
  });
  const closing = await ended(installation.orm, await stage.closed(office));
  const { manifest } = await trueZip(installation.parts.blobs, closing);
  const missing = new Map(manifest.documents.map(({ documentId, pdfMissing }) => [documentId, pdfMissing]));
  expect(missing.get(broken!)).toMatch(/não pôde ser desenhada/);
  expect(missing.get(lost!)).toMatch(/não está guardado/);
  expect(closing).toMatchObject({ documentCount: 4, pdfCount: 2, missingPdfCount: 2 });
});

test('without PDFs there are only XMLs, without XMLs only PDFs, and the three files that speak of them in both', async () => {
  const { note, office } = await stage.scene({ count: 2 });
  for (const [asked, ending] of [
    [{ includePdf: false }, '-procNFe.xml'],
    [{ includeXml: false }, '.pdf'],
  ] as const) {
    const closing = await ended(installation.orm, await stage.closed(office, asked));
    const { files } = await trueZip(installation.parts.blobs, closing);
    expect(files.has(`nfe/${String(note.accessKey)}${ending}`)).toBe(true);
    expect(files.size).toBe(3 + 3);
  }
});

test('a link that ends while a month is being closed ends the closing, with a reason', async () => {
  const { company, office } = await stage.scene({ count: 60 });
  stage.everyPage(async (times) => {
    if (times !== 1) return;
    await acrossCompanies(installation.orm).nativeUpdate(
      OfficeLink,
      { company: company.id },
      { status: 'ENDED', endedAt: new Date() },
    );
    throw new Error('the part fails once');
  });
  const closing = await ended(installation.orm, await stage.closed(office));
  expect(closing).toMatchObject({ status: 'FAILED', failureReason: expect.stringMatching(/saiu da carteira/) });
});

test('a store that is not there is waited for, the row says so, and the ZIP is made once it is mended', async () => {
  const { office } = await stage.scene();
  await rename(store, `${store}-away`).catch(() => undefined);
  await writeFile(store, 'no folder');
  const id = await stage.closed(office);
  const waiting = await until('it waits', async () => {
    const row = await closingOf(installation.orm, id);
    return row.waitingFor ? row : null;
  });
  expect(waiting).toMatchObject({ status: 'RUNNING', waitingFor: expect.stringMatching(/LAVRA_BLOBS/) });
  // The row shows it before the run does.
  await until('the run says so', async () => {
    const run = installation.client.workflow.getHandle(closingId(id));
    const { waitingFor } = await run.query<{ waitingFor: string | null }>(messages.state);
    return /LAVRA_BLOBS/.test(waitingFor ?? '');
  });
  await rm(store);
  await rename(`${store}-away`, store).catch(() => undefined);
  await trueZip(installation.parts.blobs, await ended(installation.orm, id));
});

test('without a browser a closing waits for one, and says so', async () => {
  const { office } = await stage.scene();
  installation.parts.renderer = null;
  const id = await stage.closed(office);
  await until('it waits', async () => /navegador/.test((await closingOf(installation.orm, id)).waitingFor ?? ''));
  stage.mend();
  await installation.client.workflow.getHandle(closingId(id)).signal(messages.mended);
  await trueZip(installation.parts.blobs, await ended(installation.orm, id));
});

test('of two offices that ask for many closings neither starves, whoever asked first', async () => {
  const { note } = await stage.scene();
  const [first, second] = [await portfolio(note, 24, 1), await portfolio(note, 12, 2)];
  const asked = { includePdf: false };
  // Holds the first closing until the second office has asked, too, however fast the machine is.
  const { blobs } = installation.parts;
  const begin = blobs.begin.bind(blobs);
  const bothAsked = Promise.withResolvers<void>();
  const begun = vi.spyOn(blobs, 'begin').mockImplementation(async (key) => {
    await bothAsked.promise;
    return begin(key);
  });
  const { created: ofFirst } = await close(installation, first, asked);
  await until('the first of them has begun', async () => begun.mock.calls.length > 0);
  const { created: ofSecond } = await close(installation, second, asked);
  expect([ofFirst.length, ofSecond.length]).toEqual([24, 12]);
  const { workflow } = installation.client;
  await until('one of the second is under way', () => workflow.getHandle(closingId(ofSecond[0]!.closingId)).describe());
  bothAsked.resolve();
  for (const { closingId: id } of [...ofFirst, ...ofSecond])
    await trueZip(installation.parts.blobs, await ended(installation.orm, id));
  begun.mockRestore();
  const [early, late] = [await completedOf(first), await completedOf(second)];
  // While both offices wait for the one browser, they take turns.
  const between = early.filter((at) => at > late[0]! && at < late.at(-1)!).length;
  expect(late[0]!.getTime()).toBeLessThan(early[18]!.getTime());
  expect(between).toBeGreaterThanOrEqual(3);
  expect(late.at(-1)!.getTime()).toBeLessThan(early.at(-1)!.getTime());
});

/** An office with `count` companies of three notes each. */
async function portfolio(note: Document, count: number, place: number): Promise<Office> {
  const { orm } = installation;
  const { office } = await newOffice(orm);
  for (let at = 0; at < count; at += 1) {
    const taxId = cnpjOf(61_000_000 + place * 1_000 + at);
    const company = await createCompany(acrossCompanies(orm), { ...demoCompany, environment: 'PRODUCTION', taxId });
    await linkOf(orm, office, company);
    await copies(orm, note, { from: place * 10_000 + at * 10, count: 3, companyId: company.id });
  }
  return office;
}

/** When the closings of an office were completed, in order. */
async function completedOf({ id }: Office): Promise<Date[]> {
  const rows = await acrossCompanies(installation.orm).find(
    Closing,
    { office: id, status: 'COMPLETED' },
    { orderBy: { completedAt: 'asc' } },
  );
  return rows.flatMap(({ completedAt }) => completedAt ?? []);
}
