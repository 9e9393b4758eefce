import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Company } from '../../domain/companies/company.entity.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { faultsInBooks } from '../support/checks/books.ts';
import { untilSettled } from '../support/checks/until-settled.ts';
import { insisted, keepCallSnapshots, sentToShut } from '../support/checks/shut-services.ts';
import { until } from '../support/checks/until.ts';
import type { Answer, Erp } from '../support/clients/erp.ts';
import { couponSale, shopIn } from '../support/clients/till.ts';
import { isFullJourney, lineThatIsCut } from '../support/faults/kills.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { openServed, type Served } from '../support/servers/served.ts';

/** Half an hour of a shop. In CI one minute, as all cores are busy with other tests: there it only finds what hangs. */
const day = isFullJourney
  ? { sales: 500, seconds: 1_800, cutSeconds: 1_200, paceSeconds: 30, couponMs: 2_000, backSeconds: 300 }
  : { sales: 60, seconds: 60, cutSeconds: 40, paceSeconds: 1, couponMs: 60_000, backSeconds: 180 };
vi.setConfig({ testTimeout: (day.seconds + day.backSeconds + 1_200) * 1_000 });

let served: Served;
let shop: { company: Company; erp: Erp };
beforeAll(async () => {
  served = await openServed({ settings: { LAVRA_STATUS_PACE_SECONDS: String(day.paceSeconds) } });
  await keepCallSnapshots(served.orm);
  const { contingency, ...rest } = shopIn('SP', cnpjOf(40_000_001));
  const afterSeconds = { nfce: 1, nfe: 300 };
  shop = await served.openCompany({ ...rest, contingency: { ...contingency!, afterSeconds } });
});
afterAll(() => served?.close());

test(`a shop sells ${day.sales} coupons while its line is cut for ${day.cutSeconds} s: each is out at once, and all are authorized in their order once it is back`, async () => {
  const { authority, orm } = served;
  await sell(); // programs that have just started are slower
  const beganAt = Date.now();
  const edges = lineIsCut(beganAt);
  const coupons: Promise<Coupon>[] = [];
  for (let sale = 0; sale < day.sales; sale += 1) {
    await sleep(Math.max(0, beganAt + (sale * day.seconds * 1_000) / day.sales - Date.now()));
    coupons.push(sell());
  }
  const { backAt } = await edges;
  const sold = await Promise.all(coupons);
  const times = inOrder(sold);
  await untilSettled(served, [shop], day.backSeconds * 1_000);

  const late = await acrossCompanies(orm).find(
    Document,
    { company: shop.company.id, contingencyMode: 'OFFLINE' },
    { orderBy: { number: 'asc' } },
  );
  const lastAt = Math.max(...late.map(({ authorizationDate }) => authorizationDate!.getTime()));
  process.stdout.write(
    `${times.length} coupons: ${inWords(times)}; ${late.length} of them offline: ${inWords(inOrder(sold.filter(({ isOffline }) => isOffline)))}; ` +
      `the last late note arrived ${Math.round((lastAt - backAt) / 1_000)} s after the line was back\n`,
  );
  expect(late.length).toBeGreaterThan(day.sales / 2);
  expect(at(times, 1)).toBeLessThan(day.couponMs);
  expect((lastAt - backAt) / 1_000).toBeLessThan(day.backSeconds);
  expect(await arrivalsOf(authority, late)).toEqual(late.map(({ accessKey }) => accessKey));
  expect(await faultsInBooks(served, [shop.company])).toEqual([]);
  expect(await sentToShut(orm)).toEqual([]);
  expect(await insisted(served)).toEqual([]);
});

type Coupon = { ms: number; isOffline: boolean };

async function lineIsCut(beganAt: number): Promise<{ backAt: number }> {
  const cutAt = beganAt + ((day.seconds - day.cutSeconds) / 2) * 1_000;
  await sleep(cutAt - Date.now());
  await served.authority.control('PUT', '/lines/SP', { line: lineThatIsCut });
  await sleep(cutAt + day.cutSeconds * 1_000 - Date.now());
  await served.authority.control('DELETE', '/lines');
  return { backAt: Date.now() };
}

/** Sells at the counter, and waits until the coupon may be printed: the note is authorized, or issued offline. */
async function sell(): Promise<Coupon> {
  const soldAt = performance.now();
  const sale = couponSale(`venda ${soldAt}`);
  const { status, body } = await shop.erp.call('POST', '/v1/fiscal-documents', sale, { prefer: 'wait=10' });
  expect({ status, body }).toMatchObject({ status: 201 });
  const id = String(body['id']);
  const out = isOut(body) ? body : await until('the coupon is out', () => outOf(id));
  return { ms: Math.round(performance.now() - soldAt), isOffline: out['status'] !== 'AUTHORIZED' };
}

async function outOf(id: string): Promise<Answer['body'] | false> {
  const { body } = await shop.erp.call('GET', `/v1/fiscal-documents/${id}`);
  return isOut(body) && body;
}

function isOut({ status, contingency }: Record<string, unknown>): boolean {
  return status === 'AUTHORIZED' || (contingency as { mode: string } | null)?.mode === 'OFFLINE';
}

/** Access keys of these notes, in the order in which the authority received them. */
async function arrivalsOf(authority: Served['authority'], notes: Document[]): Promise<(string | null)[]> {
  type Exchange = { chNFe: string | null; cStat: number | null };
  const keys = new Set<string | null | undefined>(notes.map(({ accessKey }) => accessKey));
  const sent = await authority.control<Exchange[]>('GET', '/exchanges?service=NfeAutorizacao');
  return sent.filter(({ chNFe, cStat }) => cStat === 100 && keys.has(chNFe)).map(({ chNFe }) => chNFe);
}

const inOrder = (coupons: Coupon[]): number[] => coupons.map(({ ms }) => ms).toSorted((one, other) => one - other);
const inWords = (times: number[]): string =>
  `p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms, max ${at(times, 1)} ms`;
const at = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
