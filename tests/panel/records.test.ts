import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { icmsSituations } from '../../domain/taxation/icms/situations.ts';
import { icmsCsosn, icmsCst } from '../../panel/parts/tax-choices.ts';
import { newCompany, startApi } from '../api/fixture.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Person = Awaited<ReturnType<Panel['person']>>;
let panel: Panel;
let api: Awaited<ReturnType<typeof startApi>>;
let own: Awaited<ReturnType<typeof newCompany>>;
let issuer: Person;
let reader: Person;
let base: string;

const attack = `<script>alert(1)</script>"'><b>`;

beforeAll(async () => {
  panel = await startPanel();
  api = await startApi({ databaseUrl: panel.database });
  own = await newCompany(panel.orm);
  base = `/e/${own.company.taxId}`;
  issuer = await panel.person(own.company.id, 'COMPANY_ISSUER');
  reader = await panel.person(own.company.id, 'COMPANY_READER');
});

afterAll(async () => {
  await api.close();
  await panel.close();
});

async function called(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await api.call(method, path, { key: own.key, ...(body ? { body } : {}) });
  return answer.body;
}

/** Creates a record by its form. @returns the id in the page that follows */
async function created(path: string, fields: Record<string, string>): Promise<string> {
  const sent = await issuer.post(`${base}/${path}/novo`, fields);
  expect([sent.status, sent.text]).toEqual([303, expect.any(String)]);
  expect(sent.location).toMatch(/\?feito=criado$/);
  expect((await issuer.get(sent.location!)).text).toContain('Pronto: o cadastro foi criado.');
  return new URL(sent.location!, 'https://x').pathname.split('/').at(-1)!;
}

type Case = {
  path: string;
  api: string;
  fields: Record<string, string>;
  /** The record as the API shows it. */
  kept: Record<string, unknown>;
  change: Record<string, string>;
  changed: Record<string, unknown>;
  /** Form values that are refused, and the field beside which the fault is shown. */
  wrong: { fields: Record<string, string>; field: string };
};

const cases: Case[] = [
  {
    path: 'clientes',
    api: 'clients',
    fields: {
      name: `Mercado ${attack}`,
      document: '11.444.777/0001-61',
      isActive: 'sim',
      state: 'SP',
      city: 'São Paulo',
    },
    kept: { name: `Mercado ${attack}`, document: '11444777000161', documentType: 'CNPJ', isActive: true, state: 'SP' },
    change: { phone: '(11) 4002-8922', isActive: '' },
    changed: { phone: '1140028922', documentType: 'CNPJ', isActive: false, city: 'São Paulo' },
    wrong: { fields: { name: 'Loja', document: '11.444.777/0001-62' }, field: 'campo-document' },
  },
  {
    path: 'produtos',
    api: 'products',
    fields: {
      name: `Café ${attack}`,
      code: 'CAF-1',
      salePrice: '1.234,50',
      'nfeConfig.ncm': '0901.21.00',
      'nfeConfig.internalCfop': '5102',
      'nfeConfig.icmsCst': '00',
      'nfeConfig.icmsRate': '18',
    },
    kept: {
      name: `Café ${attack}`,
      code: 'CAF-1',
      salePrice: '1234.50',
      nfeConfig: expect.objectContaining({ ncm: '09012100', interstateContributor: '6102', icmsRate: '18.0000' }),
    },
    change: { salePrice: '9,90' },
    changed: {
      salePrice: '9.90',
      nfeConfig: expect.objectContaining({ ncm: '09012100', interstateContributor: '6102' }),
    },
    wrong: {
      fields: { name: 'Chá', code: 'CHA', 'nfeConfig.internalCfop': '9999' },
      field: 'campo-nfeConfig-internalCfop',
    },
  },
  {
    path: 'regras',
    api: 'tax-rules',
    fields: {
      name: `Regra ${attack}`,
      isActive: 'sim',
      tipo: 'NFE',
      'nfeTaxRules[0].states': '',
      'nfeTaxRules[1].states': 'sp, rj',
      'nfeTaxRules[1].cfops': '5102',
      'nfeTaxRules[1].clientTypes.CONTRIBUINTE': 'sim',
      'nfeTaxRules[1].icmsCst': '00',
      'nfeTaxRules[1].icmsPIcms': '12,5',
    },
    kept: {
      name: `Regra ${attack}`,
      model: 'NFE',
      nfeTaxRules: [
        expect.objectContaining({
          states: ['SP', 'RJ'],
          clientTypes: ['CONTRIBUINTE'],
          cfops: ['5102'],
          icmsPIcms: '12.5000',
        }),
      ],
    },
    change: { name: 'Regra do atacado' },
    changed: { name: 'Regra do atacado', isActive: true, nfeTaxRules: [expect.objectContaining({ cfops: ['5102'] })] },
    wrong: {
      fields: { name: 'Regra', tipo: 'NFE', 'nfeTaxRules[0].cfops': '12' },
      field: 'campo-nfeTaxRules-0--cfops',
    },
  },
  {
    path: 'modelos',
    api: 'fiscal-templates',
    fields: { tipo: 'NFE', name: `Venda ${attack}`, operationNature: 'Venda de mercadoria', cfop: '5102' },
    kept: { name: `Venda ${attack}`, type: 'NFE', cfop: '5102', source: 'company' },
    change: { pisCst: '07' },
    changed: { pisCst: '07', cfop: '5102', operationNature: 'Venda de mercadoria' },
    wrong: { fields: { tipo: 'NFE', name: 'Venda', cfop: '1' }, field: 'campo-cfop' },
  },
  {
    path: 'transporte',
    api: 'carriers',
    fields: { name: `Rápido ${attack}`, document: '11.444.777/0001-61' },
    kept: { name: `Rápido ${attack}`, document: '11444777000161', documentType: 'CNPJ' },
    change: { city: 'Santos' },
    changed: { city: 'Santos', document: '11444777000161' },
    wrong: { fields: { name: 'Rápido', document: '1' }, field: 'campo-document' },
  },
];

