import { expect } from 'vitest';
import { emissionId } from '../../temporal/names.ts';
import type { Deployment } from '../support/servers/deployment.ts';
import type { Erp, Sold } from '../support/clients/erp.ts';
import { recordHistory } from '../support/checks/recorder.ts';
import { until } from '../support/checks/until.ts';

export type RecordedRuns = ReturnType<typeof recordedRuns>;

/** The requests of an ERP about documents whose runs are recorded. */
export function recordedRuns({ client }: Pick<Deployment, 'client'>, erp: Erp) {
  async function issue(sold?: Sold): Promise<string> {
    const { status, body } = await erp.issue(sold);
    expect(status).toBe(201);
    return String(body['id']);
  }

  const view = async (id: string): Promise<Record<string, unknown>> =>
    (await erp.call('GET', `/v1/fiscal-documents/${id}`)).body;

  const becomes = (id: string, status: string) =>
    until(`${id} is ${status}`, async () => (await view(id))['status'] === status);

  return {
    issue,
    view,
    becomes,

    async authorized(sold?: Sold): Promise<string> {
      const id = await issue(sold);
      await becomes(id, 'AUTHORIZED');
      return id;
    },

    /** Waits until the run waits for something other than the answer. */
    waits: (id: string) =>
      until('the run waits', async () => {
        const { status, waiting } = await view(id);
        return status === 'PROCESSING' && waiting;
      }),

    async recordEmission(id: string, end: 'AUTHORIZED' | 'REJECTED', name: string): Promise<void> {
      const workflowId = emissionId(id, 1);
      // Reconciliation makes a start that Temporal did not take in time.
      const result: unknown = await until<unknown>('the end of the run', () =>
        client.workflow.getHandle(workflowId).result(),
      );
      expect(result).toBe(end);
      await recordHistory(client, { workflowId }, name);
    },
  };
}
