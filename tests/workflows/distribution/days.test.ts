import { Context } from '@temporalio/activity';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { distributionActivities } from '../../../activities/distribution/index.ts';
import { Company } from '../../../domain/companies/company.entity.ts';
import type { DistributionSource } from '../../../domain/received/kinds.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { distributionId, queues } from '../../../temporal/names.ts';
import { wakeDistribution } from '../../../temporal/start.ts';
import { runWorkers } from '../../../worker/worker.ts';
import { type DistributionQuestion, ret } from '../../activities/distribution/distributor.ts';
import { openScene, type Scene } from '../../activities/distribution/scene.ts';
import { untilTemporalTakes } from '../../support/checks/until.ts';
import { workflowBundle } from '../../support/servers/parts.ts';
import { timeSkippingEnvironment } from '../../support/servers/time-skipping.ts';

const hour = 3_600_000;

let scene: Scene;
let environment: TestWorkflowEnvironment;
let stopWorker: () => Promise<void>;
beforeAll(async () => {
  [scene, environment] = await Promise.all([openScene(), timeSkippingEnvironment()]);
  // The time at which Temporal scheduled the latest visit, because time is skipped between visits.
  let latest = await environment.currentTimeMs();
  scene.distributor.now = () => latest;
  scene.parts.now = () => {
    latest = Math.max(latest, Context.current().info.currentAttemptScheduledTimestampMs);
    return new Date(latest);
  };
  const worker = await Worker.create({
    ...{ connection: environment.nativeConnection, taskQueue: queues.distribution, workflowBundle },
    activities: distributionActivities(scene.parts),
    maxCachedWorkflows: 0, // each step is a replay
  });
  const stopping = new AbortController();
  const running = runWorkers([worker], stopping.signal);
  stopWorker = async () => {
    stopping.abort();
    await running;
  };
});
afterAll(async () => {
  await stopWorker();
  await environment.teardown();
  await scene.close();
});

// One workflow asks both sources: three days of one show what repeats daily, two of the other that it answers to the workflow as well.
test.each([
  ['NFE', 3],
  ['NFSE', 2],
] as const)(
  '%s through %s days: an hour between questions, 656 never earned, nothing skipped, a new run every day; earned on purpose it heals',
  async (source, days) => {
    const company = await scene.openCompany();
    const row = await scene.row(company, source);
    const { taxId } = company;
    await untilTemporalTakes(() =>
      wakeDistribution(environment.client, {
        ...{ distributionId: row.id, companyTaxId: taxId, source, environment: company.environment },
      }),
    );
    const first = await runOf(company, source);
    let published = 0;
    for (let day = 0; day < days; day += 1) {
      for (const count of [0, 3, 51, 120]) {
        scene.distributor.publish(source, taxId, count);
        published += count;
        await environment.sleep('6 hours');
      }
    }
    await environment.sleep('2 hours');
    const asked = scene.distributor.asked.filter((question) => question.taxId === taxId);
    expect(asked.filter(({ isEarly }) => isEarly)).toEqual([]);
    expect(gaps(asked).filter((gap) => gap < hour)).toEqual([]);
    expect(gaps(asked).length).toBeGreaterThan(days * 24 * 0.9);
    const files = await scene.files(company, source);
    expect(files).toEqual(Array.from({ length: published }, (_, at) => at + 1));
    expect(await scene.row(company, source)).toMatchObject({ status: 'ACTIVE', lastNsu: BigInt(published) });
    expect(await runOf(company, source)).not.toBe(first);

    scene.distributor.script((_, response) => response.end(ret({ cStat: 656, ultNSU: published, maxNSU: 0 })));
    if (source === 'NFSE') scene.distributor.script((_, response) => response.writeHead(429).end('{}'));
    await environment.sleep('150 minutes');
    expect(await scene.row(company, source)).toMatchObject({ status: 'THROTTLED_TWICE', lastNsu: BigInt(published) });
    scene.distributor.script(null);
    scene.distributor.publish(source, taxId, 1);
    await environment.sleep('80 minutes');
    expect(await scene.row(company, source)).toMatchObject({ status: 'ACTIVE', lastNsu: BigInt(published + 1) });

    await acrossCompanies(scene.orm).nativeUpdate(Company, { id: company.id }, { isActive: false });
    await environment.sleep('2 hours');
    const { status } = await environment.client.workflow.getHandle(idOf(company, source)).describe();
    expect(status.name).toBe('COMPLETED');
  },
);

/** Milliseconds between the visits that asked: within a visit no time passes here. */
function gaps(asked: DistributionQuestion[]): number[] {
  return asked.slice(1).flatMap(({ at }, index) => {
    const before = asked[index]!;
    return at === before.at ? [] : [at - before.at];
  });
}

async function runOf(company: Company, source: DistributionSource): Promise<string> {
  const { runId } = await environment.client.workflow.getHandle(idOf(company, source)).describe();
  return runId;
}

function idOf({ taxId, environment: at }: Company, source: DistributionSource): string {
  return distributionId({ source, environment: at, taxId });
}
