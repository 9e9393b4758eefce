import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { widestGap } from '../../../domain/closings/gaps.ts';
import { demoCompany } from '../../../local/demo/companies.ts';
import { PastNote, PastNoteEvent } from '../../../domain/past/past-note.entity.ts';
import { acrossCompanies, inCompany } from '../../../operations/in-company.ts';
import type { PastSource } from '../../../operations/past/examine.ts';
import { nothingTaken, takeFiles } from '../../../operations/past/take-files.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { until } from '../../support/checks/until.ts';
import {
  pastCancellation,
  pastConfirmation,
  pastCorrection,
  pastInutilization,
  pastIssuer,
  pastNote,
  pastRecipient,
  pastService,
  pastServiceCancellation,
} from '../../support/samples/past-files.ts';
import { cnpjOf } from '../../support/samples/tax-ids.ts';
import { testOrm } from '../../support/servers/parts.ts';

let orm: Orm;
beforeAll(async () => {
  orm = await testOrm();
});
afterAll(() => orm.close());

const [first, second, third] = [pastNote({ number: 7 }), pastNote({ number: 8 }), pastNote({ number: 30, series: 2 })];
const rehearsed = pastNote({ number: 90, environment: 'HOMOLOGATION' });
const strangers = pastNote({ number: 99, recipientOf: '52998224725' });
/** The files in a bakery's folder, and one that is not a note. */
const folder: PastSource[] = [
  ...[first, second, third, rehearsed].map(({ file }) => file),
  pastCancellation(second.accessKey),
  pastCorrection(first.accessKey, 1),
  pastCorrection(first.accessKey, 2),
  pastConfirmation(first.accessKey),
  pastInutilization(9, 12),
  pastService(),
  pastServiceCancellation(),
  { name: 'lixo.xml', content: Buffer.from('<lista/>') },
];

let made = 0;
/** Makes a new company without notes, that imports files as the company with this tax id. */
async function newcomer(taxId: string): Promise<{ id: string; taxId: string }> {
  const { id } = await createCompany(acrossCompanies(orm), { ...demoCompany, taxId: cnpjOf(61_000_000 + (made += 1)) });
  return { id, taxId };
}

test('notes, events, ranges and series of the company end in rows of their own', async () => {
  const company = await newcomer(pastIssuer);
  const taken = await takeFiles(orm, company, folder);
  expect(taken.stored).toEqual({ ...nothingTaken().stored, NFE: 4, NFSE: 1, EVENT: 5, INUTILIZATION: 1 });
  expect(taken.refused).toEqual([
    { name: 'lixo.xml', code: 'other_document', reason: 'O XML é de outra coisa: começa com "lista".' },
  ]);
  const state = await stateOf(company);
  expect(state.notes.map(({ number, status }) => [number, status])).toEqual([
    ['30', 'AUTHORIZED'],
    ['4711', 'CANCELLED'],
    ['7', 'AUTHORIZED'],
    ['8', 'CANCELLED'],
    ['90', 'AUTHORIZED'],
  ]);
  expect(state.series).toEqual([
    { environment: 'HOMOLOGATION', model: '55', series: 1, next: 91 },
    { environment: 'PRODUCTION', model: '55', series: 1, next: 13 },
    { environment: 'PRODUCTION', model: '55', series: 2, next: 31 },
    { environment: 'PRODUCTION', model: 'NFSE', series: 1, next: 43 },
  ]);
});

