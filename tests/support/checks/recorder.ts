import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Client } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { Worker } from '@temporalio/worker';
import { recording, workflowBundle } from '../servers/parts.ts';

const folder = new URL('../../histories/', import.meta.url);

/** XML, keys and secrets, which no history may contain: of a document it may have ids only. */
const contraband = /<\w+[\s>]|whsec_|-----BEGIN|lavra_/;

/**
 * Checks that a real run replays, and that its history has ids and words only. With `RECORD=1` it stores the history as `name`.json, for
 * the replay tests of later versions.
 */
export async function recordHistory(
  client: Client,
  run: { workflowId: string; runId?: string },
  name: string,
): Promise<void> {
  const history = await client.workflow.getHandle(run.workflowId, run.runId).fetchHistory();
  await expect(Worker.runReplayHistory({ workflowBundle }, history)).resolves.toBeUndefined();
  const text = historyToJSON(history);
  expect(contents(text)).not.toMatch(contraband);
  if (recording) await writeFile(fileURLToPath(new URL(`${name}.json`, folder)), `${anonymous(text)}\n`);
}

/** All payloads of a history, decoded. */
function contents(history: string): string {
  return [...history.matchAll(/"data":\s*"([^"]*)"/g)].map(([, data = '']) => atob(data)).join('\n');
}

/** Removes the process and host names (`pid@host`) that identities and sticky queues have. */
function anonymous(history: string): string {
  return history.replaceAll(/"\d+@[^"]+"/g, '"worker"');
}
