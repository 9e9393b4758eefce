import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lavraItself } from '../../domain/audit/actor.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { PastFile, PastNote, PastNoteEvent } from '../../domain/past/past-note.entity.ts';
import { ReceivedFile } from '../../domain/received/received-file.entity.ts';
import { sha256Of } from '../../operations/past/examine.ts';
import { askForComparison } from '../../operations/comparison/begin.ts';
import { comparedMonth } from '../../operations/comparison/differences.ts';
import type { Orm } from '../../config/orm.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { lookedAhead } from '../../activities/comparison/compare.ts';
import { comparisonId } from '../../temporal/names.ts';
import { startComparison } from '../../temporal/start.ts';
import { untilTemporalTakes, watchFor, until } from '../support/checks/until.ts';
import { thisMonth } from '../support/clients/closings.ts';
import { killsFor } from '../support/faults/kills.ts';
import { copies } from '../support/rows/copies.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';
import { patientOrm } from '../support/servers/parts.ts';

const kills = killsFor(2);
/** The month has one note that the authority knows, a gap after it, and notes that the authority does not know. */
const gap = { from: 2, to: 4 };
const unknown = { from: 5, count: 40 };
const last = unknown.from + unknown.count - 1;
/** Questions about NFS-e before any is fetched: one, about the NFS-e that is found by its DPS. */
const comparing = 1;

let deployment: Deployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment?.close());

test('a month is compared to its end while the worker is killed: each number is reported once, and each kill asks at most one twice', async () => {
  const { orm, client, workers } = deployment;
  const { company, erp } = await deployment.openCompany({ taxId: cnpjOf(61_000_001), environment: 'PRODUCTION' });
  const { id } = await erp.insist();
  const note = await until('the note is authorized', async () => {
    const document = await acrossCompanies(orm).findOneOrFail(Document, { id });
    return document.status === 'AUTHORIZED' ? document : null;
  });
  await copies(orm, note, unknown);
  const of = { companyId: company.id, month: thisMonth() };
  const asked = await askForComparison(acrossCompanies(orm), of, { everyNote: true, actor: lavraItself });
  const start = { comparisonId: asked.id, companyTaxId: company.taxId, month: 'mês' };
  await untilTemporalTakes(() => startComparison(client, start));

  const now = async () => (await comparedMonth(acrossCompanies(orm), { ...of, taxId: company.taxId }))!;
  for (let kill = 1; kill <= kills; kill += 1) {
    const far = Math.floor((kill * last) / (kills + 2));
    await watchFor(`${far} numbers are compared`, async () => (await now()).comparison.done >= far);
    await workers[0]!.kill();
    expect((await now()).comparison.completedAt).toBeNull();
    await workers[0]!.start();
  }
  await until('it has ended', async () => (await now()).comparison.completedAt !== null);

  expect(await client.workflow.getHandle(comparisonId(asked.id)).result()).toBe('COMPARED');
  const { comparison, differences } = await now();
  expect(comparison).toMatchObject({ done: last, total: last, untold: 0 });
  expect(differences.map(({ kind, startNumber, endNumber }) => [kind, startNumber, endNumber])).toEqual([
    ['GAP', gap.from, gap.to],
    ...Array.from({ length: unknown.count }, (_, at) => ['UNKNOWN_THERE', unknown.from + at, unknown.from + at]),
  ]);
  // Both models of goods are asked about: beyond the last number of the one, and from the first number of the other.
  const [calls] = await acrossCompanies(orm).execute<{ count: number }[]>(
    `select count(*)::int as count from authority_call where company_id = ? and service = 'NfeConsultaProtocolo'`,
    [company.id],
  );
  expect(calls?.count).toBeLessThanOrEqual(last + 2 * lookedAhead + kills);
});

