import { afterAll, beforeAll, expect, test } from 'vitest';
import { comparedInWords } from '../../cli/comparison/in-words.ts';
import { lavraItself } from '../../domain/audit/actor.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import type { Month } from '../../domain/month.ts';
import { inutilizationTerm } from '../../domain/documents/events/terms.ts';
import { ReceivedFile } from '../../domain/received/received-file.entity.ts';
import { demoSale, demoService } from '../../local/demo/sales.ts';
import { askForComparison } from '../../operations/comparison/begin.ts';
import { comparedMonth, leaveDifferences } from '../../operations/comparison/differences.ts';
import { acrossCompanies, inCompany } from '../../operations/in-company.ts';
import { attention } from '../../operations/waits/attention.ts';
import { comparisonId } from '../../temporal/names.ts';
import { startComparison } from '../../temporal/start.ts';
import { until } from '../support/checks/until.ts';
import { type ClosingStage, openClosingStage } from '../support/clients/closing-stage.ts';
import { ended, thisMonth, trueZip } from '../support/clients/closings.ts';
import { damage } from '../support/faults/damage.ts';
import { copies } from '../support/rows/copies.ts';

const counterSale = (externalId: string) => ({
  type: 'NFCE',
  emit: true,
  externalId,
  operationNature: 'Venda ao consumidor',
  client: { name: 'Consumidor', document: '' },
  items: [{ code: 'CAFE', description: 'Café torrado', ncm: '09012100', quantity: '1', unitValue: '32.90' }],
  payments: [{ method: 'PIX', value: '32.90' }],
});
const justification = 'Venda desfeita a pedido do cliente';

let stage: ClosingStage;
beforeAll(async () => {
  stage = await openClosingStage();
});
afterAll(() => stage?.close());

/** Changes a document's row as if the product had never learned what became of the note. */
function forget(id: string, as: Partial<Document>): Promise<void> {
  return damage(stage.installation.orm, 'document', (em) => em.nativeUpdate(Document, { id }, as));
}

const notHere = { status: 'DRAFT', number: 0, accessKey: null, protocolNumber: null, authorizationDate: null } as const;

async function compared(companyId: string, taxId: string, month: Month, { everyNote = true } = {}) {
  const { orm, client } = stage.installation;
  const em = () => acrossCompanies(orm);
  const { id } = await askForComparison(em(), { companyId, month }, { everyNote, actor: lavraItself });
  await startComparison(client, { comparisonId: id, companyTaxId: taxId, month: 'mês' });
  expect(await client.workflow.getHandle(comparisonId(id)).result()).toBe('COMPARED');
  const found = await comparedMonth(em(), { companyId, taxId, month });
  if (!found?.comparison.completedAt) throw new Error('the comparison has not ended');
  expect(found.comparison).toMatchObject({ id, waiting: null, untold: 0, done: found.comparison.total });
  return found;
}

