import { afterAll, beforeAll, expect, test } from 'vitest';
import { PortfolioPart } from '../../domain/accounts/person.entity.ts';
import { lavraItself } from '../../domain/audit/actor.ts';
import type { CompanySettings } from '../../domain/companies/settings.ts';
import { taxIdMask } from '../../domain/masks.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { lawTables } from '../../domain/taxation/law-tables.ts';
import { acrossCompanies, inCompany, inPortfolio } from '../../operations/in-company.ts';
import { portfolioReadiness } from '../../operations/readiness/portfolio.ts';
import { companyReadiness } from '../../operations/readiness/company.ts';
import { newCompany, shopSettings } from '../api/fixture.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Made = Awaited<ReturnType<typeof newCompany>>['company'];
let panel: Panel;
let office: Office;
let admin: Awaited<ReturnType<Panel['member']>>;
let here: string;
const firms: Record<'ready' | 'bare' | 'ending' | 'services' | 'empty' | 'used', Made> = {} as never;

const rates = lawTables({});
const plain = (text: string): string => text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const nfse: NonNullable<CompanySettings['nfse']> = {
  ...{ series: 7, simplesOption: null, simplesAssessment: null, specialRegime: '0', defaultTemplateId: null },
  municipality: { isOnNationalSystem: false, asOf: '2026-11-01' },
};

beforeAll(async () => {
  panel = await startPanel();
  ({ office } = await newOffice(panel.orm));
  const made = async (options: Parameters<typeof newCompany>[1]) => (await newCompany(panel.orm, options)).company;
  firms.ready = await made({ settings: { ...shopSettings, receitaRegime: 'OTHER' } });
  firms.bare = await made({ certificateEnds: null });
  firms.ending = await made({ certificateEnds: inDays(10) });
  firms.services = await made({ settings: { ...shopSettings, stateRegistration: null, nfse } });
  firms.empty = await made({ settings: null });
  firms.used = await made({
    environment: 'PRODUCTION',
    settings: { ...shopSettings, series: { '55': 1, '65': 2 }, monthlyQuota: 0 },
  });
  for (const company of Object.values(firms)) {
    await linkOf(panel.orm, office, company, { issuingAllowed: company === firms.ready });
  }
  await acrossCompanies(panel.orm).execute(
    `insert into number_series (company_id, environment, model, series, next_number) values (?, 'HOMOLOGATION', '55', 1, 42)`,
    [firms.ready.id],
  );
  admin = await panel.member({ officeId: office.id, role: 'OFFICE_ADMIN' });
  here = `/c/${office.taxId}/prontidao`;
});
afterAll(() => panel.close());

/** The rows of the list, by tax id. */
async function rowsAt(query: string, person: Pick<typeof admin, 'get'> = admin): Promise<Map<string, string>> {
  const { text } = await person.get(`${here}${query}`);
  const rows = (text.split('<tbody>')[1] ?? '').split('<tr>').slice(1);
  return new Map(rows.map((row) => [/prontidao\/([0-9A-Z]{14})/.exec(row)?.[1] ?? '', plain(row)]));
}

test('each company of the portfolio is as ready as it is alone, by one statement', async () => {
  const now = new Date();
  const acting = { id: office.id, taxId: office.taxId, name: office.name, actor: lavraItself, part: null };
  let statements = 0;
  const all = await inPortfolio(panel.own, acting, async (em) => {
    const execute = em.execute.bind(em);
    em.execute = ((...asked: Parameters<typeof execute>) => {
      statements += 1;
      return execute(...asked);
    }) as typeof em.execute;
    return portfolioReadiness(em, { rates, now });
  });
  expect([all.length, statements]).toEqual([6, 1]);
  for (const { taxId, types, issues, certificateEnds } of all) {
    const company = Object.values(firms).find((each) => each.taxId === taxId)!;
    const { settings } = company;
    const itself = { ...company, settings: settings ?? null, actor: lavraItself };
    const own = await inCompany(panel.orm, company.id, (em) => companyReadiness(em, itself as never, { rates, now }));
    expect(certificateEnds).toEqual(own.certificateEnds);
    for (const { type, issues: found, warnings } of types) {
      const { issues: alone, warnings: known } = { NFE: own.nfe, NFCE: own.nfce, NFSE: own.nfse }[type];
      expect([taxId, type, found, warnings]).toEqual([taxId, type, alone, known]);
    }
    if (types.length === 0) expect(issues).toEqual(own.nfe.issues);
  }
});

