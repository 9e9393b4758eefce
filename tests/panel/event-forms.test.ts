import { afterAll, beforeAll, expect, test } from 'vitest';
import { lavraItself } from '../../domain/audit/actor.ts';
import { createPerson } from '../../operations/accounts/people.ts';
import { openBrowsing } from '../support/servers/browser.ts';
import { formFields } from './form-fields.ts';
import { choosePassword, submit, tabTo } from './keyboard.ts';
import { faultsAt } from './looked-at.ts';
import { openSelling, type Selling } from './selling.ts';

let selling: Selling;
let panel: Selling['panel'];
let company: Selling['company'];
let issuer: Selling['issuer'];
let issued: Selling['issued'];

beforeAll(async () => {
  selling = await openSelling();
  ({ panel, company, issuer, issued } = selling);
});

afterAll(() => selling?.close());

test('an event of the reform is registered by its form, sent twice once, seen with its XML, and withdrawn', async () => {
  const note = await issued({ externalId: 'pedido-com-eventos' });
  expect((await issuer.get(note)).text).toContain(`href="${note}/eventos"`);
  const at = `${note}/eventos`;
  const offers = (await issuer.get(at)).text;
  expect(offers).toContain('Pagamento integral efetivo…');
  // Events of other notes, or of the other party, are neither offered nor accepted.
  expect(offers).not.toMatch(/Importação em ALC|Imobilização|Fornecimento não realizado/);
  expect((await issuer.get(`${at}/registrar/imobilizacao`)).text).toContain('Este evento não cabe nesta nota');
  expect((await issuer.post(`${at}/registrar/imobilizacao`)).location).toBe(at);

  for (let time = 0; time < 2; time += 1) {
    const { status, location, text } = await issuer.post(`${at}/registrar/pagamento-integral`);
    expect([status, location, /role="alert"[\s\S]{0,600}/.exec(text)?.[0]]).toEqual([
      303,
      `${at}?feito=registrado`,
      undefined,
    ]);
  }
  const page = (await issuer.get(`${at}?feito=registrado`)).text;
  expect(page.match(/<b>Pagamento integral efetivo<\/b>, registrado/g)).toHaveLength(1);
  const file = await issuer.get(/href="([^"]*eventos\/[^"]*\/xml)"/.exec(page)?.[1] ?? '');
  expect([file.status, file.text.includes('<tpEvento>112110</tpEvento>')]).toEqual([200, true]);

  // An event about items: a missing value is reported beside its field, and more tax than in the note is refused before anything is sent.
  const loss = `${at}/registrar/perda-no-nosso-transporte`;
  expect((await issuer.post(loss)).text).toContain('Preencha ao menos um item.');
  const half = await issuer.post(loss, { 'items[1].quantity': '1' });
  expect([half.status, /id="campo-items-1--ibsValue-erro"/.test(half.text)]).toEqual([400, true]);
  const said = {
    ...{ 'items[1].ibsValue': '0,01', 'items[1].cbsValue': '0,10', 'items[1].quantity': '1' },
    ...{ 'items[1].reversedIbsCredit': '0,01', 'items[1].reversedCbsCredit': '0,10' },
  };
  const lost = await issuer.post(loss, said);
  expect([lost.location, /role="alert"[\s\S]{0,600}/.exec(lost.text)?.[0]]).toEqual([
    `${at}?feito=registrado`,
    undefined,
  ]);

  const [, withdraw = ''] = /href="([^"]*\/retirar\?evento=[^"]*)"/.exec((await issuer.get(at)).text) ?? [];
  const { evento = '' } = formFields(await issuer.get(withdraw));
  const unsure = await issuer.post(`${at}/registrar/retirar`, { evento });
  expect([unsure.status, unsure.text.includes('Marque que entendeu.')]).toEqual([400, true]);
  const taken = await issuer.post(`${at}/registrar/retirar`, { evento, certeza: 'sim' });
  expect([taken.location, /role="alert"[\s\S]{0,600}/.exec(taken.text)?.[0]]).toEqual([
    `${at}?feito=retirado`,
    undefined,
  ]);
  expect((await issuer.post(`${at}/registrar/retirar`, { evento, certeza: 'sim' })).location).toBe(at);
  expect((await issuer.get(at)).text).toContain('<b>Pagamento integral efetivo</b>, retirado');
  const audited = `select count(*)::int as count from audit_entry where action = 'DOCUMENT_EVENT_REQUESTED' and actor_kind = 'PERSON'`;
  expect(await panel.orm.em.fork().execute(audited)).toEqual([{ count: 3 }]);
});

