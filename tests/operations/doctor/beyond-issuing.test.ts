import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { lavraItself } from '../../../domain/audit/actor.ts';
import { contingencyDefaults, type ContingencySettings } from '../../../domain/companies/settings.ts';
import { Distribution } from '../../../domain/received/distribution.entity.ts';
import { shippedContingencyStates } from '../../../domain/taxation/rates/contingency.ts';
import { checkBeyondIssuing } from '../../../operations/doctor/beyond-issuing.ts';
import { acrossCompanies, administering, onlyReading } from '../../../operations/in-company.ts';
import { newCompany } from '../../api/fixture.ts';
import { byLogin, patientOrm, testDatabase } from '../../support/servers/parts.ts';

const now = new Date('2026-11-28T15:00:00Z');
let orm: Orm;
let own: Orm;
beforeAll(async () => {
  const url = await testDatabase();
  [orm, own] = await Promise.all([patientOrm(url), patientOrm(byLogin(url, 'panel'))]);
});
afterAll(() => Promise.all([orm.close(), own.close()]));

type Company = Pick<
  Awaited<ReturnType<typeof newCompany>>['company'],
  'id' | 'taxId' | 'name' | 'environment' | 'settings'
>;

/** The findings about a company by the panel's login, which may not write. */
async function found({ id, taxId, name, environment, settings = null }: Company, states = shippedContingencyStates) {
  const acting = { id, taxId, name, environment, settings, tradeName: null, actor: lavraItself };
  const findings = await onlyReading(() =>
    administering(own, acting, (em) => checkBeyondIssuing(em, acting, { states, now })),
  );
  return findings.map(({ check, status, message, mend }) => [check, status, message, mend !== undefined] as const);
}

test('of each source it says where it stands, and from when on it may be asked', async () => {
  const { company } = await newCompany(orm);
  const em = acrossCompanies(orm);
  expect(await found(company)).toContainEqual([
    ...['received', 'OK', 'NF-e: a primeira consulta é feita dentro de uma hora'],
    false,
  ]);
  const row = { company: company.id, environment: 'HOMOLOGATION', nextVisitAt: now } as const;
  const asked = { answeredAt: now, lastNsu: 4321n, notBefore: new Date('2026-11-28T15:40:00Z') };
  em.create(Distribution, { ...row, source: 'NFE', ...asked });
  const reason = 'O ambiente nacional pediu silêncio (656).';
  em.create(Distribution, { ...row, source: 'NFSE', status: 'THROTTLED_TWICE', reason, notBefore: now });
  await em.flush();
  const told = await found(company);
  expect(told).toContainEqual([
    ...['received', 'OK', 'NF-e: tudo até o NSU 4321 está aqui; pode ser consultada de novo a partir de 28/11, 12:40'],
    false,
  ]);
  expect(told).toContainEqual([
    ...['received', 'WARNING'],
    'NFS-e: ainda sem resposta; pode ser consultada de novo a qualquer momento. O ambiente nacional pediu silêncio (656)',
    true,
  ]);
});

test('without a certificate nothing is fetched', async () => {
  const { company } = await newCompany(orm, { certificateEnds: null });
  expect(await found(company)).toContainEqual([
    'received',
    'WARNING',
    'nada é buscado sem um certificado válido',
    true,
  ]);
});

test('of contingency it says what the state has, what is off, and what the state refuses', async () => {
  const { company } = await newCompany(orm);
  const { settings } = company;
  const of = async (
    series: object,
    contingency: ContingencySettings = contingencyDefaults,
    states = shippedContingencyStates,
  ) => {
    const changed = { series: { ...settings!.series, ...series }, address: { ...settings!.address, state: 'SP' } };
    const findings = await found({ ...company, settings: { ...settings!, ...changed, contingency } }, states);
    return findings
      .filter(([check]) => check === 'contingency')
      .map(([, status, message, hasMend]) => `${status} ${hasMend ? 'mend ' : ''}${message}`);
  };
  const on = { ...contingencyDefaults, nfe: 'AUTOMATIC', nfce: 'AUTOMATIC' } as const;
  const consumer = { '65': 1 };
  expect(await of({ '65': undefined })).toEqual(['OK mend NF-e: com a SEFAZ fora do ar elas esperam']);
  expect(await of(consumer, on)).toEqual([
    'OK NF-e: com a SEFAZ fora do ar, SP tem a autoridade reserva (SVC) e o evento prévio (EPEC)',
    expect.stringMatching(/^OK NFC-e: .*offline/),
  ]);
  const law = { law: 'NT de um dia', confidence: 'HIGH' } as const;
  const refusing = { ...shippedContingencyStates, refusesOffline: [{ state: 'SP', ...law }] };
  const last = async (contingency?: typeof on) => (await of(consumer, contingency, refusing)).at(-1);
  expect(await last(on)).toBe('WARNING mend NFC-e: SP recusa as emitidas offline, e a contingência está ligada');
  expect(await last()).toMatch(/^OK NFC-e: SP recusa as emitidas offline/);
});
