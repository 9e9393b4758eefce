import { afterAll, beforeAll, expect, test } from 'vitest';
import { acrossCompanies } from '../../operations/in-company.ts';
import { setCompany } from '../../operations/provisioning.ts';
import { newCompany } from '../api/fixture.ts';
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

test.each(['identidade', 'impostos', 'datas', 'notas', 'servicos', 'recebidas', 'acesso', 'responsavel'])(
  'the form of %s sent as it stands changes nothing',
  async (group) => {
    const before = await kept();
    const sent = await ana.post(`${settings}/${group}`, await formAt(`${settings}/${group}`));
    expect([sent.status, sent.location]).toEqual([303, `${settings}?feito=ajustes`]);
    const after = await kept();
    expect(after.settings).toEqual(before.settings);
    expect(await changes()).toEqual([]);
  },
);

test('one group leaves the others, also what somebody changed there meanwhile', async () => {
  const form = await formAt(`${settings}/impostos`);
  await setCompany(acrossCompanies(panel.orm), company.id, { phone: '1155556666', taxDefaults: { cest: '1706200' } });
  const sent = await ana.post(`${settings}/impostos`, { ...form, 'taxDefaults.icmsRate': '12,50' });
  expect(sent.status).toBe(303);
  const { settings: saved } = await kept();
  expect(saved).toMatchObject({ phone: '1155556666', taxDefaults: { icmsRate: '12.50', cfop: '5102' } });
  expect((await changes()).at(-1)?.details.fields).toContain('taxDefaults.icmsRate');
  expect((await ana.get(settings)).text).toContain('12,50');
});

test('every fault stands beside its field, what was written stays, and nothing is kept', async () => {
  const before = await kept();
  const sent = await ana.post(`${settings}/identidade`, {
    ...(await formAt(`${settings}/identidade`)),
    name: 'X',
    'address.city': 'Cidade que não há',
    cnae: '12<b>',
  });
  expect(sent.status).toBe(400);
  expect(sent.text).toMatch(/id="campo-address-city-erro">Não há cidade com este nome em SP/);
  expect(sent.text).toContain('id="campo-name-erro"');
  expect(sent.text).toContain('value="12&lt;b&gt;"');
  expect((await kept()).settings).toEqual(before.settings);
});

test('a number that went out does not come back, and an empty one goes on', async () => {
  await panel.orm.em.fork().execute(
    `insert into document (id, company_id, type, environment, series, number, status, total_value, issue_date_time, client_snapshot, payload, attempt, created_at, updated_at)
     values (gen_random_uuid(), ?, 'NFE', 'HOMOLOGATION', 1, 41, 'AUTHORIZED', 1, now(), '{}', '{}', 1, now(), now())`,
    [company.id],
  );
  const form = await formAt(`${settings}/notas`);
  const back = await ana.post(`${settings}/notas`, { ...form, 'series.55.nextNumber': '40' });
  expect(back.status).toBe(400);
  expect(back.text).toContain('informe 42 ou mais, ou deixe o campo vazio');
  expect((await ana.post(`${settings}/notas`, { ...form, 'series.55.nextNumber': '100' })).status).toBe(303);
  expect((await ana.post(`${settings}/notas`, form)).status).toBe(303);
  const [row] = await panel.orm.em
    .fork()
    .execute<{ next_number: number }[]>(
      `select next_number from number_series where company_id = ? and model = '55' and environment = 'HOMOLOGATION'`,
      [company.id],
    );
  expect(row?.next_number).toBe(100);
});

test('quota, CNPJ and environment are no fields of any form, whatever is sent', async () => {
  const sent = {
    ...(await formAt(`${settings}/recebidas`)),
    monthlyQuota: '999999',
    taxId: 'x',
    environment: 'PRODUCTION',
  };
  expect((await ana.post(`${settings}/recebidas`, sent)).status).toBe(303);
  const { taxId, environment, settings: saved } = await kept();
  expect([taxId, environment, saved?.monthlyQuota]).toEqual([company.taxId, 'HOMOLOGATION', 500]);
  expect((await ana.get(settings)).text).toMatch(/500\s+de\s+500/);
});

