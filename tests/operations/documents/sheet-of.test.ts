import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { lavraItself } from '../../../domain/audit/actor.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { emissionTypeOfKey, modeOfEmissionType } from '../../../domain/contingency-mode.ts';
import { Document, type DocumentStatus } from '../../../domain/documents/document.entity.ts';
import { Emission } from '../../../domain/documents/emission.entity.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { shippedCalendar } from '../../../domain/law-calendar.ts';
import type { CouponCopies } from '../../../domain/pages/coupon/coupon.ts';
import { documentPage, sheetOf } from '../../../operations/documents/files.ts';
import { acrossCompanies, inCompany } from '../../../operations/in-company.ts';
import { newCompany } from '../../api/fixture.ts';
import { authorizedCoupon, offline, signedCoupon } from '../../domain/pages/coupon/authorized-coupon.ts';
import { signedIn } from '../../domain/pages/danfe/contingent-notes.ts';
import { textsOf } from '../../domain/pages/danfe/texts-of.ts';
import { recipient } from '../../support/samples/notes.ts';
import { sale } from '../../support/samples/sale.ts';
import { testOrm } from '../../support/servers/parts.ts';

let orm: Orm;
let company: Company;
beforeAll(async () => {
  orm = await testOrm();
  ({ company } = await newCompany(orm));
});
afterAll(() => orm.close());

type Signed = { accessKey: string; xml: string };
let number = 0;
const next = () => ({ number: (number += 1) });
const coupon = () => signedCoupon({ issued: { ...offline, ...next() } });

test('the coupon of an NFC-e that was issued offline is drawn from its signed XML, in the copies that are asked for', async () => {
  const { accessKey, xml } = coupon();
  const id = await keep('NFCE', { accessKey, xml });
  expect(await sheet(id)).toEqual({ accessKey, xml, isAuthorized: false });
  const both = await page(id);
  expect(both.name).toBe(`${accessKey}.pdf`);
  expect(both.html.match(/Pendente de autorização/g)).toHaveLength(4);
  const sellers = await page(id, { copies: 'ESTABLISHMENT' });
  expect(textsOf(sellers.html).filter((text) => text.includes('Via do'))).toEqual([
    '21/11/2026 09:30:00 - Via do Estabelecimento',
  ]);
});

test('once it is authorized it is drawn from that, without a word of contingency', async () => {
  const { accessKey, xml } = coupon();
  const procXml = await authorizedCoupon({ issued: { ...offline, number } });
  const id = await keep('NFCE', { accessKey, xml }, { status: 'AUTHORIZED', procXml });
  expect(await sheet(id)).toEqual({ accessKey, xml: procXml, isAuthorized: true });
  expect((await page(id)).html).not.toMatch(/CONTINGÊNCIA|Via do/);
});

test('what was refused when it was transmitted is still drawn: the customer has it', async () => {
  const { accessKey, xml } = coupon();
  const id = await keep('NFCE', { accessKey, xml }, { status: 'REJECTED' });
  expect(await sheet(id)).toEqual({ accessKey, xml, isAuthorized: false });
});

test('the DANFE of an announced NF-e shows the protocol of the EPEC of that very note, in the issuer’s own offset', async () => {
  const { accessKey, xml } = signedIn('4', next());
  const id = await keep('NFE', { accessKey, xml });
  await announce(id, accessKey);
  const epec = { protocol: '891260000000077', registeredAt: '2026-11-21T09:30:40-03:00' };
  expect(await sheet(id)).toEqual({ accessKey, xml, epec, isAuthorized: false });
  expect(textsOf((await page(id)).html)).toContain('891260000000077 - 21/11/2026 09:30:40');
});

test('before its EPEC is registered, or by the EPEC of another key, it is not drawn', async () => {
  const { accessKey, xml } = signedIn('4', next());
  const id = await keep('NFE', { accessKey, xml });
  await expect(sheet(id)).rejects.toMatchObject({ code: 'not_found', message: expect.stringContaining('EPEC') });
  await announce(id, `${accessKey.slice(0, 43)}X`);
  await expect(page(id)).rejects.toMatchObject({ code: 'not_found' });
});

test.each<[string, 'NFE' | 'NFCE', () => Signed, DocumentStatus]>([
  ['a usual NFC-e on its way', 'NFCE', () => signedCoupon({ issued: next() }), 'PROCESSING'],
  ['a usual NFC-e that was refused', 'NFCE', () => signedCoupon({ issued: next() }), 'REJECTED'],
  ['an NF-e on its way to an SVC', 'NFE', () => signedIn('6', next()), 'PROCESSING'],
  ['an NF-e that claims to be offline', 'NFE', () => signedIn('9', next()), 'PROCESSING'],
])('of %s there is no sheet', async (_, type, signed, status) => {
  const id = await keep(type, signed(), { status });
  await expect(sheet(id)).rejects.toMatchObject({ code: 'not_found', message: expect.stringContaining(status) });
});

function sheet(id: string) {
  return inCompany(orm, company.id, async (em) => sheetOf(em, await em.findOneOrFail(Document, { id })));
}

function page(id: string, options: { copies?: CouponCopies } = {}) {
  const { id: companyId, taxId, name, environment } = company;
  const acting = { id: companyId, taxId, name, tradeName: null, environment, settings: null, actor: lavraItself };
  return documentPage(orm, acting, id, { calendar: shippedCalendar, ...options });
}

type Kept = { status?: DocumentStatus; procXml?: string };

/** Writes a document as its run leaves it, with one attempt. */
async function keep(
  type: 'NFE' | 'NFCE',
  { accessKey, xml }: Signed,
  { status = 'PROCESSING', procXml }: Kept = {},
): Promise<string> {
  const em = acrossCompanies(orm);
  const issued = { company: company.id, series: 1, number, accessKey, attempt: 1 };
  const { id } = em.create(Document, {
    ...issued,
    type,
    environment: 'HOMOLOGATION',
    status,
    contingencyMode: modeOfEmissionType(emissionTypeOfKey(accessKey)),
    totalValue: '100.00',
    issueDateTime: new Date(),
    clientSnapshot: recipient,
    payload: sale,
  });
  await em.flush();
  const signed = { document: id, subject: accessKey, signedXml: xml, digestValue: 'x'.repeat(28) };
  em.create(Emission, { ...issued, ...signed, procXml: procXml ?? null });
  await em.flush();
  return id;
}

async function announce(document: string, accessKey: string): Promise<void> {
  const em = acrossCompanies(orm);
  em.create(DocumentEvent, {
    ...{ company: company.id, document, type: 'EPEC', code: '110140', sequence: 1, status: 'REGISTERED' },
    protocol: '891260000000077',
    signedXml: `<evento><infEvento><chNFe>${accessKey}</chNFe></infEvento></evento>`,
    occurredAt: new Date('2026-11-21T12:30:30Z'),
    registeredAt: new Date('2026-11-21T12:30:40Z'),
  });
  await em.flush();
}