test('what others issued is stored as the distribution stores it, and an event of others waits for its note', async () => {
  const company = await newcomer(pastRecipient);
  const early = await takeFiles(orm, company, [pastCancellation(second.accessKey)]);
  expect(early.stored).toMatchObject({ AWAITING_EVENT: 1, RECEIVED_EVENT: 0 });
  const rest = await takeFiles(orm, company, folder);
  expect(rest.stored).toMatchObject({ RECEIVED_NOTE: 5, NFE: 0, EVENT: 0 });
  expect(rest.refused.map(({ code }) => code).toSorted()).toEqual(['other_company', 'other_document']);
  const { received, events } = await stateOf(company);
  expect(
    received
      .filter(({ code }) => code === '')
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual(['AUTHORIZED', 'AUTHORIZED', 'AUTHORIZED', 'CANCELLED', 'CANCELLED']);
  expect(received.find(({ key, code }) => key === first.accessKey && code === '')).toMatchObject({
    manifestation: 'CONFIRMADA',
  });
  expect(events).toEqual([]);
  const [told] = await acrossCompanies(orm).execute('select count(*)::int as n from event where company_id = ?', [
    company.id,
  ]);
  expect(told).toEqual({ n: 0 });
});

test('of what others charged, only what is due from today on is owed', async () => {
  const company = await newcomer(pastRecipient);
  await takeFiles(orm, company, [pastNote({ number: 60, due: ['2020-01-10', '2098-01-10'] }).file]);
  expect((await stateOf(company)).payables).toEqual([{ due_date: '2098-01-10', amount: '50.00', status: 'OPEN' }]);
});

test('other companies see nothing of it, and none of them writes it', async () => {
  const [company, other] = [await newcomer(pastIssuer), await newcomer(pastIssuer)];
  await takeFiles(orm, company, folder);
  const seen = (id: string) =>
    inCompany(orm, id, async (em) => [await em.count(PastNote), await em.count(PastNoteEvent)]);
  expect([await seen(company.id), await seen(other.id)]).toEqual([
    [5, 5],
    [0, 0],
  ]);
  const bySql = 'select count(*)::int as n from past_note';
  expect(await inCompany(orm, other.id, (em) => em.execute(bySql))).toEqual([{ n: 0 }]);
  const change = `update past_note set status = 'AUTHORIZED'`;
  await expect(inCompany(orm, company.id, (em) => em.execute(change))).rejects.toThrow('permission denied');
});

test('a note of strangers is refused, and so are files that were changed or not registered', async () => {
  const company = await newcomer(pastRecipient);
  const changed = Buffer.from(first.file.content.toString().replace('<vNF>100.00', '<vNF>900.00'));
  const swapped = Buffer.from(
    first.file.content.toString().replace(/<digVal>[^<]+/, '<digVal>AAAAAAAAAAAAAAAAAAAAAAAAAAA='),
  );
  const bare = Buffer.from(/<NFe .*<\/NFe>/s.exec(first.file.content.toString())?.[0] ?? '');
  const { refused, stored } = await takeFiles(orm, company, [
    strangers.file,
    { name: 'changed.xml', content: changed },
    { name: 'swapped.xml', content: swapped },
    { name: 'bare.xml', content: bare },
    { ...pastCancellation(first.accessKey, '573'), name: 'refused.xml' },
    { name: 'text.xml', content: Buffer.from('isto não é XML') },
  ]);
  expect(refused.map(({ name, code }) => [name, code])).toEqual([
    [strangers.file.name, 'other_company'],
    ['changed.xml', 'wrong_signature'],
    ['swapped.xml', 'wrong_digest'],
    ['bare.xml', 'not_registered'],
    ['refused.xml', 'not_registered'],
    ['text.xml', 'not_xml'],
  ]);
  expect(stored).toEqual(nothingTaken().stored);
  expect(await stateOf(company)).toMatchObject({ notes: [], events: [], files: [], received: [] });
});

test('a dry run tells the same and leaves nothing', async () => {
  const [dry, wet] = [await newcomer(pastIssuer), await newcomer(pastIssuer)];
  const empty = await stateOf(dry);
  expect(await takeFiles(orm, dry, folder, { dryRun: true })).toEqual(await takeFiles(orm, wet, folder));
  expect(await stateOf(dry)).toEqual(empty);
});

test('two who take the same files at once, as an import and a comparison, both end, and each file is taken once', async () => {
  const company = await newcomer(pastIssuer);
  const reached = Promise.withResolvers<void>();
  const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const isWaitedFor = async () => (await acrossCompanies(orm).execute<unknown[]>(waiting)).length > 0;
  const keepsRecords = async () => {
    reached.resolve(); // everything is written, and nothing is committed
    await until('the other one waits', isWaitedFor);
  };
  const one = takeFiles(orm, company, folder, { keepsRecords });
  await Promise.race([reached.promise, one]);
  const [first, second] = await Promise.all([one, takeFiles(orm, company, folder, { isUnasked: true })]);
  expect(first.known).toBe(0);
  expect(second).toMatchObject({ stored: nothingTaken().stored, known: folder.length - 1 });
  const alone = await newcomer(pastIssuer);
  await takeFiles(orm, alone, folder);
  expect(await stateOf(company)).toEqual(await stateOf(alone));
});

test('what nobody asked for raises a count that is used here only where it is near, and uses none up', async () => {
  const company = await newcomer(pastIssuer);
  const brought = async (number: number, { series = 1, isUnasked = true } = {}): Promise<unknown> => {
    await takeFiles(orm, company, [pastNote({ number, series }).file], { isUnasked });
    const counts = (await stateOf(company)).series;
    return counts.find((each) => each['environment'] === 'PRODUCTION' && each['series'] === series)?.['next'];
  };
  expect(await brought(5_000_000)).toBe(5_000_001); // a company that continues the series goes on after it
  expect(await brought(5_000_000 + widestGap)).toBe(5_000_001 + widestGap);
  const next = 5_000_001 + widestGap;
  expect(await brought(next + widestGap)).toBe(next);
  expect(await brought(999_999_999)).toBe(next);
  expect(await brought(7)).toBe(next);
  expect(await brought(999_999_998, { series: 3 })).toBeUndefined();
  expect(await brought(999_999_999, { series: 3, isUnasked: false })).toBe(999_999_999);
});

test('a series never goes back', async () => {
  const company = await newcomer(pastIssuer);
  await takeFiles(orm, company, [first.file]);
  await acrossCompanies(orm).execute(
    `update number_series set next_number = 500 where company_id = ? and environment = 'PRODUCTION'`,
    [company.id],
  );
  await takeFiles(orm, company, [second.file]);
  expect((await stateOf(company)).series).toContainEqual({
    environment: 'PRODUCTION',
    model: '55',
    series: 1,
    next: 500,
  });
});

test.each([pastIssuer, pastRecipient])(
  'any order, any split over runs, files that come twice: the same rows (%s)',
  async (taxId) => {
    const whole = await newcomer(taxId);
    await takeFiles(orm, whole, folder);
    const expected = await stateOf(whole);
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...folder, ...folder.slice(0, 4)], { minLength: folder.length + 4 }),
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 15 }),
        async (files, sizes) => {
          const company = await newcomer(taxId);
          for (const run of splitBy(files, sizes)) await takeFiles(orm, company, run);
          expect(await stateOf(company)).toEqual(expected);
          const again = await takeFiles(orm, company, folder);
          expect(again.stored).toEqual(nothingTaken().stored);
          expect(await stateOf(company)).toEqual(expected);
        },
      ),
      { numRuns: 12 },
    );
  },
);

