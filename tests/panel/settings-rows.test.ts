import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brasiliaDay } from '../../domain/fiscal-time.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { setCompany } from '../../operations/provisioning.ts';
import { unescaped } from './form-fields.ts';
import { type Settings, startSettings } from './settings-fixture.ts';

let panel: Settings['panel'];
let company: Settings['company'];
let ana: Settings['ana'];
let settings: string;
let kept: Settings['kept'];
let changes: Settings['changes'];
let formAt: Settings['formAt'];

beforeAll(async () => {
  ({ panel, company, ana, settings, kept, changes, formAt } = await startSettings());
});

afterAll(() => panel.close());

const day = (days: number): string => brasiliaDay(new Date(Date.now() + days * 86_400_000));

test('a setting by date says what holds, what comes and what held; what has begun is taken away, not changed', async () => {
  const page = `${settings}/datas`;
  const rates = { [day(-60)]: '1.5', [day(-20)]: '2.25', [day(40)]: '3' };
  await setCompany(acrossCompanies(panel.orm), company.id, { simplesCbsRate: rates });
  const { text } = await ana.get(page);
  expect(text).toMatch(/<b>Hoje:<\/b>\s+2,25/);
  expect(text).toMatch(/<b>Depois:<\/b>\s+3, desde/);
  expect(text).toContain('O que valeu');
  expect((await ana.get(settings)).text).toContain('2,25, desde');
  const form = await formAt(page);
  const next = {
    ...form,
    'simplesCbsRate[2].value': '3,5',
    'simplesCbsRate[3].key': day(70),
    'simplesCbsRate[3].value': '4',
  };
  expect((await ana.post(page, next)).status).toBe(303);
  expect((await kept()).settings?.simplesCbsRate).toEqual({ ...rates, [day(40)]: '3.5', [day(70)]: '4' });
  expect((await changes()).at(-1)?.details.fields).toEqual(
    [`simplesCbsRate.${day(40)}`, `simplesCbsRate.${day(70)}`].sort(),
  );
  const again = await formAt(page);
  const past = await ana.post(page, { ...again, 'simplesCbsRate[0].value': '9' });
  expect([past.status, past.text.includes('o que já começou não se muda')]).toEqual([400, true]);
  const gone = {
    ...again,
    'simplesCbsRate[0].gone': 'sim',
    'simplesCbsRate[3].key': '',
    'simplesCbsRate[3].value': '',
  };
  expect((await ana.post(page, gone)).status).toBe(303);
  expect(Object.keys((await kept()).settings?.simplesCbsRate ?? {}).sort()).toEqual([day(-20), day(40)].sort());
});

test('what is wrong in a row stands beside it: no day, no value, the same day twice, no figure', async () => {
  const page = `${settings}/datas`;
  const before = await kept();
  const sent = await ana.post(page, {
    ...(await formAt(page)),
    'priceIncludes[0].value': 'NET_OF_NEW_TAXES',
    'ibsCbsRegime[0].key': '2027-01-01',
    'simplesIbsRate[0].key': '2027-01-01',
    'simplesIbsRate[0].value': 'x',
    'simplesIbsRate[1].key': '2027-02-01',
    'simplesIbsRate[1].value': '1',
    'simplesIbsRate[2].key': '2027-02-01',
    'simplesIbsRate[2].value': '2',
  });
  expect(sent.status).toBe(400);
  expect(sent.text).toMatch(/id="campo-priceIncludes-0--key-erro">Diga desde que dia\./);
  expect(sent.text).toMatch(/id="campo-ibsCbsRegime-0--value-erro">Escolha como ela paga\./);
  expect(sent.text).toMatch(/id="campo-simplesIbsRate-2--key-erro">Há outra linha com este dia/);
  const alone = await ana.post(page, {
    ...(await formAt(page)),
    'simplesIbsRate[0].key': '2027-01-01',
    'simplesIbsRate[0].value': 'x',
  });
  expect(alone.text).toMatch(
    /id="campo-simplesIbsRate-0--value-erro">Deve ser um percentual com até 4 casas, como &quot;1,2345&quot;/,
  );
  expect((await kept()).settings).toEqual(before.settings);
});

