import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { ReplacedNote } from '../../../domain/documents/replaced-note.entity.ts';
import { approveGiveUp } from '../../../operations/contingency/give-up.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { emptyCompany } from '../../support/rows/lots.ts';
import { replacedNote } from '../../support/rows/replaced.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';

let orm: Orm;
beforeAll(async () => {
  orm = await patientOrm(await testDatabase());
});
afterAll(() => orm?.close());

const since = new Date('2026-11-24T12:00:00Z');
const proposed = {
  status: 'PROPOSED',
  reason: 'A SEFAZ não a tem.',
  waitingKind: 'PERSON',
  waitingSince: since,
} as const;

test('a proposal that a person approves is open again and waits for nobody, by its id or its key', async () => {
  const company = await emptyCompany(orm);
  for (const by of ['id', 'accessKey'] as const) {
    const note = await replacedNote(orm, company, proposed);
    await approveGiveUp(orm, company, note[by]);
    const row = await acrossCompanies(orm).findOneOrFail(ReplacedNote, { id: note.id });
    expect(row).toMatchObject({ status: 'OPEN', isGiveUpApproved: true, waitingKind: null, reason: null });
    await refused(approveGiveUp(orm, company, note.id), 'já foi aprovada');
  }
});

test('what was not proposed, is settled, or is of another company is refused', async () => {
  const [company, other] = [await emptyCompany(orm), await emptyCompany(orm)];
  const open = await replacedNote(orm, company);
  await refused(approveGiveUp(orm, company, open.id), 'Ainda não se sabe');
  const settled = await replacedNote(orm, company, { status: 'CANCELLED', settledAt: since });
  await refused(approveGiveUp(orm, company, settled.accessKey), 'já está resolvida (CANCELLED)');
  const note = await replacedNote(orm, company, proposed);
  await expect(approveGiveUp(orm, other, note.id)).rejects.toMatchObject({ code: 'not_found' });
});

async function refused(work: Promise<unknown>, words: string): Promise<void> {
  await expect(work).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining(words) });
}
