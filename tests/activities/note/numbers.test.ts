import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { AuthorityCall } from '../../../domain/documents/authority-call.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { Inutilization } from '../../../domain/documents/inutilization.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { emissionId } from '../../../temporal/names.ts';
import { startEmission } from '../../../temporal/start.ts';
import { emissionStart } from '../../support/rows/authorized.ts';
import { processingDocument, sale } from '../../support/samples/sale.ts';
import { type Installation, openInstallation } from '../../support/servers/installation.ts';

let installation: Installation;
let company: Company;
beforeAll(async () => {
  installation = await openInstallation();
  ({ company } = await installation.openCompany());
});
afterAll(() => installation.close());

/** Notes that are issued at once: some are fine, some refused before a number is drawn, some refused after that (too large for the authority). */
const batch = fc.record({
  notes: fc.array(fc.constantFrom('well', 'well', 'well', 'refused', 'large'), { minLength: 4, maxLength: 14 }),
  /** Inutilized numbers, counted from the next one. */
  givenUp: fc.option(fc.record({ after: fc.nat(5), count: fc.integer({ min: 1, max: 3 }) }), { nil: null }),
});

test('of random batches at once each authorized note has a number of its own, and none is skipped but those given up', async () => {
  let next = 1;
  for (const { notes, givenUp } of fc.sample(batch, { numRuns: 4, seed: 96 })) {
    const gone = new Set<number>();
    if (givenUp) {
      const first = next + givenUp.after;
      await giveUp(first, givenUp.count);
      for (let number = first; number < first + givenUp.count; number += 1) gone.add(number);
    }
    const ended = await Promise.all(notes.map((kind) => emit(payloadOf[kind])));
    const drawn = ended.filter(({ status }) => status === 'AUTHORIZED').map(({ number }) => number);
    const expected: number[] = [];
    for (; expected.length < drawn.length; next += 1) if (!gone.has(next)) expected.push(next);
    expect(drawn.toSorted((a, b) => a - b)).toEqual(expected);
    expect(ended.map(({ status }) => status)).toEqual(
      notes.map((kind) => (kind === 'well' ? 'AUTHORIZED' : 'REJECTED')),
    );
    while (gone.has(next)) next += 1;
  }
});

test('where the number’s transaction fails at its very end nothing is sent, and the number goes to the next', async () => {
  const before = (await emit(sale)).number;
  const { orm } = installation;
  await acrossCompanies(orm).execute(
    `create function fail_once() returns trigger language plpgsql as $$
     begin
       if (select count(*) from emission where company_id = new.company_id and number = new.number) = 0
         and nextval('failures') <= 2 then raise exception 'as a broken disk would'; end if;
       return new;
     end $$`,
  );
  await acrossCompanies(orm).execute('create sequence failures');
  await acrossCompanies(orm).execute('grant usage on sequence failures to public');
  await acrossCompanies(orm).execute(
    'create trigger fails before insert on emission for each row execute function fail_once()',
  );
  const ended = await Promise.all([emit(sale), emit(sale), emit(sale)]);
  await acrossCompanies(orm).execute('drop trigger fails on emission');
  expect(ended.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([before + 1, before + 2, before + 3]);
  const [failures] = await acrossCompanies(orm).execute<{ asked: number }[]>(
    'select last_value::int as asked from failures',
  );
  expect(failures?.asked).toBeGreaterThan(2);
  expect(await callsOf(ended)).toEqual(Array(3).fill(['NfeAutorizacao', '100']));
});

test('a worker that is gone between the commit and the first byte leaves a call: the key is asked for, and the note is sent once', async () => {
  const connection = installation.parts.orm.em.getConnection();
  const execute = connection.execute.bind(connection);
  let isGone = false;
  connection.execute = ((...args: Parameters<typeof execute>) => {
    const [sql] = args;
    if (isGone || typeof sql !== 'string' || !sql.includes('from authority_call where id')) return execute(...args);
    isGone = true;
    return Promise.reject(new Error('the worker is gone'));
  }) as typeof connection.execute;
  const note = await emit(sale);
  connection.execute = execute;
  expect([isGone, note.status]).toEqual([true, 'AUTHORIZED']);
  const calls = await callsOf([note]);
  expect(calls.slice(0, 2)).toEqual([
    ['NfeAutorizacao', null],
    ['NfeConsultaProtocolo', '217'],
  ]);
  expect(calls.filter(([, cStat]) => cStat === '100')).toEqual([['NfeAutorizacao', '100']]);
});

async function callsOf(notes: Document[]): Promise<[string, string | null | undefined][]> {
  const subject = { $in: notes.map(({ accessKey }) => accessKey ?? '-') };
  const calls = await acrossCompanies(installation.orm).find(
    AuthorityCall,
    { subject },
    { orderBy: { startedAt: 'asc' } },
  );
  return calls.map(({ service, cStat }) => [service, cStat]);
}

const many = Array.from({ length: 990 }, (_, at) => ({ ...sale.items[0]!, code: `CAFE-${at}`, unitValue: '1.00' }));
const payloadOf: Record<'well' | 'refused' | 'large', typeof sale> = {
  well: sale,
  refused: { ...sale, items: [{ ...sale.items[0]!, ncm: '1' }] },
  large: { ...sale, items: many, payments: [{ method: 'PIX', value: '1980.00' }] },
};

async function emit(payload: typeof sale): Promise<Document> {
  const { id, attempt } = await processingDocument(installation.orm, company, { payload });
  await startEmission(installation.client, emissionStart(company, { id }));
  await installation.client.workflow.getHandle(emissionId(id, attempt)).result();
  return acrossCompanies(installation.orm).findOneOrFail(Document, { id });
}

async function giveUp(first: number, count: number): Promise<void> {
  const em = acrossCompanies(installation.orm);
  em.create(Inutilization, {
    ...{ company: company.id, environment: company.environment, model: '55', series: 1 },
    ...{ startNumber: first, endNumber: first + count - 1, year: '26', justification: 'Faixa de teste inutilizada' },
    ...{ status: 'AUTHORIZED', waitingKind: null, waitingSince: null, waitingUntil: null },
  });
  await em.flush();
}