test('e-mails, who may fetch the XML, and registrations of other states: each row is checked by itself', async () => {
  const [access, identity] = [`${settings}/acesso`, `${settings}/identidade`];
  const wrong = await ana.post(access, {
    ...(await formAt(access)),
    'adminEmails[0].key': 'ana@example.com',
    'adminEmails[1].key': 'rui',
    'autXml[0].key': '11.444.777/0001-61',
    'autXml[1].key': '11444777000161',
  });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toMatch(/id="campo-adminEmails-1--key-erro">Deve ser um e-mail/);
  expect(wrong.text).toMatch(/id="campo-autXml-1--key-erro">Este CNPJ ou CPF já está na lista/);
  const right = { 'adminEmails[0].key': 'ana@example.com', 'autXml[0].key': '11.444.777/0001-61' };
  expect((await ana.post(access, { ...(await formAt(access)), ...right })).status).toBe(303);
  expect((await kept()).settings).toMatchObject({ adminEmails: ['ana@example.com'], autXml: ['11444777000161'] });
  const form = await formAt(identity);
  const registration = (state: string, value: string) => ({
    ...form,
    'substituteStateRegistrations[0].key': state,
    'substituteStateRegistrations[0].value': value,
  });
  const digits = await ana.post(identity, registration('RJ', '12345678'));
  expect(digits.text).toMatch(
    /id="campo-substituteStateRegistrations-0--value-erro">12345678 não é uma inscrição estadual de RJ/,
  );
  expect((await ana.post(identity, registration('SP', '110042490114'))).text).toContain('É a UF da própria empresa');
  expect((await ana.post(identity, registration('RJ', '12.345.67'))).status).toBe(400);
  expect((await ana.post(identity, registration('PR', '1234567850'))).status).toBe(303);
  expect((await kept()).settings?.substituteStateRegistrations).toEqual({ PR: '1234567850' });
  expect((await ana.get(settings)).text).toContain('PR: 1234567850');
});

test('two who have the same form open keep each other’s changes, and are told where both changed the same', async () => {
  const [access, identity] = [`${settings}/acesso`, `${settings}/identidade`];
  const [first, second] = [await formAt(access), await formAt(access)];
  expect((await ana.post(access, { ...first, 'adminEmails[1].key': 'rui@example.com' })).status).toBe(303);
  expect(
    (await ana.post(access, { ...second, 'adminEmails[0].gone': 'sim', 'adminEmails[1].key': 'eva@example.com' }))
      .status,
  ).toBe(303);
  expect((await kept()).settings?.adminEmails).toEqual(['rui@example.com', 'eva@example.com']);
  const open = await formAt(identity);
  await setCompany(acrossCompanies(panel.orm), company.id, { phone: '1133334444', tradeName: 'Da outra pessoa' });
  const told = await ana.post(identity, { ...open, tradeName: 'Minha', email: 'nova@example.com' });
  expect(told.status).toBe(400);
  expect(told.text).toMatch(/id="campo-tradeName-erro">Outra pessoa mudou isto[^<]*Da outra pessoa/);
  const seen = unescaped(/name="visto" value="([^"]*)"/.exec(told.text)?.[1] ?? '');
  expect(
    (await ana.post(identity, { ...open, visto: seen, tradeName: 'Minha', email: 'nova@example.com' })).status,
  ).toBe(303);
  const saved = await kept();
  expect([saved.tradeName, saved.settings?.phone, saved.settings?.email]).toEqual([
    'Minha',
    '1133334444',
    'nova@example.com',
  ]);
});

test('the city’s code follows its name', async () => {
  const page = `${settings}/identidade`;
  expect((await ana.post(page, { ...(await formAt(page)), 'address.city': 'campinas' })).status).toBe(303);
  expect((await kept()).settings?.address).toMatchObject({ city: 'campinas', municipalityCode: '3509502' });
});

test('an NFS-e template is chosen by its name, and what is known of the city has its day', async () => {
  const page = `${settings}/servicos`;
  const templates = [
    { company: company.id, name: 'Consultoria' },
    { company: null, name: 'De todos' },
  ].map((each) => ({
    ...{ id: randomUUID(), type: 'NFSE', source: each.company ? 'company' : 'tenant' },
    ...each,
  }));
  const em = panel.orm.em.fork();
  for (const { id, company: owner, type, name, source } of templates) {
    await em.execute(
      `insert into fiscal_template (id, company_id, type, name, source, fields, service, created_at, updated_at)
       values (?, ?, ?, ?, ?, '{}', '{}', now(), now())`,
      [id, owner, type, name, source],
    );
  }
  const { text } = await ana.get(page);
  expect(text).toContain('Consultoria</option>');
  expect(text).toContain('De todos (compartilhado)</option>');
  const form = { ...(await formAt(page)), 'nfse.series': '1' };
  const chosen = { 'nfse.defaultTemplateId': templates[0]!.id, 'nfse.municipality.isOnNationalSystem': 'nao' };
  expect((await ana.post(page, { ...form, ...chosen })).status).toBe(303);
  const { settings: saved } = await kept();
  expect(saved?.nfse).toMatchObject({
    defaultTemplateId: templates[0]!.id,
    municipality: { isOnNationalSystem: false, asOf: day(0) },
  });
  expect((await ana.get(settings)).text).toContain('Consultoria');
  await em.execute('update fiscal_template set deleted_at = now() where id = ?', [templates[0]!.id]);
  expect((await ana.get(page)).text).toContain('Um modelo que foi removido');
  expect((await ana.post(page, await formAt(page))).status).toBe(303);
  const ask = { ...(await formAt(page)), 'nfse.municipality.isOnNationalSystem': '' };
  expect((await ana.post(page, { ...ask, 'nfse.defaultTemplateId': randomUUID() })).text).toContain(
    'Não há um modelo fiscal',
  );
  expect((await ana.post(page, ask)).status).toBe(303);
  expect((await kept()).settings?.nfse?.municipality).toBeNull();
});
