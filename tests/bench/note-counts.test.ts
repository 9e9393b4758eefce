import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type TracedProcess,
  type Counts,
  countsOf,
  ofEachNote,
  shapesOf,
  traceNotes,
} from '../../bench/anatomy/note-trace.ts';
import { type Tap, tapPostgres } from '../../bench/anatomy/tap.ts';
import { ApiCall } from '../../domain/calls/api-call.entity.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { startApi, type TestApi } from '../api/fixture.ts';
import { until } from '../support/checks/until.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';

/**
 * What one note of two items costs, from its POST to AUTHORIZED. A higher number here lowers everybody's throughput: if it is worth that,
 * write the new number down, and say in the commit what it buys. Write lower numbers down, too. A failing test prints the statements, as
 * does `npm exec -- node bench/anatomy/run.ts`.
 */
const recorded: Record<TracedProcess, Counts> = {
  api: { statements: 8, roundTrips: 6, flushes: 1, planned: 1 },
  worker: { statements: 18, roundTrips: 9, flushes: 2, planned: 2 },
};

const warmUp = 5;
const notes = 15;

let installation: Installation;
let api: TestApi;
let taps: Record<TracedProcess, Tap>;
/** The tap through which the API stores calls, after its answers. */
let calls: Tap;
let key: string;

beforeAll(async () => {
  const ways: Partial<Record<TracedProcess, Tap>> = {};
  installation = await openInstallation(
    {},
    {
      async reach(url) {
        ways.worker = await tapPostgres(url);
        return ways.worker.url;
      },
    },
  );
  const { env, client: temporal } = installation;
  ways.api = await tapPostgres(env.databaseUrl);
  taps = ways as Record<TracedProcess, Tap>;
  calls = await tapPostgres(env.databaseUrl);
  api = await startApi({ temporal, databaseUrl: taps.api.url, callsUrl: calls.url });
  ({ key } = await installation.openCompany());
});
afterAll(async () => {
  await api.close();
  await installation.close();
  await Promise.all([...Object.values(taps), calls].map((tap) => tap.close()));
});

test('one note costs no more statements, plans, round trips and flushes than are written down', async () => {
  for (let note = 0; note < warmUp; note += 1) await issue();
  const traces = ofEachNote(await traceNotes(taps, { notes, issue }));
  for (const asking of ['api', 'worker'] as const) {
    const asked = traces.map((trace) => trace[asking]);
    const counts = countsOf(asked);
    print(`one note, ${asking}: ${JSON.stringify(counts)}, recorded ${JSON.stringify(recorded[asking])}`);
    const grown = (Object.keys(counts) as (keyof Counts)[]).filter((what) => counts[what] > recorded[asking][what]);
    const statements = shapesOf(asked).map(
      ({ perNote, text, isPrepared }) => `${perNote.toFixed(1)} ${isPrepared ? 'known' : ''} ${text.slice(0, 200)}`,
    );
    expect(grown, `${howToChange}\n\n${statements.join('\n')}\n`).toEqual([]);
  }
});

test('keeping the calls of those notes is one statement for all that came within a second, on no note’s way', async () => {
  const { orm } = installation;
  const kept = () => acrossCompanies(orm).count(ApiCall, { operation: 'createFiscalDocument' });
  await until('the calls are kept', async () => (await kept()) === warmUp + notes);
  const statements = calls.take();
  const batches = statements.filter(({ text }) => text.includes('insert into api_call')).length;
  const { statements: all, roundTrips, flushes } = countsOf([statements]);
  const [row] = await acrossCompanies(orm).execute<{ bytes: number }[]>(
    'select avg(pg_column_size(c.*))::int as bytes from api_call c',
  );
  print(
    `${warmUp + notes} calls kept in ${batches} batches: ${all} statements, ${roundTrips} round trips, ${row?.bytes} bytes each`,
  );
  expect(batches).toBeLessThanOrEqual(warmUp + notes);
  // Begin, two access settings, the insert of calls, and commit; plus what a connection asks when it opens.
  expect(all).toBeLessThanOrEqual(5 * batches + 2);
  expect(roundTrips).toBeLessThanOrEqual(2 * batches + 2);
  expect(flushes).toBe(batches);
});

const howToChange =
  'A note costs more than is written down. Where that is worth it, raise `recorded` in tests/bench/note-counts.test.ts and say in the commit what it buys.';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Posts a sale, and waits until its note is authorized. */
async function issue(): Promise<void> {
  const { status, body } = await api.call('POST', '/v1/fiscal-documents', { key, body: demoSale(randomUUID()) });
  expect(status).toBe(201);
  const { id } = body as { id: string };
  const { orm } = installation;
  await until('the note is authorized', () => acrossCompanies(orm).findOne(Document, { id, status: 'AUTHORIZED' }));
}
