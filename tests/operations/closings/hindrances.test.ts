import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { lavraItself } from '../../../domain/audit/actor.ts';
import { type BoardCompany, type Hindrance, laneOf } from '../../../domain/closings/board.ts';
import { Inutilization } from '../../../domain/documents/inutilization.entity.ts';
import { boundsOf } from '../../../domain/month.ts';
import type { PersonOfOffice } from '../../../operations/acting.ts';
import { explainNumbers } from '../../../operations/closings/explain-numbers.ts';
import { monthBoard } from '../../../operations/closings/hindrances.ts';
import { monthNumbering } from '../../../operations/closings/numbering.ts';
import { acrossCompanies, inPortfolio } from '../../../operations/in-company.ts';
import { monthBoardVersion } from '../../../operations/lists/watch.ts';
import { linkedCompany, monthDocument, newClosing } from '../../support/rows/closing.ts';
import { newOffice } from '../../support/rows/office.ts';
import { byLogin, patientOrm, testDatabase } from '../../support/servers/parts.ts';

const october = { year: 2026, month: 10 };
const now = new Date('2026-11-05T15:00:00Z');
const inSeptember = new Date('2026-09-20T15:00:00Z');

let orm: Orm;
/** The panel's login, by which people of an office read. */
let panel: Orm;
let office: PersonOfOffice;
beforeAll(async () => {
  const database = await testDatabase();
  [orm, panel] = await Promise.all([patientOrm(database), patientOrm(byLogin(database, 'panel'))]);
});
beforeEach(async () => {
  const { office: made } = await newOffice(orm);
  office = { id: made.id, taxId: made.taxId, name: made.name, actor: lavraItself, part: null };
});
afterAll(() => Promise.all([orm.close(), panel.close()]));

function board(asked: { as?: PersonOfOffice; search?: string } = {}): Promise<BoardCompany[]> {
  return inPortfolio(panel, asked.as ?? office, (em) =>
    monthBoard(em, { ...october, search: asked.search ?? '' }, now),
  );
}

/** A company with a long-lived certificate, so that only what the test is about hinders it. */
async function company(name = 'Padaria') {
  const made = await linkedCompany(orm, office, { name });
  await certificate(made.id, '2027-06-01');
  return made;
}

function certificate(companyId: string, until: string): Promise<unknown> {
  return acrossCompanies(orm).execute(
    `insert into certificate (id, company_id, tax_id, subject, issuer, serial_number, fingerprint, not_before, not_after, sealed, is_active, created_at)
     values (gen_random_uuid(), ?, '11222333000181', 'CN', 'AC', '1', ?, '2026-01-01', ?::date, '{}', true, now())`,
    [companyId, randomUUID(), until],
  );
}

async function only(asked: Parameters<typeof board>[0] = {}): Promise<BoardCompany> {
  const [found, ...others] = await board(asked);
  expect(others).toEqual([]);
  return found!;
}

test('a month without a fault is open, one without a note has no movement, and sums are those of the month in production', async () => {
  const busy = await company('Com notas');
  const idle = await company('Sem notas');
  await monthDocument(orm, busy, { series: 1, number: 1 });
  await monthDocument(orm, busy, { series: 1, number: 2, status: 'CANCELLED', totalValue: '10.00' });
  await monthDocument(orm, busy, { environment: 'HOMOLOGATION', series: 1, number: 7 });
  await monthDocument(orm, idle, { status: 'DRAFT' });
  await monthDocument(orm, idle, { issueDateTime: inSeptember });
  const found = await board();
  expect(found.map((each) => [each.id, each.noteCount, each.totalValue, laneOf(each), each.hindrances])).toEqual([
    [busy.id, 2, '150.00', 'OPEN', []],
    [idle.id, 0, '0.00', 'IDLE', []],
  ]);
  expect((await only({ search: 'com notas' })).id).toBe(busy.id);
  expect((await only({ search: idle.taxId.slice(0, 9) })).id).toBe(idle.id);
});