test('a row tells the certificate, what is issued and what keeps it from that, without commands', async () => {
  const rows = await rowsAt('');
  const of = (company: Made): string => rows.get(company.taxId) ?? '';
  expect(of(firms.ready)).toMatch(/NF-e : pronta Nada impede Você pode emitir/);
  expect(of(firms.bare)).toMatch(/Sem certificado NF-e : impedida A empresa não tem certificado A1/);
  expect(of(firms.ending)).toMatch(/10 dias NF-e : pronta Nada impede Você não pode emitir/);
  expect(of(firms.services)).toMatch(/NFS-e : impedida São Paulo não emite pela SEFIN Nacional/);
  expect(of(firms.services)).not.toContain('NF-e : ');
  expect(of(firms.empty)).toContain('Nada ainda');
  expect(of(firms.used)).toMatch(/NF-e : impedida NFC-e : impedida A cota de documentos do mês está esgotada/);
  expect([...rows.values()].join(' ')).not.toMatch(/"lavra|POST \/v1/);
});

test('tabs and search narrow it, a clerk sees her part, and what makes no sense is reported', async () => {
  const of = async (query: string) => [...(await rowsAt(query)).keys()].toSorted();
  const ids = (...some: Made[]) => some.map(({ taxId }) => taxId).toSorted();
  expect(await of('?situacao=prontas')).toEqual(ids(firms.ready, firms.ending));
  expect(await of('?situacao=certificado')).toEqual(ids(firms.ending));
  expect(await of('?situacao=impedidas')).toEqual(ids(firms.bare, firms.services, firms.empty, firms.used));
  expect(await of('?situacao=sem-permissao')).not.toContain(firms.ready.taxId);
  expect(await of(`?busca=${firms.bare.taxId}`)).toEqual(ids(firms.bare));
  expect((await admin.get(`${here}?busca=%00`)).status).toBe(400);
  const clerk = await panel.member({ officeId: office.id, role: 'OFFICE_CLERK' });
  const em = acrossCompanies(panel.orm);
  const [membership] = await em.execute<{ id: string }[]>('select id from membership where person_id = ?', [clerk.id]);
  em.create(PortfolioPart, { membership: membership!.id, company: firms.bare.id, office: office.id });
  await em.flush();
  expect([...(await rowsAt('', clerk)).keys()]).toEqual(ids(firms.bare));
  expect((await clerk.get(`${here}/${firms.ready.taxId}`)).status).toBe(404);
});

test('the page of a company leads to its own pages, to issue where that is allowed to who looks', async () => {
  const own = await admin.get(`${here}/${firms.ready.taxId}`);
  expect(plain(own.text)).toMatch(/Pronta\. .*Série .* 1 42/);
  expect(own.text).toContain(`/e/${firms.ready.taxId}/notas/nova`);
  expect(plain((await admin.get(`/e/${firms.ready.taxId}/notas/nova`)).text)).toContain(
    `Pelo escritório ${office.name}`,
  );
  const others = await admin.get(`${here}/${firms.bare.taxId}`);
  expect(others.text).not.toContain('notas/nova');
  expect(plain(others.text)).toContain('peça a quem a administra que corrija');
  const reader = await panel.member({ officeId: office.id, role: 'OFFICE_READER' });
  expect((await reader.get(`${here}/${firms.ready.taxId}`)).text).not.toContain('notas/nova');
  const { company: foreign } = await newCompany(panel.orm);
  for (const wrong of [foreign.taxId, taxIdMask(firms.ready.taxId).replace('/', ''), 'x']) {
    expect((await admin.get(`${here}/${wrong}`)).status).toBe(404);
  }
});
