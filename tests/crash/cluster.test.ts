import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { presentClusterPrograms } from '../../local/cluster/programs.ts';
import { demoSale, demoService } from '../../local/demo/sales.ts';
import { watchFor, until } from '../support/checks/until.ts';
import { killsFor } from '../support/faults/kills.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';
import { ownPorts } from '../support/servers/own-ports.ts';
import type { Part } from '../support/servers/part.ts';
import { documents, expectEachIssuedOnce, sends } from './evidence.ts';

/** In one round each service is killed once; more rounds by `CRASH_KILLS`. */
const rounds = Math.max(1, Math.floor(killsFor(10) / 10));
const callers = 4;
/** Notes that are sent between two kills. */
const notesBetween = 6;

const programs = await presentClusterPrograms();
const because = programs ? '' : ' (skipped: build the cluster first, `npm exec -- node local/cluster/build.ts`)';

(programs ? describe : describe.skip)(`on a Temporal cluster with PostgreSQL${because}`, () => {
  let deployment: Deployment;
  /** What each caller is doing now. */
  const doing: string[] = [];
  beforeAll(async () => {
    // All processes share one host and one metrics port: a process must not end because the port is taken.
    const [metrics = 0] = await ownPorts(1);
    const settings = { LAVRA_METRICS_PORT: String(metrics) };
    deployment = await openDeployment({ apis: 2, workers: 3, cluster: programs, settings });
  });
  afterAll(() => deployment?.close());

  test('APIs, workers, each service of Temporal and PostgreSQL killed under load: every note is issued once, without a gap', async () => {
    await deployment.authority.control('PUT', '/scenario', [
      { service: 'NfeAutorizacao', latencyMs: 300 },
      { service: 'NfseEmissao', latencyMs: 300 },
    ]);
    const over = new AbortController();
    const calling = Promise.all(Array.from({ length: callers }, (_, caller) => issueUntil(over.signal, caller)));
    const kills = async (): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) {
        for (const part of condemned(deployment, round)) await killUnderLoad(part);
      }
      await underWay();
    };
    await Promise.race([kills(), calling]); // fails as soon as a caller fails
    over.abort();

    const accepted = (await calling).flat();
    const kept = await documents(deployment);
    expect(kept.map(({ id }) => id).toSorted()).toEqual(accepted.toSorted());
    await expectEachIssuedOnce(deployment, accepted.length);
  });

  test('processes that find the port of their metrics taken say which setting it is and which port they have', async () => {
    const moved = /port \d+ is taken: metrics are on port \d+; set LAVRA_METRICS_PORT/g;
    expect((await deployment.workerLog()).match(moved)?.length).toBeGreaterThanOrEqual(2);
  });

  /** The parts to kill in a round: one API, one worker, every service of the cluster, and PostgreSQL. */
  function condemned({ apis, workers, cluster, postgres }: Deployment, round: number): Part[] {
    const services = Object.values(cluster ?? {});
    return [apis[round % apis.length]!, workers[round % workers.length]!, ...services, postgres];
  }

  async function killUnderLoad(part: Part): Promise<void> {
    await underWay();
    await part.kill();
    await part.start();
  }

  async function underWay(): Promise<void> {
    const before = (await sends(deployment)).size;
    const isBeyond = async (): Promise<boolean> => (await sends(deployment)).size >= before + notesBetween;
    await watchFor('notes are on their way', isBeyond).catch(async (cause: unknown) => {
      throw new Error(await whatStands(), { cause });
    });
  }

  /** Why no notes progress: stuck callers, parts that ended by themselves, what waits, and the last log lines of workers and APIs. */
  async function whatStands(): Promise<string> {
    const { apis, workers, cluster, postgres } = deployment;
    const fallen = [...apis, ...workers, ...Object.values(cluster ?? {}), postgres].flatMap(
      (part) => part.fallen() ?? [],
    );
    const waiting = (await documents(deployment))
      .filter(({ status }) => status === 'PROCESSING')
      .map(
        ({ id, runId, waitingFor }) =>
          `${id} waits for ${waitingFor ?? 'nothing that is told'}, run ${runId ?? 'none'}`,
      );
    const last = (log: string): string[] => log.trimEnd().split('\n').slice(-15);
    const lines = [...last(await deployment.workerLog()), ...last(await deployment.apiLog())];
    const calling = doing.map((what, caller) => `caller ${caller} ${what}`);
    return ['no note is on its way', ...calling, ...fallen, ...waiting, ...lines].join('\n');
  }

  /** Posts notes one after the other, goods and services in turn, until the signal. @returns the ids that were accepted */
  async function issueUntil(signal: AbortSignal, caller: number): Promise<string[]> {
    const accepted: string[] = [];
    while (!signal.aborted) {
      const sold = (accepted.length + caller) % 2 === 0 ? demoSale : demoService;
      doing[caller] = 'posts';
      const { id, status, body, met } = await deployment.erp.insist(sold);
      expect({ wasAccepted: status === 201 || status === 200, status, body, met }).toMatchObject({ wasAccepted: true });
      accepted.push(id);
      await until('the note is settled', async () => {
        const { status, body } = await deployment.erp.call('GET', `/v1/fiscal-documents/${id}`);
        doing[caller] = `waits for ${id}, and is answered ${status}, ${String(body['status'])}`;
        return status === 200 && body['status'] !== 'PROCESSING';
      });
    }
    return accepted;
  }
});