test.each(cases)('$path: what a form creates, changes and removes is what the API shows', async (of) => {
  const id = await created(of.path, of.fields);
  const page = `${base}/${of.path}/${id}`;
  expect(await called('GET', `/v1/${of.api}/${id}`)).toMatchObject(of.kept);

  const shown = await issuer.get(page);
  expect(shown.text).not.toMatch(/<script>alert|"'><b>/);
  const list = await reader.get(`${base}/${of.path}`);
  expect(list.text).toContain('&lt;script&gt;alert(1)');
  expect(list.text).not.toMatch(/<script>alert|"'><b>| style=/);
  const looked = await reader.get(page);
  expect(looked.text).toContain('&lt;script&gt;alert(1)');
  expect(looked.text).not.toContain('<button class="button">');

  // The form as a browser sends it back, with all that it shows.
  const sent = { ...formIn(shown.text), ...of.change };
  const changes = Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => value !== '' || name !== 'isActive'),
  );
  const changed = await issuer.post(page, changes);
  expect([changed.status, changed.location]).toEqual([303, `${page}?feito=alterado`]);
  const kept = await called('GET', `/v1/${of.api}/${id}`);
  expect(kept).toMatchObject(of.changed);
  expect((await issuer.post(page, formIn((await issuer.get(page)).text))).status).toBe(303);
  const { updatedAt } = await called('GET', `/v1/${of.api}/${id}`);
  expect(updatedAt).toBe(kept['updatedAt']);

  expect((await issuer.get(`${page}/remover`)).text).toContain(`Remover`);
  expect((await issuer.post(`${page}/remover`)).location).toBe(`${base}/${of.path}?feito=removido`);
  expect((await api.call('GET', `/v1/${of.api}/${id}`, { key: own.key })).status).toBe(404);
  expect((await issuer.get(page)).status).toBe(404);
});

