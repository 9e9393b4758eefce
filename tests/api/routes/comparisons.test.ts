import { afterAll, beforeAll, expect, test } from 'vitest';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { comparisonOf } from '../../support/rows/comparison.ts';
import { pastNoteOf } from '../../support/rows/past-note.ts';
import { newCompany } from '../fixture.ts';
import { type OwnApi, startOwnApi } from '../own-api.ts';

let api: OwnApi;
beforeAll(async () => {
  api = await startOwnApi();
});
afterAll(() => api.close());

const path = '/v1/comparisons';

test('a month is asked for, once while it is under way; what is committed waits while the queue is away', async () => {
  const { company, key } = await newCompany(api.orm);
  const { status, body } = await api.call('POST', path, { key, body: { month: '2026-10' } });
  expect(status).toBe(202);
  const asked = { month: '2026-10', everyNote: true, status: 'PENDING', totalCount: 0, openDifferences: 0 };
  expect(body).toMatchObject(asked);
  const again = await api.call('POST', path, { key, body: { month: '2026-10', everyNote: false } });
  expect(again.body).toEqual(body);
  const written = await acrossCompanies(api.orm).execute(
    `select actor_kind, subject_id as subject, details from audit_entry where company_id = ? and action = 'COMPARISON_REQUESTED'`,
    [company.id],
  );
  expect(written).toEqual([
    { actor_kind: 'COMPANY_KEY', subject: body['id'], details: { month: '2026-10', everyNote: true } },
  ]);
});

test.each([
  [{ month: '2026-13' }, 'month'],
  [{ month: '1999-01' }, 'month'],
  [{ month: '9999-01' }, 'month'],
  [{ month: 202_610 }, 'month'],
  [{}, 'month'],
])('%j is a validation_error', async (asked, field) => {
  const { key } = await newCompany(api.orm);
  const { status, body } = await api.call('POST', path, { key, body: asked });
  expect([status, body['code']]).toEqual([400, 'validation_error']);
  expect(JSON.stringify(body)).toContain(field);
});

test('one tells how far it is and in what the books of its month differ, with the requests that give a gap up', async () => {
  const { company, key } = await newCompany(api.orm);
  const documentId = '019ab1c2-3d4e-7f50-8a6b-9c0d1e2f3a4d';
  const id = await comparisonOf(api.orm, company, [
    { kind: 'GAP', from: 5, to: 9 },
    { kind: 'CANCELLED_ELSEWHERE', from: 3, documentId },
    { kind: 'UNKNOWN_HERE', from: 4, type: 'NFSE' },
  ]);
  const { body } = await api.call('GET', `${path}/${id}`, { key });
  expect(body).toMatchObject({
    comparison: {
      ...{ id, month: '2026-10', status: 'COMPLETED', doneCount: 12, totalCount: 12, untoldCount: 1 },
      ...{ untoldReason: 'Chave de acesso muito antiga', openDifferences: 3, waitingFor: null },
    },
    differences: [
      { kind: 'CANCELLED_ELSEWHERE', type: 'NFE', startNumber: 3, endNumber: 3, documentId, inutilizations: [] },
      {
        ...{ kind: 'GAP', startNumber: 5, endNumber: 9, accessKey: null, inutilizeBy: '2026-11-10' },
        inutilizations: [{ model: '55', series: 1, startNumber: 5, endNumber: 9 }],
      },
      {
        kind: 'UNKNOWN_HERE',
        type: 'NFSE',
        accessKey: '3'.repeat(50),
        cStat: '217',
        inutilizeBy: null,
        pastNoteId: null,
      },
    ],
  });
  const pastNoteId = await pastNoteOf(api.orm, company, { type: 'NFSE', accessKey: '3'.repeat(50) });
  const { body: later } = await api.call('GET', `${path}/${id}`, { key });
  expect((later['differences'] as object[]).at(-1)).toMatchObject({ kind: 'UNKNOWN_HERE', pastNoteId });
});

test('a list has the newest first, and of one month alone where it is said', async () => {
  const { company, key } = await newCompany(api.orm);
  const id = await comparisonOf(api.orm, company, [], { isEnded: false, waitingFor: 'A SEFAZ pediu uma pausa.' });
  const { body: asked } = await api.call('POST', path, { key, body: { month: '2026-09' } });
  const { body } = await api.call('GET', path, { key });
  expect(body).toMatchObject({
    data: [{ id: asked['id'] }, { id, status: 'RUNNING', waitingFor: 'A SEFAZ pediu uma pausa.' }],
    meta: { total: 2 },
  });
  const { body: october } = await api.call('GET', `${path}?month=2026-10`, { key });
  expect(october).toMatchObject({ data: [{ id }], meta: { total: 1 } });
  expect((await api.call('GET', `${path}?month=outubro`, { key })).status).toBe(400);
});

test('nothing of another company is shown', async () => {
  const [owner, stranger] = [await newCompany(api.orm), await newCompany(api.orm)];
  const id = await comparisonOf(api.orm, owner.company, [{ kind: 'GAP', from: 5, to: 9 }]);
  expect((await api.call('GET', `${path}/${id}`, { key: stranger.key })).status).toBe(404);
  expect((await api.call('GET', path, { key: stranger.key })).body).toMatchObject({ data: [], meta: { total: 0 } });
});
