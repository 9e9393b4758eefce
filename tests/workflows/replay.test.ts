import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Worker, type WorkflowBundleOption } from '@temporalio/worker';
import { bundleWorkflows } from '../../worker/bundle.ts';
import { workflowBundle } from '../support/servers/parts.ts';
import { quietRuntime } from '../support/servers/quiet-runtime.ts';

quietRuntime();
const folder = new URL('../histories/', import.meta.url);
/** All histories, those of earlier shapes in their folders included: runs of such shapes may still be open. */
const histories = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));

/** What each history says against the code, null if it replays. One worker replays all, because its start takes most of the time. */
const faults = once(() => faultsOf(workflowBundle, histories));

test.each(histories)('%s replays', async (file) => {
  expect((await faults()).get(file)).toBeNull();
});

test('they replay by code that also makes spans, as traces may be turned on while runs are open', async () => {
  const traced = await bundleWorkflows({ isTraced: true });
  const some = histories.filter((name) => withMuchAtOnce.test(name));
  expect([...(await faultsOf(traced, some))].filter(([, fault]) => fault !== null)).toEqual([]);
});

/** Histories in which several things wait at once: tracing adds a yield before each command, which could change their order. */
const withMuchAtOnce = /closing|distribution|webhook|answer-lost|stopped|mended/;
const noSpans = { exporter: { export: { fn: () => {}, callDuringReplay: false } } };

async function faultsOf(bundle: WorkflowBundleOption, files: readonly string[]): Promise<Map<string, string | null>> {
  const recorded = files.map((file) => ({
    workflowId: file,
    history: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as unknown,
  }));
  const found = new Map<string, string | null>();
  for await (const { workflowId, error } of Worker.runReplayHistories(
    { workflowBundle: bundle, sinks: noSpans },
    recorded,
  )) {
    found.set(workflowId, error ? String(error) : null);
  }
  return found;
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => (made ??= make());
}