test('NFS-e that only the national system has, by its DPS or NSU by NSU, are brought once each while the worker is killed amid asking, and between a file and its note', async () => {
  const { orm, workers, authority, client } = deployment;
  const { company, erp } = await deployment.openCompany({ taxId: cnpjOf(61_000_002), environment: 'PRODUCTION' });
  const em = () => acrossCompanies(orm);
  const issued = { issuer: { taxId: company.taxId }, taker: { taxId: cnpjOf(61_000_001) } };
  const nfse = [{ ...issued, count: kills + 1 }, { ...issued, events: [{ tpEvento: '101101' }] }, issued];
  const loaded = await authority.control<{ nfse: { chNFSe: string }[] }>('POST', '/distribution', {
    environment: 1,
    nfse,
  });
  const keys = loaded.nfse.map(({ chNFSe }) => chNFSe);
  const [unshown, cancelled] = [keys[0]!, keys.at(-2)!];
  // The last NFS-e is found by its DPS and fetched first; the distribution names the others.
  await em().execute(
    `insert into number_series (company_id, environment, model, series, next_number) values (?, 'PRODUCTION', 'NFSE', 49999, ?)`,
    [company.id, keys.length],
  );
  // This NFS-e is asked about first: the answer to that has to survive every kill.
  const silence = { service: 'NfseConsulta', chNFSe: unshown, nfse: { refuse: 'E1235' } };
  await authority.control('PUT', '/scenario', silence);
  await erp.ask('POST', '/v1/received-documents/sync');
  const own = { company: company.id };
  await until('the lot came', async () => (await em().count(ReceivedFile, own)) === keys.length + 1);
  const of = { companyId: company.id, month: thisMonth() };
  const asked = await askForComparison(em(), of, { everyNote: true, actor: lavraItself });
  await untilTemporalTakes(() =>
    startComparison(client, { comparisonId: asked.id, companyTaxId: company.taxId, month: 'mês' }),
  );

  const admin = await patientOrm(deployment.postgresUrl);
  for (let kill = 1; kill <= kills; kill += 1) {
    const before = kill === 1 ? 0 : kill;
    await watchFor('another is asked for', async () => {
      const { fetched, questions } = await bringing(company.id);
      return fetched >= before && questions >= comparing + fetched + kill; // the last one of them is still under way
    });
    const hold = kill % 2 === 0 ? await holdDifferences(admin, asked.id) : null;
    await workers[0]!.kill();
    await hold?.letGo();
    expect((await bringing(company.id)).unnoted).toBe(hold ? 1 : 0);
    await workers[0]!.start();
  }
  await admin.close();
  expect(await client.workflow.getHandle(comparisonId(asked.id)).result()).toBe('COMPARED');
  await authority.control('DELETE', '/scenario');

  const { differences } = (await comparedMonth(em(), { ...of, taxId: company.taxId }))!;
  const notes = await em().find(PastNote, own, { populate: ['content'] });
  const idOf = new Map(notes.map(({ id, accessKey }) => [accessKey, id]));
  expect(notes.map(({ accessKey }) => accessKey).toSorted()).toEqual(keys.slice(1).toSorted());
  expect(differences.map(({ kind, accessKey, pastNoteId }) => [kind, accessKey, pastNoteId])).toEqual(
    keys.map((key) => ['UNKNOWN_HERE', key, idOf.get(key) ?? null]),
  );
  for (const { accessKey, content, sha256, status } of notes) {
    const xml = gunzipSync(content);
    expect([xml.includes(`NFS${accessKey}`), sha256Of(xml)]).toEqual([true, sha256]);
    expect(status).toBe(accessKey === cancelled ? 'CANCELLED' : 'AUTHORIZED');
  }
  expect(await em().find(PastNoteEvent, own)).toMatchObject([{ accessKey: cancelled, code: '101101' }]);
  expect(await em().count(PastFile, own)).toBe(notes.length + 1);
  const questions = comparing + keys.length + kills;
  expect(await bringing(company.id)).toEqual({ fetched: keys.length, questions, unnoted: 0 });
});

/**
 * How many NFS-e of a company are fetched, and questions asked; `unnoted` are those that are stored, but whose difference is not yet marked
 * as fetched.
 */
async function bringing(companyId: string): Promise<{ fetched: number; questions: number; unnoted: number }> {
  const [row] = await acrossCompanies(deployment.orm).execute<
    { fetched: number; questions: number; unnoted: number }[]
  >(
    `select (select count(*)::int from month_difference where company_id = ? and fetched_at is not null) as fetched,
       (select count(*)::int from authority_call where company_id = ? and service = 'NfseConsulta') as questions,
       (select count(*)::int from month_difference d join past_note p on (p.company_id, p.access_key) = (d.company_id, d.access_key)
        where d.company_id = ? and d.fetched_at is null) as unnoted`,
    [companyId, companyId, companyId],
  );
  return row!;
}

/**
 * Locks the differences of a comparison, so that none can be marked as fetched, and returns once somebody waits for the lock. Who waits
 * until `letGo` never writes.
 */
async function holdDifferences(admin: Orm, comparison: string): Promise<{ letGo: () => Promise<void> }> {
  const held = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const holding = acrossCompanies(deployment.orm).transactional(async (em) => {
    await em.execute('select id from month_difference where comparison_id = ? for update', [comparison]);
    held.resolve();
    await over.promise;
  });
  await Promise.race([held.promise, holding]);
  const waiting = `from pg_stat_activity where wait_event_type = 'Lock' and query like 'update month_difference set fetched_at%'`;
  const isWaiting = async () => (await acrossCompanies(admin).execute<unknown[]>(`select pid ${waiting}`)).length > 0;
  await watchFor('a note is kept, and not written down', isWaiting);
  return {
    async letGo() {
      // Ends the waiting session: PostgreSQL would carry its statement out although the client is dead.
      await acrossCompanies(admin).execute(`select pg_terminate_backend(pid) ${waiting}`);
      await until('it has ended', async () => !(await isWaiting()));
      over.resolve();
      await holding;
    },
  };
}
