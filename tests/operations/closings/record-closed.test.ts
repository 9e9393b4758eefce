import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { Closing } from '../../../domain/closings/closing.entity.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { Office } from '../../../domain/offices/office.entity.ts';
import { WebhookDelivery } from '../../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { recordClosed } from '../../../operations/outbox.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { newClosing } from '../../support/rows/closing.ts';
import { newEndpoint } from '../../support/rows/endpoint.ts';
import { emptyCompany } from '../../support/rows/lots.ts';
import { linkOf, newOffice } from '../../support/rows/office.ts';
import { byLogin, patientOrm, testDatabase } from '../../support/servers/parts.ts';

let orm: Orm;
/** By the login that workers have. */
let worker: Orm;
let company: Company;
let office: Office;
beforeAll(async () => {
  const url = await testDatabase();
  [orm, worker] = await Promise.all([patientOrm(url), patientOrm(byLogin(url, 'worker'))]);
  company = await emptyCompany(orm);
  ({ office } = await newOffice(orm));
  await linkOf(orm, office, company);
});
afterEach(async () => {
  await acrossCompanies(orm).nativeDelete(WebhookDelivery, {});
  await acrossCompanies(orm).nativeDelete(WebhookEndpoint, {});
  await acrossCompanies(orm).nativeDelete(Event, {});
});
afterAll(() => Promise.all([orm?.close(), worker?.close()]));

test('the end of a closing goes to active endpoints of its office that name it, and to no other', async () => {
  const named = [
    await newEndpoint(orm, { office }, { events: ['CLOSING_COMPLETED'] }),
    await newEndpoint(orm, { office }, { events: ['LINK_UPDATED', 'CLOSING_COMPLETED', 'CLOSING_FAILED'] }),
  ];
  await newEndpoint(orm, { office });
  await newEndpoint(orm, { office }, { events: ['CLOSING_FAILED'] });
  await newEndpoint(orm, { office }, { events: ['CLOSING_COMPLETED'], isActive: false });
  await newEndpoint(orm, { company }, { events: ['CLOSING_COMPLETED'] });
  const { office: stranger } = await newOffice(orm);
  await newEndpoint(orm, { office: stranger }, { events: ['CLOSING_COMPLETED'] });

  expect(await completed()).toEqual(named.map(({ id }) => id).toSorted());
  const kept = await acrossCompanies(orm).findAll(WebhookDelivery);
  expect(kept.map(({ endpoint }) => endpoint).toSorted()).toEqual(named.map(({ id }) => id).toSorted());
  expect(new Set(kept.map(({ company: about, office: receiver }) => `${about} ${receiver}`))).toEqual(
    new Set([`${company.id} ${office.id}`]),
  );
});

test('where no endpoint names it, nothing is written', async () => {
  await newEndpoint(orm, { office });
  expect(await completed()).toEqual([]);
  expect(await acrossCompanies(orm).count(Event, {})).toBe(0);
});

test('the event says of which month and company it is, and what came of it', async () => {
  await newEndpoint(orm, { office }, { events: ['CLOSING_COMPLETED', 'CLOSING_FAILED'] });
  const whole = await end((closing) => closing.complete(file));
  const failed = await end((closing) => closing.fail('O arquivo guardado não é o que foi escrito.'));
  const of = (closing: Closing) => ({
    closingId: closing.id,
    companyId: company.id,
    taxId: company.taxId,
    companyName: company.name,
    year: 2026,
    month: 10,
    documentCount: 0,
    fileName: closing.fileName,
  });
  const events = await acrossCompanies(orm).findAll(Event, { orderBy: { createdAt: 'asc' } });
  expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
    {
      type: 'CLOSING_COMPLETED',
      data: {
        ...of(whole.closing),
        status: 'COMPLETED',
        fileSize: file.fileSize,
        sha256: file.sha256,
        completedAt: file.completedAt.toISOString(),
        failureReason: null,
      },
    },
    {
      type: 'CLOSING_FAILED',
      data: {
        ...of(failed.closing),
        status: 'FAILED',
        fileSize: null,
        sha256: null,
        completedAt: expect.any(String),
        failureReason: 'O arquivo guardado não é o que foi escrito.',
      },
    },
  ]);
});

const file = {
  fileSize: 5_000_000_000,
  sha256: 'ab'.repeat(32),
  asOf: new Date('2026-11-02T12:00:00Z'),
  completedAt: new Date('2026-11-02T12:00:10Z'),
  expiresAt: new Date('2027-01-31T12:00:10Z'),
};

async function completed(): Promise<string[]> {
  return (await end((closing) => closing.complete(file))).woken;
}

/** Ends a closing as workers do. @returns it, and the actors that were woken */
async function end(how: (closing: Closing) => void): Promise<{ closing: Closing; woken: string[] }> {
  const { id } = await newClosing(orm, { office, company }, { status: 'RUNNING' });
  return acrossCompanies(worker).transactional(async (em) => {
    const closing = await em.findOneOrFail(Closing, id);
    how(closing);
    await em.flush();
    return { closing, woken: (await recordClosed(em, closing)).toSorted() };
  });
}
