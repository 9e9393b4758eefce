import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Company } from '../../../domain/companies/company.entity.ts';
import type { DistributionSource } from '../../../domain/received/kinds.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { takeFiles } from '../../../operations/past/take-files.ts';
import { pastCancellation } from '../../support/samples/past-files.ts';
import { ret, summary } from './distributor.ts';
import { openScene, type Scene } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterEach(() => scene.distributor.script(null));
afterAll(() => scene?.close());

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
const minute = 60_000;

test.each(['NFE', 'NFSE'] as const)(
  '%s: every lot is fetched at once, in order, and then an hour and a margin pass',
  async (source) => {
    const company = await scene.openCompany();
    scene.distributor.publish(source, company.taxId, 120);
    const outlook = await visit(company, source);
    expect(await scene.files(company, source)).toEqual(upTo(120));
    const row = await scene.row(company, source);
    const maxNsu = source === 'NFE' ? 120n : null;
    expect(row).toMatchObject({ lastNsu: 120n, maxNsu, status: 'ACTIVE', reason: null });
    const waitMs = row.nextVisitAt.getTime() - row.askedAt!.getTime();
    expect(waitMs).toBeGreaterThanOrEqual(61 * minute);
    expect(waitMs).toBeLessThanOrEqual(64 * minute);
    expect(row.notBefore.getTime() - row.answeredAt!.getTime()).toBe(60 * minute);
    expect(outlook!.waitMs).toBeGreaterThan(60 * minute);
    expect(outlook!.details).toContain('120');
    expect(askedBy(company).map(({ after }) => after)).toEqual([0, 50, 100]);
  },
);

test('every question is in the record of calls, with the answer but without the documents in it', async () => {
  const company = await scene.openCompany();
  for (const source of ['NFE', 'NFSE'] as const) {
    scene.distributor.publish(source, company.taxId, 2);
    await visit(company, source);
  }
  const calls = await scene.calls(company);
  expect(calls.map(({ service, subject, cStat }) => ({ service, subject, cStat }))).toEqual([
    { service: 'NFeDistribuicaoDFe', subject: 'distribution NFE 0', cStat: '138' },
    { service: 'NfseDistribuicao', subject: 'distribution NFSE 0', cStat: 'DOCUMENTOS_LOCALIZADOS' },
  ]);
  const [nfe = '', nfse = ''] = calls.map(({ answer }) => answer ?? '');
  expect(nfe).toContain('NSU="000000000000002"');
  expect(nfse).toContain('"NSU":2');
  for (const answer of [nfe, nfse]) expect(answer).not.toMatch(/H4sI/); // gzip in base64
});

test('before the hour is over a visit asks nothing, and afterwards what is new', async () => {
  const company = await scene.openCompany();
  await visit(company, 'NFE');
  expect(await visit(company, 'NFE')).toMatchObject({ waitMs: expect.any(Number) });
  expect(askedBy(company)).toHaveLength(1);
  scene.distributor.publish('NFE', company.taxId, 3);
  scene.pass(65);
  await visit(company, 'NFE');
  expect(await scene.files(company, 'NFE')).toEqual([1, 2, 3]);
  expect(askedBy(company).map(({ isEarly }) => isEarly)).toEqual([false, false]);
});

test('an event that came as a file and waits for its note is among the received documents with it', async () => {
  const company = await scene.openCompany();
  const [, accessKey = ''] = /<chNFe>(\d+)/.exec(summary(1)) ?? [];
  const taken = await takeFiles(scene.orm, company, [pastCancellation(accessKey, '135', 'HOMOLOGATION')]);
  expect(taken).toMatchObject({ refused: [], stored: { AWAITING_EVENT: 1 } });
  scene.distributor.publish('NFE', company.taxId, 2);
  await visit(company, 'NFE');
  const rows = (text: string) => acrossCompanies(scene.orm).execute(text, [company.id]);
  const received = await rows(
    `select event_code as code, status from received_document where company_id = ? order by access_key, event_code`,
  );
  expect(received).toEqual([
    { code: '', status: 'CANCELLED' },
    { code: '110111', status: 'REGISTERED' },
    { code: '', status: 'AUTHORIZED' },
  ]);
  expect(await rows('select id from past_note_event where company_id = ?')).toEqual([]);
  expect(await scene.row(company, 'NFE')).toMatchObject({ lastNsu: 2n });
});

test('many visits at once are one question', async () => {
  const company = await scene.openCompany();
  const row = await scene.row(company, 'NFE');
  await Promise.all(Array.from({ length: 10 }, () => scene.visit(row)));
  expect(askedBy(company)).toHaveLength(1);
});