test('a month that differs in every way is reported number by number, settled once the books agree, and dated in its closing', async () => {
  const { company, erp, office } = await stage.newCompany();
  const { orm, parts } = stage.installation;
  const { id: companyId, taxId } = company;
  const sale = () => stage.sold(erp, demoSale);
  const [agreed, elsewhere, alone, refused, lost] = [
    await sale(),
    await sale(),
    await sale(),
    await sale(),
    await sale(),
  ];
  const coupon = await stage.sold(erp, counterSale);
  const beyond = await stage.sold(erp, counterSale);
  const service = await stage.sold(erp, demoService);
  const cancelledService = await stage.sold(erp, demoService);
  for (const { id } of [elsewhere, cancelledService]) {
    await stage.done(erp, `/v1/fiscal-documents/${id}/cancel`, { justification });
  }
  const [invented] = await copies(orm, agreed, { from: 8, count: 1 });
  const month = thisMonth();
  expect(await compared(companyId, taxId, month)).toMatchObject({
    differences: [
      { kind: 'GAP', startNumber: 6, endNumber: 7 },
      { kind: 'UNKNOWN_THERE', startNumber: 8, documentId: invented },
    ],
  });

  await forget(elsewhere.id, { status: 'AUTHORIZED', cancellationDate: null });
  await damage(orm, 'document_event', (em) =>
    em.execute('delete from document_event where document_id = ?', [elsewhere.id]),
  );
  await forget(cancelledService.id, { status: 'AUTHORIZED', cancellationDate: null });
  await forget(alone.id, { status: 'CANCELLED', cancellationDate: new Date() });
  await forget(refused.id, { status: 'REJECTED' });
  await forget(lost.id, notHere);
  await forget(beyond.id, notHere);
  const { comparison, differences } = await compared(companyId, taxId, month);
  const told = differences.map(({ kind, type, startNumber, endNumber, documentId, accessKey }) => ({
    ...{ kind, type, numbers: [startNumber, endNumber], documentId, accessKey },
  }));
  expect(told).toEqual([
    {
      kind: 'CANCELLED_ELSEWHERE',
      type: 'NFE',
      numbers: [2, 2],
      documentId: elsewhere.id,
      accessKey: elsewhere.accessKey,
    },
    { kind: 'CANCELLED_HERE_ALONE', type: 'NFE', numbers: [3, 3], documentId: alone.id, accessKey: alone.accessKey },
    { kind: 'UNKNOWN_HERE', type: 'NFE', numbers: [4, 4], documentId: refused.id, accessKey: refused.accessKey },
    { kind: 'UNKNOWN_HERE', type: 'NFE', numbers: [5, 5], documentId: null, accessKey: lost.accessKey },
    { kind: 'GAP', type: 'NFE', numbers: [6, 7], documentId: null, accessKey: null },
    { kind: 'UNKNOWN_THERE', type: 'NFE', numbers: [8, 8], documentId: invented, accessKey: expect.any(String) },
    { kind: 'UNKNOWN_HERE', type: 'NFCE', numbers: [2, 2], documentId: null, accessKey: beyond.accessKey },
    {
      ...{ kind: 'CANCELLED_ELSEWHERE', type: 'NFSE', numbers: [2, 2] },
      ...{ documentId: cancelledService.id, accessKey: cancelledService.accessKey },
    },
  ]);
  expect(coupon.number).toBe(1);
  expect(service.number).toBe(1);
  const gap = differences.find(({ kind }) => kind === 'GAP');
  expect(gap).toMatchObject({
    proposals: [{ model: '55', series: 1, startNumber: 6, endNumber: 7 }],
    giveUpBy: inutilizationTerm(agreed.issueDateTime),
  });
  expect(comparedInWords({ comparison, differences }, { taxId, month })).toContain('Prazo: 10/');

  const now = new Date();
  const items = await attention(acrossCompanies(orm), { company, atMost: 50, now, only: 'difference' });
  expect(items.totals.difference).toBe(5);
  expect(items.items.map(({ kind, remedy }) => [kind, remedy.kind])).toEqual(
    Array(5).fill(['BOOKS_DIFFER', 'OPERATOR']),
  );

  // The manifest of a closing says when its numbers were compared, and how many differences are open.
  const closing = await ended(orm, await stage.closed(office, { includePdf: false }));
  const { manifest } = await trueZip(parts.blobs, closing);
  expect(manifest).toMatchObject({ openDifferences: 8, reconciledOn: expect.stringMatching(/^\d{4}-.*-03:00$/) });

  // A cancellation made elsewhere is taken over by requesting it here: the authority already has the event.
  await stage.done(erp, `/v1/fiscal-documents/${elsewhere.id}/cancel`, { justification });
  await stage.done(erp, '/v1/fiscal-inutilizations', { series: 1, startNumber: 6, endNumber: 7, justification });
  await forget(alone.id, { status: 'AUTHORIZED', cancellationDate: null });
  await forget(refused.id, { status: 'AUTHORIZED' });
  const of = (kind: string) => differences.filter((each) => each.kind === kind).map(({ id }) => id);
  const left = await leaveDifferences(acrossCompanies(orm), { companyId, month }, of('UNKNOWN_HERE'), lavraItself);
  expect(left).toBe(3);
  const doubtful = await compared(companyId, taxId, month, { everyNote: false });
  expect(doubtful.differences.map(({ kind }) => kind)).toEqual([
    ...['CANCELLED_ELSEWHERE', 'CANCELLED_HERE_ALONE', 'UNKNOWN_THERE', 'CANCELLED_ELSEWHERE'],
  ]);
  const last = await compared(companyId, taxId, month);
  expect(last.differences.map(({ kind, type }) => [kind, type])).toEqual([
    ['UNKNOWN_THERE', 'NFE'],
    ['CANCELLED_ELSEWHERE', 'NFSE'],
  ]);
});

