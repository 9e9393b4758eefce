import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { Distribution } from '../../../domain/received/distribution.entity.ts';
import type { DistributionSource } from '../../../domain/received/kinds.ts';
import { until } from '../../support/checks/until.ts';
import { type Reply, ret } from './distributor.ts';
import { openScene, type Scene, withoutDistributor } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterEach(() => scene.distributor.script(null));
afterAll(() => scene?.close());

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
const minute = 60_000;

const faults: [string, Reply, Partial<Distribution>, { allowedWithin: number; triedWithin: number }][] = [
  [
    'an answer cut in the middle may have been one',
    (_, response) => {
      response.writeHead(200, { 'content-length': 1_000 });
      response.write('<soap');
      setTimeout(() => response.destroy(), 20);
    },
    { status: 'FAILING' },
    { allowedWithin: 65, triedWithin: 65 },
  ],
  [
    'an answer that is none may have been one',
    (_, response) => response.end('<html>Manutenção</html>'),
    { status: 'FAILING' },
    { allowedWithin: 65, triedWithin: 65 },
  ],
  [
    'HTTP 500 may have come after the question was counted',
    (_, response) => response.writeHead(500).end('erro'),
    { status: 'FAILING' },
    { allowedWithin: 65, triedWithin: 65 },
  ],
  [
    'HTTP 503 was no answer to anything',
    (_, response) => response.writeHead(503).end('fora'),
    { status: 'FAILING' },
    { allowedWithin: 0, triedWithin: 1 },
  ],
  [
    'a service that is paused asks nothing of us',
    (_, response) => response.end(ret({ cStat: 108, ultNSU: 0, maxNSU: 0 })),
    { status: 'FAILING', cStat: '108' },
    { allowedWithin: 0, triedWithin: 1 },
  ],
  [
    'HTTP 403 is about the certificate',
    (_, response) => response.writeHead(403).end(),
    { status: 'PAUSED' },
    { allowedWithin: 1, triedWithin: 60 },
  ],
  [
    '593 is about the certificate',
    (_, response) => response.end(ret({ cStat: 593, ultNSU: 0, maxNSU: 0 })),
    { status: 'PAUSED', cStat: '593' },
    { allowedWithin: 1, triedWithin: 60 },
  ],
  [
    'any other refusal would only come again',
    (_, response) => response.end(ret({ cStat: 489, ultNSU: 0, maxNSU: 0 })),
    { status: 'FAILING', cStat: '489' },
    { allowedWithin: 64, triedWithin: 64 },
  ],
];

test.each(faults)('%s', async (_name, reply, expected, { allowedWithin, triedWithin }) => {
  const company = await scene.openCompany();
  scene.distributor.publish('NFE', company.taxId, 2);
  scene.distributor.script(reply);
  await visit(company, 'NFE');
  const row = await scene.row(company, 'NFE');
  expect(row).toMatchObject({ ...expected, lastNsu: 0n, reason: expect.any(String) });
  const now = scene.parts.now().getTime();
  const minutes = (at: Date): number => (at.getTime() - now) / minute;
  expect(minutes(row.notBefore)).toBeLessThanOrEqual(allowedWithin);
  expect(minutes(row.notBefore)).toBeGreaterThanOrEqual(allowedWithin >= 60 ? 59.9 : -1);
  expect(minutes(row.nextVisitAt)).toBeLessThanOrEqual(triedWithin);
  expect(minutes(row.nextVisitAt)).toBeGreaterThan(triedWithin >= 60 ? 59 : 0.5);
  scene.distributor.script(null);
  scene.pass(66);
  await visit(company, 'NFE');
  expect(await scene.files(company, 'NFE')).toEqual([1, 2]);
  expect(await scene.row(company, 'NFE')).toMatchObject({ status: 'ACTIVE', reason: null, failures: 0 });
});

test('where certainly nothing was sent the hour is given back', async () => {
  const company = await scene.openCompany();
  const row = await scene.row(company, 'NFE');
  await withoutDistributor(scene, () => scene.visit(row));
  const failed = await scene.row(company, 'NFE');
  expect(failed).toMatchObject({ status: 'FAILING', failures: 1 });
  expect(failed.notBefore <= scene.parts.now()).toBe(true);
  expect((await scene.calls(company)).at(-1)?.fault).toMatch(/^not_sent:/);
  await scene.visit(row);
  expect(askedBy(company)).toHaveLength(0);
  scene.pass(2);
  await scene.visit(row);
  expect(askedBy(company)).toHaveLength(1);
});