test('656: the NSU stays, the hour begins anew, and the second in a row shows with the NSU that they name', async () => {
  const company = await scene.openCompany();
  scene.distributor.publish('NFE', company.taxId, 1);
  await visit(company, 'NFE');
  scene.distributor.script((_, response) => response.end(ret({ cStat: 656, ultNSU: 77, maxNSU: 0 })));
  scene.pass(65);
  await visit(company, 'NFE');
  const once = await scene.row(company, 'NFE');
  expect(once).toMatchObject({ status: 'THROTTLED', lastNsu: 1n, maxNsu: 1n, cStat: '656', throttledNsu: 77n });
  expect(once.notBefore.getTime() - once.answeredAt!.getTime()).toBe(61 * minute);
  expect(once.nextVisitAt.getTime() - once.answeredAt!.getTime()).toBeGreaterThanOrEqual(62 * minute);
  scene.pass(66);
  await visit(company, 'NFE');
  const twice = await scene.row(company, 'NFE');
  expect(twice).toMatchObject({ status: 'THROTTLED_TWICE', throttledTimes: 2, lastNsu: 1n });
  expect(twice.reason).toContain('77');
  scene.distributor.script(null);
  scene.pass(66);
  await visit(company, 'NFE');
  expect(await scene.row(company, 'NFE')).toMatchObject({ status: 'ACTIVE', reason: null, throttledTimes: 0 });
});

test('656 to one branch keeps the other branches silent too, without a question', async () => {
  const [head, branch] = [
    await scene.openCompany({ taxId: '45723174000110' }),
    await scene.openCompany({ taxId: '45723174000200' }),
  ];
  scene.distributor.script((_, response) => response.end(ret({ cStat: 656, ultNSU: 0, maxNSU: 0 })));
  await visit(head, 'NFE');
  scene.distributor.script(null);
  await visit(branch, 'NFE');
  expect(askedBy(branch)).toHaveLength(0);
  const row = await scene.row(branch, 'NFE');
  expect(row).toMatchObject({ status: 'THROTTLED', lastNsu: 0n, askedAt: null });
  expect(row.reason).toContain('656');
  const told = await scene.row(head, 'NFE');
  expect(row.notBefore.getTime()).toBeGreaterThanOrEqual(told.answeredAt!.getTime() + 60 * minute);
  expect(row.nextVisitAt.getTime()).toBeGreaterThanOrEqual(row.notBefore.getTime() + minute);
  expect(await scene.calls(branch)).toHaveLength(0);
});

test('an NSU lower than ours moves nothing and shows', async () => {
  const company = await scene.openCompany();
  scene.distributor.publish('NFE', company.taxId, 10);
  await visit(company, 'NFE');
  scene.distributor.script((_, response) => response.end(ret({ cStat: 138, ultNSU: 5, maxNSU: 10, after: 3 })));
  scene.pass(65);
  await visit(company, 'NFE');
  const row = await scene.row(company, 'NFE');
  expect(row).toMatchObject({ lastNsu: 10n, status: 'FAILING' });
  expect(row.reason).toMatch(/NSU 5\b.*10/);
  expect(await scene.files(company, 'NFE')).toEqual(upTo(10));
});

test('an answer that promises more and brings nothing on is no leave to ask at once', async () => {
  const company = await scene.openCompany();
  scene.distributor.script((_, response) => response.end(ret({ cStat: 137, ultNSU: 0, maxNSU: 9 })));
  await visit(company, 'NFE');
  expect(askedBy(company)).toHaveLength(1);
  expect((await scene.row(company, 'NFE')).nextVisitAt.getTime()).toBeGreaterThan(
    scene.parts.now().getTime() + 60 * minute,
  );
});

test('without a certificate it pauses without a question, and looks again an hour later', async () => {
  const company = await scene.openCompany();
  await acrossCompanies(scene.orm).execute('delete from certificate where company_id = ?', [company.id]);
  const before = await scene.row(company, 'NFE');
  const outlook = await visit(company, 'NFE');
  const row = await scene.row(company, 'NFE');
  expect(row).toMatchObject({ status: 'PAUSED', askedAt: null, notBefore: before.notBefore });
  expect(row.reason).toContain('certificado');
  expect(outlook!.waitMs).toBeGreaterThan(59 * minute);
  expect(outlook!.details).toContain('certificado');
  expect(askedBy(company)).toHaveLength(0);
});

test.each([{ isActive: false }, { environment: 'PRODUCTION' as const }])(
  'a company that is %j now is asked for no more',
  async (change) => {
    const company = await scene.openCompany();
    await acrossCompanies(scene.orm).nativeUpdate(Company, { id: company.id }, change);
    expect(await visit(company, 'NFE')).toBeNull();
    expect(askedBy(company)).toHaveLength(0);
  },
);

async function visit(company: Company, source: DistributionSource) {
  return scene.visit(await scene.row(company, source));
}

function askedBy({ taxId }: Company) {
  return scene.distributor.asked.filter((asked) => asked.taxId === taxId);
}