test('what stands beside the reform has forms, too: a carrier is let in, a failed delivery proven and taken back, payments reported', async () => {
  const note = await issued({ externalId: 'pedido-que-nao-chegou' });
  const at = `${note}/eventos`;
  const registered = [303, `${at}?feito=registrado`, undefined];
  const outcome = ({ status, location, text }: Awaited<ReturnType<typeof issuer.get>>) => [
    ...[status, location, /role="alert"[\s\S]{0,600}/.exec(text)?.[0]],
  ];

  // This event cannot be withdrawn: whoever registers it is told so.
  const access = `${at}/registrar/acesso-do-transportador`;
  const unsure = await issuer.post(access, { 'carrier.taxId': '45.723.174/0001-10' });
  expect([unsure.status, unsure.text.includes('Marque que entendeu.')]).toEqual([400, true]);
  const own = await issuer.post(access, { 'carrier.taxId': company.taxId, certeza: 'sim' });
  expect([own.status, /id="campo-carrier-taxId-erro"[^<]*>[^<]*421/.test(own.text)]).toEqual([400, true]);
  expect(outcome(await issuer.post(access, { 'carrier.taxId': '45.723.174/0001-10', certeza: 'sim' }))).toEqual(
    registered,
  );

  const failure = `${at}/registrar/insucesso-na-entrega`;
  const bare = (await issuer.post(failure)).text;
  expect(bare).toMatch(/id="campo-failedDelivery-attemptedOn-erro"[\s\S]*id="campo-failedDelivery-proof-erro"/);
  const [now] = await panel.orm.em
    .fork()
    .execute<{ day: string; time: string }[]>(
      `select to_char(at, 'YYYY-MM-DD') as day, to_char(at, 'HH24:MI:SS') as time from (select now() at time zone 'America/Sao_Paulo' as at) here`,
    );
  const photo = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])], 'portao.jpg');
  const failed = {
    ...{ 'failedDelivery.attemptedOn': now!.day, 'failedDelivery.attemptedTime': now!.time },
    ...{ 'failedDelivery.attempt': '1', 'failedDelivery.reason': 'REFUSED', 'failedDelivery.proof': photo },
    ...{ 'failedDelivery.latitude': '-23,55052', 'failedDelivery.longitude': '-46,633308' },
  };
  const half = await issuer.upload(failure, { ...failed, 'failedDelivery.longitude': '' });
  expect([half.status, /id="campo-failedDelivery-longitude-erro"/.test(half.text)]).toEqual([400, true]);
  const wordless = await issuer.upload(failure, { ...failed, 'failedDelivery.reason': 'OTHER' });
  expect([wordless.status, wordless.text.includes('Diga o motivo em palavras.')]).toEqual([400, true]);
  expect(outcome(await issuer.upload(failure, failed))).toEqual(registered);

  const pay = `${at}/registrar/conciliacao-financeira`;
  expect((await issuer.post(pay)).text).toContain('Preencha ao menos um pagamento.');
  // The first row that is filled in is the third: its faults are shown beside it.
  const third = { 'payments[2].method': 'PIX', 'payments[2].value': '40', 'payments[2].paidOn': '2099-01-01' };
  const early = await issuer.post(pay, third);
  expect([early.status, /id="campo-payments-2--paidOn-erro"/.test(early.text)]).toEqual([400, true]);
  expect(outcome(await issuer.post(pay, { ...third, 'payments[2].paidOn': now!.day }))).toEqual(registered);

  const page = (await issuer.get(at)).text;
  expect(page).toContain('Transportador 45.723.174/0001-10');
  expect(page).toContain('Quem recebe recusou');
  expect(page).toContain('R$ 40,00');
  const proof = await issuer.get(/href="([^"]*\/entrega\/[^"]*)"/.exec(page)?.[1] ?? '');
  expect([proof.status, proof.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  // The access cannot be withdrawn, the other two events can.
  const withdrawals = [...page.matchAll(/href="([^"]*\/retirar\?evento=[^"]*)"/g)].map(([, href = '']) => href);
  expect(withdrawals).toHaveLength(2);
  for (const href of withdrawals) {
    const { evento = '' } = formFields(await issuer.get(href));
    const taken = await issuer.post(`${at}/registrar/retirar`, { evento, certeza: 'sim' });
    expect(outcome(taken)).toEqual([303, `${at}?feito=retirado`, undefined]);
  }
  expect((await issuer.get(at)).text).toMatch(/<b>Insucesso na entrega<\/b>, retirado/);
});

test('forms of events that stand beside the reform are used by everybody: no fault of access, on a phone and in the dark', async () => {
  const note = await issued();
  const email = 'eventos@padaria.example';
  const asked = { email, name: 'Ana Ribeiro', companyId: company.id, role: 'COMPANY_ISSUER' } as const;
  const { token } = await createPerson(panel.orm, asked, lavraItself);
  const browser = await openBrowsing();
  try {
    const page = await browser.newPage();
    await choosePassword(page, `${panel.url}/senha/${token}`);
    const forms = ['acesso-do-transportador', 'insucesso-na-entrega', 'conciliacao-financeira'].map(
      (form) => `${panel.url}${note}/eventos/registrar/${form}`,
    );
    expect(await faultsAt(page, forms)).toEqual([]);
    await page.setViewport({ width: 1280, height: 900 });
    await page.goto(`${panel.url}${note}/eventos/registrar/conciliacao-financeira`);
    await page.select('[name="payments[0].method"]', 'PIX');
    await tabTo(page, 'payments[0].value');
    await page.keyboard.type('12,50');
    await page.$eval('[name="payments[0].paidOn"]', (field) => {
      (field as HTMLInputElement).value = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    });
    await tabTo(page, 'Registrar');
    await submit(page);
    expect(await page.$eval('[role="status"]', (told) => told.textContent)).toContain('o evento foi registrado');
  } finally {
    await browser.close();
  }
});
