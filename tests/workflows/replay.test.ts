import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Worker } from '@temporalio/worker';
import { workflowBundle } from '../support/parts.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';

quietRuntime();
const folder = new URL('../histories/', import.meta.url);
/** Also those of earlier shapes, in folders of their own: runs that began in them may still be open. */
const histories = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));

test.each(histories)('%s replays', async (file) => {
  const history: unknown = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  await expect(Worker.runReplayHistory({ workflowBundle }, history)).resolves.toBeUndefined();
});
