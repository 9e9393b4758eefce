import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../domain/audit/actor.ts';
import { acrossCompanies, administering, inCompany, onlyReading } from '../../operations/in-company.ts';
import { newCompany } from '../api/fixture.ts';
import { byLogin, patientOrm } from '../support/servers/parts.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Person = Awaited<ReturnType<Panel['person']>>;
let panel: Panel;
let own: Awaited<ReturnType<typeof newCompany>>['company'];
let other: typeof own;
let ana: Person;
let base: string;

const attack = `<b>"'&x=1`;

beforeAll(async () => {
  panel = await startPanel();
  [own, other] = [(await newCompany(panel.orm)).company, (await newCompany(panel.orm)).company];
  ana = await panel.person(own.id);
  base = `/e/${own.taxId}`;
});
afterAll(() => panel.close());

/** The names of the saved filters of a list, and their targets. */
function barOf(text: string): Record<string, string> {
  const [, bar = ''] = /<nav class="views"[^>]*>([\s\S]*?)<\/nav>/.exec(text) ?? [];
  const links = [...bar.matchAll(/<a\s+class="tab"\s+href="([^"]+)"[^>]*>([^<]*)<\/a\s*>/g)];
  return Object.fromEntries(links.map(([, href = '', name = '']) => [name, href.replaceAll('&amp;', '&')]));
}

const save = (person: Person, lista: string, filtro: string, name: string) =>
  person.post(`${base}/filtros/novo`, { lista, filtro, name });

test.each([
  ['notas', 'notas', 'situacao=REJECTED&busca=loja+1'],
  ['recebidas', 'recebidas', 'situacao=responder&de=2026-11-01'],
  ['entregas', 'webhooks/entregas', 'situacao=falhou&ate=2026-11-30'],
])('a filter of %s is saved under a name, opened and removed', async (lista, path, filter) => {
  const whole = (await ana.get(`${base}/${path}`)).text;
  expect(whole).not.toContain('Salvar este filtro');
  const list = (await ana.get(`${base}/${path}?${filter}&pagina=1`)).text;
  const [, form = ''] = /href="([^"]+)"\s*>Salvar este filtro/.exec(list) ?? [];
  const asked = await ana.get(form.replaceAll('&amp;', '&'));
  const [, filtro = ''] = /name="filtro" value="([^"]*)"/.exec(asked.text) ?? [];
  const saved = await save(ana, lista, filtro.replaceAll('&amp;', '&'), ' Minhas  notas ');
  expect([saved.status, saved.location]).toEqual([303, `${base}/${path}?${filter}&feito=filtro-salvo`]);
  const shown = (await ana.get(saved.location!)).text;
  expect(shown).toContain('o filtro está salvo');
  expect(barOf(shown)).toEqual({ 'Minhas notas': `${base}/${path}?${filter}` });
  expect(barOf((await ana.get(`${base}/${path}`)).text)).toEqual(barOf(shown));
  const [, removal = ''] = /action="([^"]+\/remover)"/.exec(shown) ?? [];
  const removed = await ana.post(removal);
  expect(removed.location).toBe(`${base}/${path}?${filter}&feito=filtro-removido`);
  expect(barOf((await ana.get(removed.location!)).text)).toEqual({});
});

test('a name that is there takes the new filter, one that is none is refused beside its field, and there are twenty at most', async () => {
  const bia = await panel.person(own.id);
  await save(bia, 'notas', 'situacao=DRAFT', 'Meus');
  await save(bia, 'notas', 'situacao=CANCELLED&pagina=7&outro=1', 'Meus');
  expect(barOf((await bia.get(`${base}/notas`)).text)).toEqual({ Meus: `${base}/notas?situacao=CANCELLED` });
  for (const name of ['', '   ', 'x'.repeat(61)]) {
    const { status, text } = await save(bia, 'notas', 'situacao=DRAFT', name);
    expect([status, text]).toEqual([400, expect.stringMatching(/aria-invalid="true"/)]);
  }
  for (let at = 2; at <= 20; at += 1) expect((await save(bia, 'notas', 'situacao=DRAFT', `v${at}`)).status).toBe(303);
  const { status, text } = await save(bia, 'notas', 'situacao=DRAFT', 'v21');
  expect([status, text]).toEqual([400, expect.stringContaining('Já há 20 filtros salvos')]);
  expect((await save(bia, 'nada', '', 'x')).status).toBe(404);
});