test('each thing that hinders is counted, and leads to its note where it is one', async () => {
  const it = await company();
  const on = new Date('2026-10-31T15:00:00Z');
  await monthDocument(orm, it, { series: 1, number: 1 });
  const refused = await monthDocument(orm, it, { series: 1, number: 2, status: 'REJECTED' });
  await monthDocument(orm, it, { series: 1, number: 3, status: 'REJECTED', isDenied: true });
  const stopped = await monthDocument(orm, it, {
    ...{ series: 1, number: 6, status: 'PROCESSING', waitingKind: 'PERSON', waitingSince: on },
  });
  await monthDocument(orm, it, { status: 'PROCESSING', waitingKind: 'ANSWER', waitingSince: now });
  const out = await monthDocument(orm, it, {
    ...{ status: 'PROCESSING', contingencyMode: 'OFFLINE', contingencySince: on, contingencyTransmitBy: now },
    ...{ contingencyReason: 'SEFAZ fora do ar', type: 'NFCE', series: 1, number: 1 },
  });
  await summaries(it.id, ['PENDING', 'PENDING', 'CIENCIA', 'DESCONHECIDA']);
  const { hindrances, ...rest } = await only();
  expect(hindrances).toEqual([
    {
      ...{ kind: 'GAPS', numbers: 2, gapCount: 1 },
      gaps: [{ type: 'NFE', series: 1, startNumber: 4, endNumber: 5 }],
    },
    { kind: 'UNDECIDED', notes: 1, documentId: stopped.id, since: on },
    { kind: 'WAITING', notes: 1, documentId: null, since: on },
    { kind: 'UNTRANSMITTED', notes: 1, documentId: out.id, until: now },
    { kind: 'REJECTED', notes: 1, documentId: refused.id },
    { kind: 'SUMMARIES', notes: 3, unanswered: 2 },
  ] satisfies Hindrance[]);
  expect(laneOf({ hindrances, ...rest })).toBe('NEEDS');
});

function summaries(companyId: string, words: string[]): Promise<unknown> {
  const rows = words.map(
    (
      word,
      at,
    ) => `(gen_random_uuid(), '${companyId}', 'PRODUCTION', 'NFE', 'RES_NFE', ${at + 1}, '${randomUUID()}', '', 0,
      '2026-10-10T12:00:00Z', 'AUTHORIZED', 'RECIPIENT', ${word === 'PENDING' ? 'null' : `'${word}'`}, false, now(), now())`,
  );
  return acrossCompanies(orm)
    .execute(`insert into received_document (id, company_id, environment, model, schema_type, nsu, access_key,
    event_code, event_sequence, emission_date, status, role, manifestation, has_full_xml, received_at, updated_at) values ${rows.join(', ')}`);
}

test('a certificate hinders before it ends and where there is none, but not a company without a note', async () => {
  const it = await linkedCompany(orm, office, { name: 'Sem certificado' });
  expect(laneOf(await only())).toBe('IDLE');
  await monthDocument(orm, it, { series: 1, number: 1 });
  expect(await only()).toMatchObject({ hindrances: [{ kind: 'CERTIFICATE', endsAt: null }] });
  await certificate(it.id, '2026-11-14');
  const ending = await only();
  expect([laneOf(ending), ending.hindrances[0]]).toMatchObject(['NEEDS', { endsAt: new Date('2026-11-14') }]);
  await certificate(it.id, '2027-11-14');
  expect(laneOf(await only())).toBe('OPEN');
});

test('numbers that are given up or explained are missing no more, and what was explained is missing again once that is withdrawn', async () => {
  const it = await company();
  for (const number of [1, 4, 9]) await monthDocument(orm, it, { series: 1, number });
  expect(await only()).toMatchObject({ hindrances: [{ numbers: 6, gapCount: 2 }] });
  const em = acrossCompanies(orm);
  const asked = {
    model: '55',
    series: 1,
    startNumber: 2,
    endNumber: 3,
    year: '26',
    justification: 'Pulo de numeração',
  } as const;
  em.create(Inutilization, { company: it.id, environment: 'PRODUCTION', status: 'AUTHORIZED', ...asked });
  await em.flush();
  expect(await only()).toMatchObject({ hindrances: [{ numbers: 4, gapCount: 1 }] });
  const version = () => inPortfolio(panel, office, (each) => monthBoardVersion(each, october));
  const before = await version();
  const numbers = { type: 'NFE', series: 1, startNumber: 5, endNumber: 8 } as const;
  await explainNumbers(panel, office, { companyId: it.id, ...numbers, text: 'Outro sistema emitiu' });
  expect(await only()).toMatchObject({ hindrances: [] });
  expect(await version()).not.toBe(before);
  const { office: other } = await newOffice(orm);
  const others = { ...office, id: other.id };
  await expect(explainNumbers(panel, others, { companyId: it.id, ...numbers, text: 'x' })).rejects.toMatchObject({
    code: 'company_not_in_portfolio',
  });
});