test.each(cases)('$path: a fault stands beside its field, and what was written is kept', async ({ path, wrong }) => {
  const refused = await issuer.post(`${base}/${path}/novo`, wrong.fields);
  expect(refused.status).toBe(400);
  expect(refused.text).toMatch(new RegExp(`id="${wrong.field}-erro"`));
  expect(refused.text).toContain(`href="#${wrong.field}"`);
  expect(refused.text).toContain(`value="${wrong.fields['name']}"`);
  const nameless = await issuer.post(`${base}/${path}/novo`, { ...wrong.fields, name: ' ' });
  expect(nameless.text).toContain('id="campo-name-erro"');
});

test.each(cases)(
  '$path: nothing of another company is shown, changed or removed',
  async ({ path, api: resource, fields }) => {
    const other = await newCompany(panel.orm);
    const stranger = await panel.person(other.company.id);
    const id = await created(path, fields);
    const page = `/e/${other.company.taxId}/${path}/${id}`;
    for (const visit of [stranger.get(page), stranger.get(`${page}/remover`), stranger.post(page, { name: 'X' })]) {
      expect((await visit).status).toBe(404);
    }
    expect((await stranger.post(`${page}/remover`)).status).toBe(404);
    expect((await stranger.get(`/e/${other.company.taxId}/${path}/nada`)).status).toBe(404);
    expect(await called('GET', `/v1/${resource}/${id}`)).toMatchObject({ name: fields['name'] });
    await called('DELETE', `/v1/${resource}/${id}`);
  },
);

test('a carrier has vehicles, of which one is the usual one', async () => {
  const carrier = await created('transporte', { name: 'Frota Sul' });
  const first = await created(`transporte/${carrier}/veiculos`, { plate: 'ABC1D23', state: 'SP' });
  const second = await created(`transporte/${carrier}/veiculos`, { plate: 'XYZ9K88', state: 'RJ', isDefault: 'sim' });
  expect(await called('GET', `/v1/carriers/${carrier}/vehicles/${second}`)).toMatchObject({ isDefault: true });
  const page = (await issuer.get(`${base}/transporte/${carrier}`)).text;
  expect(page).toMatch(/ABC1D23[\s\S]*|XYZ9K88/);
  const twice = await issuer.post(`${base}/transporte/${carrier}/veiculos/novo`, { plate: 'ABC1D23', state: 'SP' });
  expect([twice.status, twice.text]).toEqual([400, expect.stringContaining('id="campo-plate-erro"')]);
  const removed = await issuer.post(`${base}/transporte/${carrier}/veiculos/${second}/remover`);
  expect(removed.location).toBe(`${base}/transporte/${carrier}?feito=removido`);
  expect(await called('GET', `/v1/carriers/${carrier}/vehicles/${first}`)).toMatchObject({ isDefault: true });
  const elsewhere = await created('transporte', { name: 'Outra Frota' });
  expect((await issuer.get(`${base}/transporte/${elsewhere}/veiculos/${first}`)).status).toBe(404);
  expect((await issuer.get(`${base}/transporte/${randomUUID()}/veiculos/novo`)).status).toBe(200);
});

test('a rule of services has conditions of its own, and an emptied condition goes', async () => {
  const fields = {
    tipo: 'NFSE',
    name: 'Serviços',
    'nfseTaxRules[0].serviceCodes': '01.07.01',
    'nfseTaxRules[0].issTaxation': '1',
  };
  const id = await created('regras', { ...fields, 'nfseTaxRules[0].takerTypes.COMPANY': 'sim' });
  expect(await called('GET', `/v1/tax-rules/${id}`)).toMatchObject({
    model: 'NFSE',
    nfseTaxRules: [{ serviceCodes: ['010701'], takerTypes: ['COMPANY'], issTaxation: '1' }],
  });
  const page = `${base}/regras/${id}`;
  const all = formIn((await issuer.get(page)).text);
  const more = {
    ...all,
    'nfseTaxRules[0].serviceCodes': '',
    'nfseTaxRules[0].issTaxation': '',
    'nfseTaxRules[1].municipalityCodes': '3550308',
    'nfseTaxRules[1].issTaxation': '1',
  };
  delete (more as Record<string, string>)['nfseTaxRules[0].takerTypes.COMPANY'];
  expect((await issuer.post(page, more)).status).toBe(303);
  expect(await called('GET', `/v1/tax-rules/${id}`)).toMatchObject({
    nfseTaxRules: [{ municipalityCodes: ['3550308'], serviceCodes: [], takerTypes: [] }],
  });
});

