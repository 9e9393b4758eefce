import type { Page } from 'puppeteer-core';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lavraItself } from '../../domain/audit/actor.ts';
import type { CompanySettings } from '../../domain/companies/settings.ts';
import { newEventId } from '../../domain/webhooks/event-types.ts';
import { createPerson } from '../../operations/accounts/people.ts';
import { acrossCompanies, inPortfolio } from '../../operations/in-company.ts';
import { beginBulkAnswer } from '../../operations/received/bulk-answers.ts';
import { newCompany, shopSettings } from '../api/fixture.ts';
import { newEndpoint } from '../support/rows/endpoint.ts';
import { monthDocument } from '../support/rows/closing.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { receivedNote } from '../support/rows/received.ts';
import { choosePassword } from './keyboard.ts';
import { addressesOf, faultsAt } from './looked-at.ts';
import { startPanel } from './panel-fixture.ts';
import { type Browsing, openBrowsing } from '../support/servers/browser.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let panel: Panel;
let browser: Browsing;
let page: Page;
let addresses: string[];
/** Requests of pages to other origins, and console messages. */
const complaints: string[] = [];

const longName = 'Distribuidora de Alimentos e Bebidas Irmãos Albuquerque do Vale do Paraíba Ltda';
const nfse: NonNullable<CompanySettings['nfse']> = {
  ...{ series: 7, simplesOption: null, simplesAssessment: null, specialRegime: '0', defaultTemplateId: null },
  municipality: { isOnNationalSystem: false, asOf: '2026-11-01' },
};
const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);