test('the numbers that are missing are those that the manifest calls gaps, whatever order they were used in', async () => {
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 12; round += 1) {
    const it = await linkedCompany(orm, office, { name: `Rodada ${round}` });
    const used = new Set(Array.from({ length: 3 + random(12) }, () => 1 + random(25)));
    for (const number of used) {
      const issueDateTime = new Date(`2026-${['09', '10', '10', '11'][random(4)]}-15T15:00:00Z`);
      const type = 'NFE' as const;
      await monthDocument(orm, it, {
        ...{ type, series: 1, number, issueDateTime },
        status: ['AUTHORIZED', 'REJECTED'][random(2)] as 'AUTHORIZED',
      });
    }
    const series = await monthNumbering(acrossCompanies(orm), { companyId: it.id, bounds: boundsOf(october) });
    const gaps = series.flatMap((each) =>
      each.gaps.map(({ startNumber, endNumber }) => ({ type: each.type, series: each.series, startNumber, endNumber })),
    );
    const { hindrances } = await only({ search: it.taxId });
    const found = hindrances.find((each) => each.kind === 'GAPS');
    expect([round, found?.gaps ?? []]).toEqual([round, gaps]);
  }
});

/** The gaps in October's manifest, and the missing numbers on the board. */
async function bothGaps(it: { id: string; taxId: string }) {
  const series = await monthNumbering(acrossCompanies(orm), { companyId: it.id, bounds: boundsOf(october) });
  const manifest = series.flatMap(({ type, series: of, gaps }) =>
    gaps.map(({ startNumber, endNumber }) => ({ type, series: of, startNumber, endNumber })),
  );
  const found = (await only({ search: it.taxId })).hindrances.find((each) => each.kind === 'GAPS');
  return { manifest, board: found?.gaps ?? [] };
}

test('a month that lies below a number of an earlier month begins behind that number, on the board as in the manifest', async () => {
  const it = await company();
  for (const number of [5, 50]) await monthDocument(orm, it, { series: 1, number, issueDateTime: inSeptember });
  for (const number of [10, 11, 12]) await monthDocument(orm, it, { series: 1, number });
  expect(await bothGaps(it)).toEqual({ manifest: [], board: [] });
  await monthDocument(orm, it, { series: 1, number: 53 });
  const gap = { type: 'NFE', series: 1, startNumber: 51, endNumber: 52 };
  expect(await bothGaps(it)).toEqual({ manifest: [gap], board: [gap] });
  const text = 'Outro sistema emitiu';
  await explainNumbers(panel, office, { companyId: it.id, ...gap, endNumber: 51, type: 'NFE', text });
  expect(await bothGaps(it)).toEqual({ manifest: [gap], board: [{ ...gap, startNumber: 52 }] });
});

test('a closing that is under way, ready, failed or outdated says where the company stands', async () => {
  const it = await company();
  await monthDocument(orm, it, { series: 1, number: 1 });
  const asOf = new Date('2026-11-02T12:00:00Z');
  const closing = await newClosing(orm, { office, company: it }, { documentCount: 1 });
  const becomes = async (state: Record<string, unknown>) => {
    const sets = Object.keys(state)
      .map((name) => `${name} = ?`)
      .join(', ');
    await acrossCompanies(orm).execute(`update closing set ${sets} where id = ?`, [
      ...Object.values(state),
      closing.id,
    ]);
    return laneOf(await only());
  };
  expect(laneOf(await only())).toBe('CLOSING');
  expect(await becomes({ status: 'RUNNING', done_count: 1 })).toBe('CLOSING');
  expect(await becomes({ status: 'FAILED', failure_reason: 'O armazenamento encheu.' })).toBe('NEEDS');
  expect(await becomes({ status: 'COMPLETED', as_of: asOf })).toBe('READY');
  const { id } = await monthDocument(orm, it, { series: 1, number: 2 });
  expect([laneOf(await only()), (await only()).isOutdated]).toEqual(['OPEN', true]);
  expect(await becomes({ document_count: 2 })).toBe('READY');
  await acrossCompanies(orm).execute(
    `update document set status = 'CANCELLED', cancellation_date = '2026-11-03' where id = ?`,
    [id],
  );
  expect(await becomes({ document_count: 2 })).toBe('OPEN');
});

test('a board is of the own office, of links that stand, and of a clerk’s part', async () => {
  const [own, beside] = [await company('Minha'), await company('Da colega')];
  await linkedCompany(orm, office, { name: 'Antiga', status: 'ENDED' });
  const { office: other } = await newOffice(orm);
  await linkedCompany(orm, other, { name: 'De outros' });
  expect((await board()).map(({ id }) => id)).toEqual([beside.id, own.id]);
  const clerk = { ...office, part: [own.id] };
  expect((await only({ as: clerk })).id).toBe(own.id);
  const version = () => inPortfolio(panel, clerk, (em) => monthBoardVersion(em, october));
  const before = await version();
  await monthDocument(orm, beside, { series: 1, number: 1 });
  expect(await version()).toBe(before);
  await monthDocument(orm, own, { series: 1, number: 1 });
  expect(await version()).not.toBe(before);
});
