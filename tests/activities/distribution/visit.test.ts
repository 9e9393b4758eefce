import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { openScene, type Scene } from './scene.ts';

jest.setTimeout(120_000);

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterEach(() => scene.distributor.script(null));
afterAll(() => scene?.close());

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

test.each(['NFE', 'NFSE'] as const)(
  '%s: every lot is fetched at once, in order, and then an hour and a margin pass',
  async (source) => {
    const company = await scene.openCompany();
    scene.distributor.publish(source, company.taxId, 120);
    const outlook = await scene.visit(await scene.row(company, source));
  expect(await scene.files(company, source)).toEqual(upTo(120));
    const row = await scene.row(company, source);
    expect(row).toMatchObject({
      lastNsu: 120n,
      maxNsu: source === 'NFE' ? 120n : null,
      status: 'ACTIVE',
      reason: null,
    });
    const waitMs = row.notBefore.getTime() - row.askedAt!.getTime();
    expect(waitMs).toBeGreaterThanOrEqual(61 * 60_000);
    expect(waitMs).toBeLessThanOrEqual(64 * 60_000);
    expect(row.nextVisitAt).toEqual(row.notBefore);
    expect(outlook!.waitMs).toBeGreaterThan(60 * 60_000);
    expect(outlook!.details).toContain('120');
    const asked = scene.distributor.asked.filter(({ taxId }) => taxId === company.taxId);
    expect(asked.map(({ after }) => after)).toEqual([0, 50, 100]);
  },
);
