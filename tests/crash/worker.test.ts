import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoService } from '../../local/demo/sales.ts';
import { emissionId } from '../../temporal/names.ts';
import { recordHistory } from '../support/checks/recorder.ts';
import { watchFor, until } from '../support/checks/until.ts';
import type { Sold } from '../support/clients/erp.ts';
import { killsFor } from '../support/faults/kills.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';
import { quietRuntime } from '../support/servers/quiet-runtime.ts';
import { documents, expectEachIssuedOnce, registered as registeredNotes } from './evidence.ts';
import { answerLost, recorded, registered, taken } from './moments.ts';
import { expectEachDoneOnce, rowsAbout } from './registration-evidence.ts';
import { issueNotes, type Note, subjectOf } from './registration-requests.ts';
import { openRequestRounds, type RequestRounds } from './request-rounds.ts';

/** Two notes of goods, and an NFS-e that replaces an earlier one. */
const notesAKill = 3;
/** Slow answers, so that kills come while notes are under way, however busy the machine is. */
const slowNotes = ['NfeAutorizacao', 'NfseEmissao'].map((service) => ({ service, latencyMs: 55_000 }));

quietRuntime();

const moments = [taken, registered, answerLost, recorded];
/** Each moment meets the registration of a delivery receipt (in the first half of the kills), and its removal (in the second). */
const kills = killsFor(2 * moments.length);

let deployment: Deployment;
let rounds: RequestRounds;
const notes: string[] = [];
let replaced: Note[];
/** Kills the worker repeatedly: each time when the authorities hold three notes without having answered, and requests have reached their moment. */
beforeAll(async () => {
  deployment = await openDeployment({ settings: { LAVRA_AUTHORITY_TIMEOUT_MS: '60000' } });
  rounds = await openRequestRounds(deployment, kills, moments);
  replaced = await issueNotes(deployment, kills, demoService);
  for (let kill = 0; kill < kills; kill += 1) await killAmid(kill);
});
afterAll(() => deployment?.close());

test(`a worker killed ${kills} times between authorization and its record issues each note once, without a gap`, async () => {
  await expectEachIssuedOnce(deployment, rounds.notes + replaced.length + kills * notesAKill);
  await recordHistory(deployment.client, { workflowId: emissionId(notes[0]!, 1) }, 'emission-worker-killed');
});

test(`a worker killed ${kills} times amid events and ranges of numbers leaves one of each, here and at the authority`, async () => {
  await rounds.expectDoneOnce();
});

test('an NFS-e whose replacement a kill met is replaced once: one event here and at the authority, and reported once', async () => {
  const events = replaced.map((note) => ({ subject: subjectOf(note, '105102') }));
  await until('the events are there', async () =>
    (await rowsAbout(deployment, events)).every(({ isSettled }) => isSettled),
  );
  await expectEachDoneOnce(deployment, events);
});

test('who asks again for an event or a range that a kill met finds it, and nothing is sent', async () => {
  await rounds.expectFound();
});

async function killAmid(kill: number): Promise<void> {
  const [worker] = deployment.workers;
  const held = async (): Promise<number> => (await registeredNotes(deployment)).length;
  const before = await held();
  await deployment.authority.control('PUT', '/scenario', slowNotes);
  const { erp } = deployment;
  const correction: Sold = (id) => demoService(id, { hours: '6', replaces: replaced[kill]!.id });
  const posted = await Promise.all([erp.insist(), erp.insist(), erp.insist(correction)]);
  notes.push(...posted.map(({ id }) => id));
  await watchFor('the authority holds the notes', async () => (await held()) === before + notesAKill);

  await rounds.begin(kill, slowNotes);
  await worker?.kill();
  const left = (await documents(deployment)).filter(({ id }) => posted.some((one) => one.id === id));
  expect(left.map(({ status }) => status)).toEqual(Array(notesAKill).fill('PROCESSING'));
  await rounds.checkLeft(kill);
  await worker?.start();
}
