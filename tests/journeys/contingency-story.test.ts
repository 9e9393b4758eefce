import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Company } from '../../domain/companies/company.entity.ts';
import { faultsInBooks } from '../support/checks/books.ts';
import { untilSettled, summary } from '../support/checks/until-settled.ts';
import { insisted, keepCallSnapshots, refusedAgain, sentToShut } from '../support/checks/shut-services.ts';
import type { Erp } from '../support/clients/erp.ts';
import { couponSale, noteSaleIn, shopIn } from '../support/clients/till.ts';
import { seedOfStories as seed, stories } from '../support/faults/kills.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';

vi.setConfig({ testTimeout: 1_200_000 + stories * 180_000 });

/** Each story runs in both states at once: their authorizers are independent. */
const states = ['SP', 'MG'] as const;
type State = (typeof states)[number];
const paceSeconds = 1;
const timeoutMs = 2_000;
/** How late a message may be refused after the first refusal: it may have been under way, and the judge needs time to learn of it. */
const graceMs = timeoutMs + paceSeconds * 1_000 + 2_000;

type Model = '55' | '65';
type Step =
  | { do: 'sell'; what: 'NFE' | 'NFCE'; shop: number }
  | { do: 'line'; line: 'REFUSED' | 'RESET' | 'BLACK_HOLE' | 'OPEN'; model: Model }
  | { do: 'service'; status: 'PAUSED' | 'STOPPED' | 'OPERATING'; model: Model }
  | { do: 'svc'; status: 'OPERATING' | 'CLOSING' | 'OFF' }
  | { do: 'answers'; shop: number; rule: { drop?: 'after' | 'before'; latencyMs?: number; cut?: true; times: number } }
  | { do: 'killWorker' }
  | { do: 'clock'; seconds: number };

const model = fc.constantFrom<Model>('55', '65');
const shop = fc.nat(1);
const rule = fc.oneof(
  fc.record({ drop: fc.constantFrom('after' as const, 'before' as const), times: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ latencyMs: fc.constantFrom(800, 1_800, 3_000), times: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ cut: fc.constant(true as const), times: fc.constant(1) }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant('sell'), what: fc.constantFrom('NFE', 'NFCE', 'NFCE'), shop }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('line'),
      line: fc.constantFrom('REFUSED', 'RESET', 'BLACK_HOLE', 'OPEN', 'OPEN'),
      model,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('service'),
      status: fc.constantFrom('PAUSED', 'STOPPED', 'OPERATING', 'OPERATING'),
      model,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('svc'),
      status: fc.constantFrom('OPERATING', 'OPERATING', 'CLOSING', 'OFF'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('answers'), shop, rule }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('killWorker') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clock'), seconds: fc.integer({ min: 5, max: 40 }) }) },
);
const schedule = fc.array(fc.record({ step, pauseMs: fc.nat(1_200) }), { minLength: 14, maxLength: 22, size: 'max' });

let deployment: Deployment;
beforeAll(async () => {
  deployment = await openDeployment({
    settings: { LAVRA_AUTHORITY_TIMEOUT_MS: String(timeoutMs), LAVRA_STATUS_PACE_SECONDS: String(paceSeconds) },
  });
  await keepCallSnapshots(deployment.orm);
});
afterAll(() => deployment?.close());

test(`${stories} random stories of bad days end with one valid note a sale, no number without a fate, all in time, and nothing sent to a service that was off`, async () => {
  let told = 0;
  await fc.assert(
    fc.asyncProperty(fc.tuple(...states.map(() => schedule)), async (days) => {
      const at = told++;
      const chapters = await Promise.all(states.map((state) => openChapter(state, at)));
      await Promise.all(chapters.map((chapter, of) => tell(chapter, days[of]!)));
      await heal();
      const shops = chapters.flatMap((chapter) => chapter.shops);
      await untilSettled(deployment, shops);
      const companies = shops.map(({ company }) => company);
      expect(await faultsInBooks(deployment, companies)).toEqual([]);
      expect(await sentToShut(deployment.orm)).toEqual([]);
      expect(await refusedAgain(deployment, graceMs)).toEqual([]);
      expect(await insisted(deployment)).toEqual([]);
      process.stdout.write(`story ${at + 1}: ${await summary(deployment.orm, companies)}\n`);
    }),
    // No shrinking: each story takes half a minute. A failure is reported as it is, and its seed repeats it.
    { numRuns: stories, seed, endOnFailure: true },
  );
});

type Shop = { company: Company; erp: Erp };
type Chapter = { state: State; shops: Shop[] };

async function openChapter(state: State, at: number): Promise<Chapter> {
  const root = 10_000_000 + at * 100 + states.indexOf(state) * 10;
  const shops: Shop[] = [];
  for (const number of [1, 2]) shops.push(await deployment.openCompany(shopIn(state, cnpjOf(root + number))));
  return { state, shops };
}

async function tell(chapter: Chapter, day: readonly { step: Step; pauseMs: number }[]): Promise<void> {
  const sales: Promise<unknown>[] = [];
  for (const { step: next, pauseMs } of day) {
    if (next.do === 'sell') sales.push(sell(chapter, next));
    else await happen(chapter, next);
    await sleep(pauseMs);
  }
  await Promise.all(sales);
}

function sell({ state, shops }: Chapter, { what, shop: of }: Extract<Step, { do: 'sell' }>): Promise<unknown> {
  return shops[of]!.erp.insist(what === 'NFCE' ? couponSale : noteSaleIn(state));
}

let aheadSeconds = 0;
let killing: Promise<unknown> | null = null;
let rules: object[] = [];

async function happen({ state, shops }: Chapter, event: Exclude<Step, { do: 'sell' }>): Promise<void> {
  const { authority } = deployment;
  switch (event.do) {
    case 'line':
      return void (await authority.control('PUT', `/lines/${state}`, { line: event.line, model: event.model }));
    case 'service':
      return void (await authority.control('PUT', `/services/${state}`, { status: event.status, model: event.model }));
    case 'svc':
      return void (await authority.control('PUT', '/services/SVC-AN', { status: event.status, state }));
    case 'answers':
      rules = [...rules.slice(-5), { cnpj: shops[event.shop]!.company.taxId, ...event.rule }];
      return void (await authority.control('PUT', '/scenario', rules));
    case 'killWorker':
      killing ??= killWorker();
      return;
    case 'clock':
      aheadSeconds += event.seconds;
      return void (await authority.control('PUT', '/clock', { aheadSeconds }));
  }
}

async function killWorker(): Promise<void> {
  const [worker] = deployment.workers;
  await worker!.kill();
  await worker!.start();
  killing = null;
}

/** Ends the faults: every service answers again, and clocks are right. */
async function heal(): Promise<void> {
  await killing;
  rules = [];
  aheadSeconds = 0;
  for (const path of ['/scenario', '/lines', '/services', '/clock']) await deployment.authority.control('DELETE', path);
}