function splitBy(files: PastSource[], sizes: number[]): PastSource[][] {
  const runs: PastSource[][] = [];
  for (let at = 0, turn = 0; at < files.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    runs.push(files.slice(at, at + size));
    at += size;
  }
  return runs;
}

type Row = Record<string, unknown>;

/** Everything that files can leave of a company, without our ids and times. */
async function stateOf({ id }: { id: string }) {
  const rows = (sql: string): Promise<Row[]> => acrossCompanies(orm).execute<Row[]>(sql, [id]);
  return {
    notes:
      await rows(`select environment, type, access_key, series, number, issued_at, status, total_value, recipient_tax_id, recipient_name,
      protocol, sha256 from past_note where company_id = ? order by number, environment`),
    events:
      await rows(`select environment, access_key, code, sequence, awaits_note, author, protocol, sha256 from past_note_event
      where company_id = ? order by sha256`),
    ranges:
      await rows(`select environment, model, series, first_number, last_number, sha256 from past_inutilization where company_id = ?
      order by sha256`),
    files: await rows('select sha256 from past_file where company_id = ? order by sha256'),
    received:
      await rows(`select environment, model, schema_type, nsu, access_key as key, event_code as code, event_sequence, status, role,
      manifestation, signature, issuer_name, total_value from received_document where company_id = ? order by access_key, event_code, event_sequence`),
    receivedFiles: await rows(
      'select nsu, schema_type, access_key, size from received_file where company_id = ? order by nsu',
    ),
    payables: await rows('select due_date, amount, status from payable where company_id = ? order by due_date, amount'),
    series:
      await rows(`select environment, model, series, next_number as next from number_series where company_id = ? and next_number > 1
      order by environment, model, series`),
  };
}
