import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Worker, type WorkflowBundleOption } from '@temporalio/worker';
import { bundleWorkflows } from '../../worker/bundle.ts';
import { workflowBundle } from '../support/servers/parts.ts';
import { quietRuntime } from '../support/servers/quiet-runtime.ts';

quietRuntime();
const folder = new URL('../histories/', import.meta.url);
/** Also those of earlier shapes, in folders of their own: runs that began in them may still be open. */
const histories = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));

test.each(histories)('%s replays', async (file) => {
  await expect(replayed(workflowBundle, file)).resolves.toBeUndefined();
});

test('they replay by code that also makes spans, as traces may be turned on while runs are open', async () => {
  const traced = await bundleWorkflows({ isTraced: true });
  for (const file of histories.filter((name) => withMuchAtOnce.test(name))) {
    await expect(replayed(traced, file)).resolves.toBeUndefined();
  }
});

/** Spans yield once more before each command: what could come in another order is where several things wait. */
const withMuchAtOnce = /closing|distribution|webhook|answer-lost|stopped|mended/;
const noSpans = { exporter: { export: { fn: () => {}, callDuringReplay: false } } };

function replayed(bundle: WorkflowBundleOption, file: string): Promise<void> {
  const history: unknown = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  return Worker.runReplayHistory({ workflowBundle: bundle, sinks: noSpans }, history);
}
