import { LockMode } from '@mikro-orm/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { lavraItself } from '../../../domain/audit/actor.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { Payable } from '../../../domain/received/payable.entity.ts';
import { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { inTransaction } from '../../../operations/outbox.ts';
import { manifestReceived } from '../../../operations/received/manifest.ts';
import { takeManifestation } from '../../../operations/received/manifested.ts';
import { payPayable, takePaymentBack } from '../../../operations/received/pay.ts';
import { emptyCompany, stored } from '../../support/rows/lots.ts';
import { entryOf, eventOf, keyOf, wholeOf } from '../../support/samples/arrivals.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import { byLogin, patientOrm, testDatabase } from '../../support/servers/parts.ts';

let owner: Orm;
let api: Orm;
let worker: Orm;
let company: Company;
beforeAll(async () => {
  const url = await testDatabase();
  owner = await patientOrm(url);
  [api, worker] = await Promise.all([patientOrm(byLogin(url, 'api')), patientOrm(byLogin(url, 'worker'))]);
  company = await emptyCompany(owner);
});
afterAll(() => Promise.all([owner, api, worker].map((orm) => orm.close())));

test('payments, the supplier’s cancellation and manifestations of both kinds at one moment: none is lost, and none waits for ever', async () => {
  for (let round = 1; round <= rounds; round += 1) {
    const key = keyOf(round);
    await stored(worker, company, [entryOf(round * 10, wholeOf(key, company.taxId))]);
    const em = acrossCompanies(worker);
    const note = await em.findOneOrFail(ReceivedDocument, { accessKey: key, eventCode: '' });
    const payables = await em.find(Payable, { receivedDocument: note.id }, { orderBy: { position: 'asc' } });
    const acting = { ...company, settings: null, actor: lavraItself } as never;
    const acts = [
      ...payables.map(
        ({ id }) =>
          () =>
            payPayable(api, acting, id),
      ),
      ...payables.toReversed().map(
        ({ id }) =>
          () =>
            takePaymentBack(api, acting, id),
      ),
      () => stored(worker, company, [entryOf(round * 10 + 1, eventOf(key, '110111'))]),
      () => stored(worker, company, [entryOf(round * 10 + 2, eventOf(key, '210210', { author: company.taxId }))]),
      () => manifested(acting, note.id),
    ];
    const ends = await Promise.allSettled(acts.map((act) => act()));
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
    expect(refused.filter((why) => !why.includes('CANCELLED'))).toEqual([]);
    const after = await acrossCompanies(worker).find(Payable, { receivedDocument: note.id });
    for (const { status, paidOn } of after) expect(status).toBe(paidOn ? 'REVIEW' : 'CANCELLED');
  }
});

test('a cancellation that is registered here and comes by the distribution at one moment is kept once', async () => {
  for (let round = 1; round <= rounds; round += 1) {
    const own = await processingDocument(owner, company);
    const accessKey = keyOf(1_000 + round, company.taxId);
    const em = acrossCompanies(owner);
    await em.execute(`update document set status = 'AUTHORIZED', access_key = ? where id = ?`, [accessKey, own.id]);
    const { id } = await pendingCancellation(own);
    await Promise.all([
      registered(id),
      stored(worker, company, [entryOf(10_000 + round, eventOf(accessKey, '110111', { author: company.taxId }))]),
    ]);
    expect(await acrossCompanies(owner).findOneOrFail(Document, { id: own.id })).toMatchObject({ status: 'CANCELLED' });
    expect(await acrossCompanies(owner).find(DocumentEvent, { document: own.id })).toMatchObject([
      { status: 'REGISTERED' },
    ]);
  }
});

const rounds = 40;

async function pendingCancellation({ id: document }: Document): Promise<DocumentEvent> {
  const em = acrossCompanies(owner);
  const what = { type: 'CANCELLATION', code: '110111', sequence: 1, justification: 'Pedido desfeito' } as const;
  const event = em.create(DocumentEvent, { company: company.id, document, ...what, occurredAt: new Date() });
  await em.flush();
  return event;
}

/** Stores the authority's registration of a cancellation, as the event's run does. */
async function registered(id: string): Promise<void> {
  await inTransaction(
    acrossCompanies(worker),
    async () => {},
    async (tx) => {
      const lock = { lockMode: LockMode.PESSIMISTIC_WRITE };
      const event = await tx.em.findOneOrFail(DocumentEvent, { id }, lock);
      event.register({ cStat: '135', reason: 'registrado', protocol: '135', registeredAt: new Date(), procXml: null });
      const document = await tx.em.findOneOrFail(Document, { id: event.document! }, lock);
      document.cancel('Pedido desfeito', new Date());
    },
  );
}

/** Requests a manifestation, and has it registered as the worker does. */
async function manifested(acting: never, id: string): Promise<void> {
  const { event } = await manifestReceived(api, acting, id, { manifestation: 'CIENCIA', justification: null });
  await inTransaction(
    acrossCompanies(worker),
    async () => {},
    async (tx) => {
      const locked = await tx.em.findOneOrFail(
        DocumentEvent,
        { id: event.id },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      if (locked.status !== 'PENDING') return;
      locked.register({ cStat: '135', reason: 'registrado', protocol: null, registeredAt: new Date(), procXml: null });
      await takeManifestation(tx, locked);
    },
  );
}