test('what somebody writes in it is text, and leads nowhere but to the list', async () => {
  const caio = await panel.person(own.id);
  await save(caio, 'notas', `busca=${encodeURIComponent(attack)}&//evil.example`, attack);
  const { text } = await caio.get(`${base}/notas`);
  expect(text).toContain('&lt;b&gt;');
  expect(text).not.toMatch(/<b>"'|evil\.example/);
  const long = await save(caio, 'notas', `busca=${'é'.repeat(400)}`, 'Longo');
  expect(long.status).toBe(400);
});

test('it is the person’s own, in that company, also of who may only look; of deliveries only of who may see them', async () => {
  const reader = await panel.person(own.id, 'COMPANY_READER');
  expect((await save(reader, 'notas', 'situacao=REJECTED', 'Do leitor')).status).toBe(303);
  expect((await save(reader, 'entregas', 'situacao=falhou', 'x')).status).toBe(404);
  const list = (await reader.get(`${base}/notas?situacao=REJECTED`)).text;
  expect(barOf(list)).toHaveProperty('Do leitor');
  const dora = await panel.person(own.id);
  expect(barOf((await dora.get(`${base}/notas?situacao=REJECTED`)).text)).toEqual({});
  const [, removal = ''] = /action="([^"]+\/remover)"/.exec(list) ?? [];
  expect((await dora.post(removal)).status).toBe(404);
  expect((await reader.post(removal)).status).toBe(303);
});

test('the database holds both walls: the company’s, and within it the person’s', async () => {
  const [eva, fabio] = [await panel.person(own.id), await panel.person(own.id)];
  await save(eva, 'notas', 'situacao=DRAFT', 'Da Eva');
  const acting = (id: string, company = own.id) => ({
    id: company,
    actor: { kind: 'PERSON', id, name: 'x', office: null } as Actor,
  });
  const all = `select name from saved_view`;
  expect(await administering(panel.own, acting(eva.id), (em) => em.execute(all))).toEqual([{ name: 'Da Eva' }]);
  expect(await administering(panel.own, acting(fabio.id), (em) => em.execute(all))).toEqual([]);
  expect(await administering(panel.own, acting(eva.id, other.id), (em) => em.execute(all))).toEqual([]);
  const forEva = (company: string) =>
    `insert into saved_view (id, person_id, company_id, list, name, query, created_at)
     values (gen_random_uuid(), '${eva.id}', '${company}', 'NOTES', 'y', '', now())`;
  const walled = /violates row-level security/;
  await expect(administering(panel.own, acting(fabio.id), (em) => em.execute(forEva(own.id)))).rejects.toThrow(walled);
  await expect(administering(panel.own, acting(eva.id), (em) => em.execute(forEva(other.id)))).rejects.toThrow(walled);
  const taken = `update saved_view set query = '' returning id`;
  expect(await administering(panel.own, acting(fabio.id), (em) => em.execute(taken))).toEqual([]);
  await expect(onlyReading(() => administering(panel.own, acting(eva.id), (em) => em.execute(taken)))).rejects.toThrow(
    /read-only transaction/,
  );
  await expect(inCompany(panel.own, own.id, (em) => em.execute(all))).rejects.toThrow(/permission denied/);
  const apiOrm = await patientOrm(byLogin(panel.database, 'api'));
  await expect(inCompany(apiOrm, own.id, (em) => em.execute(all))).rejects.toThrow(/permission denied/);
  await apiOrm.close();
  expect(await acrossCompanies(panel.orm).execute(`${all} where name = 'y'`)).toEqual([]);
});