test('an NFS-e series, a technical responsible and what goes without saying are set and taken away', async () => {
  const responsible = await formAt(`${settings}/responsavel`);
  const half = await ana.post(`${settings}/responsavel`, {
    ...responsible,
    'technicalResponsible.cnpj': '11444777000161',
  });
  expect(half.status).toBe(400);
  const whole = {
    'technicalResponsible.cnpj': '11.444.777/0001-61',
    'technicalResponsible.contact': 'Ana',
    'technicalResponsible.email': 'ana@example.com',
    'technicalResponsible.phone': '11999999999',
  };
  expect((await ana.post(`${settings}/responsavel`, whole)).status).toBe(303);
  expect((await kept()).settings?.technicalResponsible).toMatchObject({ cnpj: '11444777000161' });
  expect((await ana.post(`${settings}/responsavel`, {})).status).toBe(303);
  expect((await kept()).settings?.technicalResponsible).toBeNull();
  const services = await formAt(`${settings}/servicos`);
  expect((await ana.post(`${settings}/servicos`, { ...services, 'nfse.series': '' })).status).toBe(303);
  expect((await kept()).settings?.nfse).toBeNull();
  expect((await ana.post(`${settings}/servicos`, { ...services, 'nfse.series': '' })).status).toBe(303);
  const anew = { ...(await formAt(`${settings}/servicos`)), 'nfse.series': '1' };
  expect((await ana.post(`${settings}/servicos`, anew)).status).toBe(303);
  expect((await kept()).settings?.nfse?.series).toBe(1);
});

test('a logo is taken by what it is, and shown; one that is none is refused', async () => {
  const logo = `${settings}/logotipo`;
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  for (const [bytes, sentence] of [
    [Buffer.from('<svg onload=alert(1)>'), 'não é PNG nem JPEG'],
    [Buffer.concat([png, Buffer.alloc(300_000)]), 'mais de 290 KB'],
    [Buffer.alloc(2 * 1024 * 1024), 'mais de 290 KB'],
  ] as const) {
    const refused = await ana.upload(logo, { logotipo: new Blob([new Uint8Array(bytes)], { type: 'image/png' }) });
    expect([refused.status, refused.text.includes(sentence)]).toEqual([400, true]);
  }
  const taken = await ana.upload(logo, { logotipo: new Blob([new Uint8Array(png)]) });
  expect(taken.location).toBe(`${settings}?feito=logotipo`);
  expect((await ana.get(logo)).text).toContain('src="data:image/png;base64,iVBOR');
  expect((await ana.upload(logo, { remover: 'sim' })).location).toBe(`${settings}?feito=sem-logotipo`);
  expect((await kept()).settings?.danfe.logo).toBeNull();
});

test('going to production is asked for by itself, and said', async () => {
  const address = `${settings}/producao`;
  expect((await ana.get(address)).text).toContain('A empresa não tem certificado em vigor');
  expect((await ana.post(address, { ambiente: 'PRODUCTION' })).status).toBe(400);
  expect((await ana.post(address, { ambiente: 'MARTE', ciente: 'sim' })).status).toBe(404);
  expect((await kept()).environment).toBe('HOMOLOGATION');
  const gone = await ana.post(address, { ambiente: 'PRODUCTION', ciente: 'sim' });
  expect(gone.location).toBe(`${settings}?feito=ambiente`);
  expect((await kept()).environment).toBe('PRODUCTION');
  expect((await ana.get(address)).text).toContain('Voltar à homologação');
});

test('a setting is found by a part of its name, without its accents', async () => {
  expect((await ana.get(`${settings}?busca=contingencia`)).text).toContain('NF-e em contingência');
  expect((await ana.get(`${settings}?busca=<i>`)).text).toContain('Nenhum ajuste com este nome');
});

test('a company without settings is told whom to ask', async () => {
  const { company: empty } = await newCompany(panel.orm, { settings: null });
  const person = await panel.person(empty.id);
  expect((await person.get(`/e/${empty.taxId}/ajustes`)).text).toContain('Peça a quem cuida do Lavra');
});