const lostAmidQueue = [
  // The Ambiente Nacional accepts only the ultNSU that it answered last, even if that answer was lost, until an hour has passed.
  { source: 'NFE', minutes: [60, 66] },
  { source: 'NFSE', minutes: [0, 5] },
] as const;
test.each(lostAmidQueue)('an answer of $source that got lost while there was more', async ({ source, minutes }) => {
  const company = await scene.openCompany();
  scene.distributor.publish(source, company.taxId, 60);
  scene.distributor.script((asked, response) =>
    asked.after === 50 ? response.destroy() : scene.distributor.usual(asked, response),
  );
  await visit(company, source);
  const row = await scene.row(company, source);
  expect(row).toMatchObject({ status: 'FAILING', lastNsu: 50n });
  const waits = (row.notBefore.getTime() - scene.parts.now().getTime()) / minute;
  expect(waits).toBeGreaterThan(minutes[0]);
  expect(waits).toBeLessThan(minutes[1]);
  scene.distributor.script(null);
  scene.pass(minutes[1]);
  await visit(company, source);
  expect(await scene.files(company, source)).toEqual(upTo(60));
});

test('two answers in the wrong order: the later one has moved the NSU, and the earlier lot is dropped', async () => {
  const company = await scene.openCompany();
  scene.distributor.publish('NFE', company.taxId, 2);
  const row = await scene.row(company, 'NFE');
  const held = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  scene.distributor.script(async (asked, response) => {
    scene.distributor.script(null);
    arrived.resolve();
    await held.promise;
    response.end(ret({ cStat: 138, ultNSU: 1, maxNSU: 2, after: 0 }));
  });
  const first = scene.visit(row);
  await arrived.promise;
  scene.pass(70);
  await scene.visit(row);
  const after = await scene.row(company, 'NFE');
  expect(after.lastNsu).toBe(2n);
  held.resolve();
  await first;
  expect(await scene.row(company, 'NFE')).toMatchObject({ lastNsu: 2n, notBefore: after.notBefore });
  expect(await scene.files(company, 'NFE')).toEqual([1, 2]);
});

test('a worker that dies between the claim and the answer costs an hour, and no document', async () => {
  const company = await scene.openCompany();
  scene.distributor.publish('NFE', company.taxId, 2);
  const row = await scene.row(company, 'NFE');
  const dead = Promise.withResolvers<never>();
  const die = vi.spyOn(scene.parts.wire, 'say').mockImplementationOnce(() => dead.promise);
  const visiting = scene.visit(row);
  const claimed = await untilClaimed(company);
  expect(claimed.notBefore.getTime() - claimed.askedAt!.getTime()).toBeGreaterThanOrEqual(62 * minute);
  die.mockRestore();
  await scene.visit(row);
  expect(askedBy(company)).toHaveLength(0);
  scene.pass(66);
  await scene.visit(row);
  expect(await scene.files(company, 'NFE')).toEqual([1, 2]);
  const after = await scene.row(company, 'NFE');
  dead.reject(new Error('the end of a test'));
  await visiting;
  expect(await scene.row(company, 'NFE')).toMatchObject({ status: 'ACTIVE', notBefore: after.notBefore });
});

test('an answer that could not be written because the database was away for a moment is written, and not asked for again', async () => {
  const company = await scene.openCompany();
  scene.distributor.publish('NFE', company.taxId, 2);
  const away = Object.assign(new Error('Connection terminated'), { code: '57P01' });
  const steps = vi.spyOn(scene.parts, 'steps');
  let times = 0;
  steps.mockImplementation(async (step) => {
    times += 1;
    if (times === 4) throw away; // the steps are standing, claim, opening, writing
    return step();
  });
  await visit(company, 'NFE');
  steps.mockRestore();
  expect(await scene.files(company, 'NFE')).toEqual([1, 2]);
  expect(await scene.row(company, 'NFE')).toMatchObject({ status: 'ACTIVE', lastNsu: 2n });
  expect(askedBy(company)).toHaveLength(1);
});

test('a fault of ours after the question is written where people read it, and costs an hour, too', async () => {
  const company = await scene.openCompany();
  scene.distributor.publish('NFE', company.taxId, 2);
  const say = vi.spyOn(scene.parts.wire, 'say').mockRejectedValueOnce(new Error('a fault of ours'));
  await visit(company, 'NFE');
  say.mockRestore();
  const row = await scene.row(company, 'NFE');
  expect(row).toMatchObject({ status: 'FAILING', reason: expect.stringContaining('referência') });
  expect(row.notBefore.getTime()).toBeGreaterThan(scene.parts.now().getTime() + 61 * minute);
  expect((await scene.calls(company)).at(-1)).toMatchObject({ endedAt: expect.any(Date) });
  scene.pass(66);
  await visit(company, 'NFE');
  expect(await scene.files(company, 'NFE')).toEqual([1, 2]);
});

function untilClaimed(company: Company): Promise<Distribution> {
  return until('the claim', async () => {
    const row = await scene.row(company, 'NFE');
    return row.askedAt && row;
  });
}

async function visit(company: Company, source: DistributionSource) {
  return scene.visit(await scene.row(company, source));
}

function askedBy({ taxId }: Company) {
  return scene.distributor.asked.filter((asked) => asked.taxId === taxId);
}