test('an NFS-e that only the national system has, by its DPS or among what it hands out, comes here with what cancelled it, and is known then', async () => {
  const { company, erp } = await stage.newCompany();
  const { orm, authority } = stage.installation;
  const { id: companyId, taxId } = company;
  await stage.sold(erp, demoService);
  const lost = await stage.sold(erp, demoService);
  const ofCity = await stage.sold(erp, demoService);
  await authority.control('POST', `/nfse/${ofCity.accessKey}/events`, { tpEvento: '305101' });
  const elsewhere = { issuer: { taxId }, taker: { taxId: '11444777000161' } };
  const nfse = [elsewhere, { ...elsewhere, events: [{ tpEvento: '101101' }] }];
  const loaded = await authority.control<{ nfse: { chNFSe: string }[] }>('POST', '/distribution', {
    environment: 1,
    nfse,
  });
  const [valid, cancelled] = loaded.nfse.map(({ chNFSe }) => chNFSe);
  await until('a sync that is taken', async () => {
    return (await erp.ask('POST', '/v1/received-documents/sync')).status === 202;
  });
  const em = () => acrossCompanies(orm);
  await until('the lot came', async () => (await em().count(ReceivedFile, { accessKey: cancelled })) === 2);
  await forget(lost.id, notHere);
  // If a question about a cancellation is refused once, other questions find it out, or nothing changes.
  const service = 'NfseEventoConsulta';
  const unclear = [ofCity.accessKey, lost.accessKey, valid].map((chNFSe) => {
    return { service, chNFSe, nfse: { refuse: 'E1235' }, times: 1 };
  });
  await authority.control('PUT', '/scenario', unclear);

  const month = thisMonth();
  const { differences } = await compared(companyId, taxId, month);
  await authority.control('DELETE', '/scenario');
  const [ofDps, first, second, ...others] = differences;
  expect(others).toEqual([]);
  expect([ofDps, first, second]).toMatchObject(
    [lost.accessKey, valid, cancelled].map((accessKey) => ({ kind: 'UNKNOWN_HERE', type: 'NFSE', accessKey })),
  );
  expect([ofDps?.series, first?.series, first?.cStat, second?.cStat]).toEqual([lost.series, 49_999, null, '101101']);
  const { status, body: listed } = await erp.ask('GET', '/v1/past-notes');
  const brought = listed['data'] as { id: string; accessKey: string; status: string }[];
  expect([status, brought.length]).toEqual([200, 3]);
  for (const { pastNoteId, accessKey } of differences) {
    const standing = accessKey === cancelled ? 'CANCELLED' : 'AUTHORIZED';
    expect(brought).toContainEqual(expect.objectContaining({ id: pastNoteId, accessKey, status: standing }));
  }
  // If the company continues that series, it draws no number that is used in it.
  const [count] = await em().execute<{ next: number }[]>(
    'select next_number as next from number_series where company_id = ? and series = 49999',
    [companyId],
  );
  expect(count?.next).toBe(second!.startNumber + 1);
  expect((await compared(companyId, taxId, month)).differences).toEqual([]);
});

test('of another company nothing is shown, and an authority that wants silence is left alone', async () => {
  const { company, erp } = await stage.newCompany();
  const { company: other } = await stage.newCompany();
  const { orm, authority, client } = stage.installation;
  await stage.sold(erp, demoSale);
  const month = thisMonth();
  await authority.control('PUT', '/scenario', { service: 'NfeConsultaProtocolo', answer: { cStat: 656 } });
  const of = { companyId: company.id, month };
  const { id } = await askForComparison(acrossCompanies(orm), of, { everyNote: true, actor: lavraItself });
  await startComparison(client, { comparisonId: id, companyTaxId: company.taxId, month: 'mês' });
  const waiting = await until('it waits', async () => {
    const found = await comparedMonth(acrossCompanies(orm), { ...of, taxId: company.taxId });
    return found?.comparison.waiting ?? null;
  });
  expect(waiting).toMatchObject({ kind: 'THROTTLED' });
  await authority.control('DELETE', '/scenario');
  await client.workflow.getHandle(comparisonId(id)).terminate('the test has seen it wait');
  const seen = (companyId: string) =>
    inCompany(orm, companyId, (em) => em.execute<unknown[]>('select id from comparison'));
  expect(await seen(company.id)).toHaveLength(1);
  expect(await seen(other.id)).toEqual([]);
});

test('numbers of which the authority says no more than that their keys are old are counted, and are no difference', async () => {
  const { company, erp } = await stage.newCompany();
  const { orm, authority, client } = stage.installation;
  await stage.sold(erp, demoSale);
  await stage.sold(erp, demoSale);
  const of = { companyId: company.id, month: thisMonth() };
  await authority.control('PUT', '/scenario', { service: 'NfeConsultaProtocolo', answer: { cStat: 526 } });
  const { id } = await askForComparison(acrossCompanies(orm), of, { everyNote: true, actor: lavraItself });
  await startComparison(client, { comparisonId: id, companyTaxId: company.taxId, month: 'mês' });
  expect(await client.workflow.getHandle(comparisonId(id)).result()).toBe('COMPARED');
  await authority.control('DELETE', '/scenario');
  const found = await comparedMonth(acrossCompanies(orm), { ...of, taxId: company.taxId });
  expect(found).toMatchObject({ comparison: { done: 2, total: 2, waiting: null }, differences: [] });
  // Numbers beyond the last one are also asked about, in each series that may continue.
  expect(found?.comparison.untold).toBeGreaterThanOrEqual(12);
  expect(found?.comparison.untoldReason).toContain('526');
});