beforeAll(async () => {
  panel = await startPanel({ isLocal: true });
  const { orm } = panel;
  const sql = (text: string, values: unknown[] = []) => orm.em.fork().execute(text, values);
  const { office } = await newOffice(orm);
  const settings = { ...shopSettings, receitaRegime: 'OTHER', series: { '55': 1, '65': 2 } } as const;
  const { company: large } = await newCompany(orm, { settings, environment: 'PRODUCTION' });
  const { company: ending } = await newCompany(orm, { certificateEnds: inDays(9).toISOString() });
  const { company: services } = await newCompany(orm, { settings: { ...settings, monthlyQuota: 100, nfse } });
  const { company: bare } = await newCompany(orm, { settings: null, certificateEnds: null });
  await sql('update company set name = ? where id = ?', [longName.slice(0, 60), large.id]);
  await linkOf(orm, office, large, { issuingAllowed: true });
  for (const company of [ending, services, bare]) await linkOf(orm, office, company);
  for (const [at, [status, error, days]] of (
    [
      ['SENT', null, 6],
      ['FAILED', 'O servidor de e-mail recusou: 550 5.1.1 caixa inexistente.', 6],
      ['PENDING', 'O servidor de e-mail não respondeu em 30 segundos.', 6],
      ['SENT', null, -1],
      ['NOBODY', null, 6],
    ] as const
  ).entries()) {
    const { company } = await newCompany(orm);
    const { id } = await linkOf(orm, office, company, { status: 'PENDING' });
    await sql(
      `insert into link_invitation (id, link_id, office_id, company_id, token_hash, recipients, mail_status, mail_error, sent_at, expires_at, created_at)
       values (gen_random_uuid(), ?, ?, ?, ?, '{}', ?, ?, now(), ?, now())`,
      [id, office.id, company.id, String(at).padStart(64, '0'), status, error, inDays(days)],
    );
  }
  const suppliers = ['Moinho Santa Clara S/A', longName, 'Laticínios Serra Azul Ltda', null];
  for (let at = 0; at < 12; at += 1) {
    const accessKey = `3526111122233300018155001${String(at).padStart(19, '0')}`;
    const isWhole = at % 3 === 0;
    await receivedNote(
      orm,
      at % 2 ? large : services,
      { accessKey },
      {
        ...{
          issuerName: suppliers[at % 4] ?? null,
          number: String(1000 + at),
          series: '1',
          totalValue: `${at * 137}.50`,
        },
        ...{ emissionDate: inDays(-at), hasFullXml: isWhole, schemaType: isWhole ? 'PROC_NFE' : 'RES_NFE' },
        ...(isWhole ? { manifestation: 'CONFIRMADA' } : {}),
      },
    );
  }
  const acting = {
    id: office.id,
    taxId: office.taxId,
    name: office.name,
    actor: { ...lavraItself, name: 'Ana Ribeiro' },
    part: null,
  };
  const bulk = uuid();
  const day = (at: Date): string => at.toISOString().slice(0, 10);
  await beginBulkAnswer(panel.own, acting, bulk, { emittedFrom: day(inDays(-30)), emittedTo: day(inDays(1)) });
  await sql(`update bulk_answer_note set refusal = 'A SEFAZ recusou: 596 - Evento apresentado fora do prazo.'
    where received_document_id in (select received_document_id from bulk_answer_note limit 2)`);
  const { id: endpoint } = await newEndpoint(orm, { office });
  const [delivery, event] = [uuid(), newEventId()];
  await sql(
    `insert into event (id, company_id, type, data, created_at) values (?, ?, 'RECEIVED_DOCUMENT_CREATED', '{"id":"x"}', now())`,
    [event, large.id],
  );
  await sql(
    `insert into webhook_delivery (id, company_id, office_id, endpoint_id, event_id, status, attempts, round_attempts, response_status, error_message, created_at)
     values (?, ?, ?, ?, ?, 'FAILED', 1, 1, 500, 'Respondeu 500', now())`,
    [delivery, large.id, office.id, endpoint, event],
  );
  const links = await inPortfolio(panel.own, acting, (em) =>
    em.execute<{ id: string }[]>(`select id from office_link where status = 'ACTIVE' order by id limit 1`),
  );
  const { id: key } = (
    await acrossCompanies(orm).execute<{ id: string }[]>('select id from api_key where office_id = ?', [office.id])
  )[0]!;
  const base = `/c/${office.taxId}`;
  const { id: clerk } = await panel.member({ officeId: office.id, role: 'OFFICE_CLERK' });
  await monthDocument(orm, large, { series: 1, number: 1 });
  await monthDocument(orm, large, { series: 1, number: 4 });
  await monthDocument(orm, large, { series: 1, number: 5, status: 'REJECTED' });
  const at = {
    askAwareness: `${base}/recebidas/ciencia?todas=sim`,
    bulkAnswer: `${base}/recebidas/ciencias/${bulk}`,
    clerksPart: `${base}/pessoas/${clerk}/carteira`,
    linkEnd: `${base}/vinculos/${links[0]!.id}/encerrar`,
    officeKeyRevocation: `${base}/chaves/${key}/revogar`,
    officeWebhook: `${base}/webhooks/${endpoint}`,
    officeDelivery: `${base}/webhooks/entregas/${delivery}`,
    numberGaps: `${base}/fechamento/2026-10/numeros/${large.taxId}`,
  };
  const rows = addressesOf({ place: '/c/', taxId: office.taxId, kept: { company: large.taxId }, at });
  const otherLooks = [
    ...['vinculos?situacao=esperando', `prontidao/${services.taxId}`, `prontidao/${bare.taxId}`],
    ...[`recebidas/ciencias/${bulk}?situacao=fila`, 'fechamento/2026-10?busca=ninguem'],
  ].map((path) => `${base}/${path}`);
  addresses = [...rows, ...otherLooks].map((path) => panel.url + path);
  const asked = {
    email: 'ana@contabil.example',
    name: 'Ana Ribeiro',
    role: 'OFFICE_ADMIN',
    officeId: office.id,
  } as const;
  const { token } = await createPerson(orm, asked, lavraItself);
  browser = await openBrowsing();
  page = await browser.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('request', (request) => {
    if (!request.url().startsWith(panel.url) && !request.url().startsWith('data:')) complaints.push(request.url());
  });
  await choosePassword(page, `${panel.url}/senha/${token}`);
});
afterAll(async () => {
  await browser?.close();
  await panel?.close();
});

test('no page of an office has a fault that axe knows of, moves while it loads, or scrolls sideways, at twice its size neither', async () => {
  expect(await faultsAt(page, addresses)).toEqual([]);
  expect(complaints).toEqual([]);
});