test('a shared template is shown and stays as it is', async () => {
  const id = randomUUID();
  await panel.orm.em.fork().execute(
    `insert into fiscal_template (id, company_id, source, type, name, fields, created_at, updated_at)
     values (?, null, 'system', 'NFE', 'Venda de todos', '{}', now(), now())`,
    [id],
  );
  const page = `${base}/modelos/${id}`;
  expect((await issuer.get(page)).text).toContain('Este modelo é compartilhado');
  expect((await issuer.post(page, { name: 'Meu' })).status).toBe(400);
  expect((await issuer.post(`${page}/remover`)).status).toBe(404);
  expect(await called('GET', `/v1/fiscal-templates/${id}`)).toMatchObject({ name: 'Venda de todos' });
});

test('a search is in the address, and pages follow each other', async () => {
  await created('produtos', { name: 'Água mineral', code: 'AGUA' });
  expect((await issuer.get(`${base}/produtos?busca=agua`)).text).toContain('Água mineral');
  expect((await issuer.get(`${base}/produtos?busca=nada`)).text).toContain('Nada encontrado');
  expect((await issuer.get(`${base}/produtos?pagina=9`)).text).toContain('Nada encontrado');
  expect((await issuer.get(`${base}/produtos?pagina=-1&busca[]=x`)).status).toBe(200);
  expect((await issuer.get(`${base}/produtos?busca=%00`)).status).toBe(400);
});

test('rules and templates are searched by what people call them, without a care for accents', async () => {
  const named = { model: 'NFE', nfeTaxRules: [{ cfops: ['5102'] }] };
  for (const name of ['Indústria de fora', 'Balcão']) await called('POST', '/v1/tax-rules', { ...named, name });
  await called('POST', '/v1/fiscal-templates', { type: 'NFE', name: 'Modelo', operationNature: 'Bonificação' });
  const found = async (path: string, search: string): Promise<string[]> => {
    const { text } = await reader.get(`${base}/${path}?busca=${encodeURIComponent(search)}`);
    return [...text.matchAll(/<td><a href="[^"]+">([^<]+)<\/a>/g)].map(([, name]) => name!);
  };
  expect(await found('regras', 'industria')).toEqual(['Indústria de fora']);
  expect(await found('regras', 'BALCÃO')).toEqual(['Balcão']);
  expect(await found('modelos', 'bonificacao')).toEqual(['Modelo']);
  for (const path of ['regras', 'modelos']) {
    expect(await found(path, '100%')).toEqual([]);
    expect((await reader.get(`${base}/${path}?busca=%00`)).status).toBe(400);
  }
});

test('every situation that a note can carry is a choice', () => {
  const offered = new Set([...icmsCst, ...icmsCsosn].map(([code]) => code).filter(Boolean));
  expect([...offered].toSorted()).toEqual([...icmsSituations.keys()].toSorted());
});

/** The values that a browser would send of the form on a page. */
function formIn(page: string): Record<string, string> {
  const form = /<form method="post" action="\/e\/[\s\S]*?<\/form>/.exec(page)?.[0] ?? '';
  const fields: Record<string, string> = {};
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const name = attribute(input, 'name');
    if (/type="checkbox"/.test(input)) {
      if (/\schecked/.test(input)) fields[name] = 'sim';
    } else fields[name] = attribute(input, 'value');
  }
  for (const [select, name = ''] of form.matchAll(/<select[^>]*name="([^"]*)"[\s\S]*?<\/select>/g)) {
    const chosen = /<option value="([^"]*)"\s+selected/.exec(select)?.[1];
    fields[name] = text(chosen ?? /<option value="([^"]*)"/.exec(select)?.[1] ?? '');
  }
  return fields;
}

const attribute = (tag: string, name: string): string => text(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

function text(escaped: string): string {
  const plain = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
  return Object.entries(plain).reduce((all, [from, to]) => all.replaceAll(from, to), escaped);
}
