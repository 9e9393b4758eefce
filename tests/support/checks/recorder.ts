import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Client } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { Worker } from '@temporalio/worker';
import { recording, workflowBundle } from '../servers/parts.ts';

const folder = new URL('../../histories/', import.meta.url);

/** XML, keys and secrets, which must not be in a history: of a document it may carry only the ids. */
const contraband = /<\w+[\s>]|whsec_|-----BEGIN|lavra_/;

/**
 * Proves that a real run replays and that its history carries ids and words only; with `RECORD=1` it stores the history as `name`.json for
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

/** Everything a history carries as a payload, decoded. */
function contents(history: string): string {
  return [...history.matchAll(/"data":\s*"([^"]*)"/g)].map(([, data = '']) => atob(data)).join('\n');
}

/** Without the process and the machine that ran it, as identities and sticky queues name them: `pid@host`. */
function anonymous(history: string): string {
  return history.replaceAll(/"\d+@[^"]+"/g, '"worker"');
}
