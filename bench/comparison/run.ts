import { randomUUID } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { MockActivityEnvironment } from '@temporalio/testing';
import pLimit from 'p-limit';
import { compareSeries } from '../../activities/comparison/compare.ts';
import { ownerOf } from '../../activities/comparison/owner.ts';
import { askForKey, type SeriesOwner } from '../../activities/holdings.ts';
import type { Parts } from '../../activities/parts.ts';
import { readEnv } from '../../config/env.ts';
import { createLogger } from '../../config/logger.ts';
import { createOrm } from '../../config/orm.ts';
import { lavraItself } from '../../domain/audit/actor.ts';
import { brasiliaMonth } from '../../domain/fiscal-time.ts';
import { monthFromDigits } from '../../domain/month.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { askForComparison, beginComparison } from '../../operations/comparison/begin.ts';
import { endComparison } from '../../operations/comparison/keep.ts';
import { comparisonNow, nextOpenSeries } from '../../operations/comparison/open-series.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createParts } from '../../worker/parts.ts';
import { type Installation, openInstallation } from '../installation.ts';

const help = `npm exec -- node bench/comparison/run.ts [--notes 1000] [--rounds 3]

  --notes 1000  authorized in the month that is compared
  --rounds 3    comparison and floor take turns this often; no key is asked for more than ten times an hour
`;
const options = {
  notes: { type: 'string', default: '1000' },
  rounds: { type: 'string', default: '3' },
  help: { type: 'boolean', default: false },
} as const;

const say = (line: string): void => void process.stderr.write(`${line}\n`);
/** How many notes are issued at once; the measured comparison asks about them one after the other. */
const issuedAtOnce = 16;
/** Settings by which the installation itself neither compares nor reconciles meanwhile. */
const quiet = { LAVRA_MONTHLY_COMPARISON: 'OFF', LAVRA_RECONCILIATION_SECONDS: '86400' };

/** Runs work as an activity, which questions to the authority require. */
const asActivity = <Result>(work: () => Promise<Result>): Promise<Result> => new MockActivityEnvironment().run(work);

/** Issues a month in production, the only environment that is compared. */
async function issue({ api, companyKey, orm }: Installation, count: number): Promise<string> {
  const em = acrossCompanies(orm);
  await em.execute(`update company set environment = 'PRODUCTION'`);
  const limit = pLimit(issuedAtOnce);
  const one = async (): Promise<void> => {
    const answer = await fetch(`${api}/v1/fiscal-documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${companyKey}`, 'content-type': 'application/json', prefer: 'wait=60' },
      body: JSON.stringify(demoSale(`bench-${randomUUID()}`)),
    });
    if (answer.status !== 201) throw new Error(`a note was not taken: ${answer.status} ${await answer.text()}`);
  };
  await Promise.all(Array.from({ length: count }, () => limit(one)));
  const [row] = await em.execute<{ company: string; notes: number }[]>(
    `select company_id as company, count(*)::int as notes from document where status = 'AUTHORIZED' group by company_id`,
  );
  if (row?.notes !== count) throw new Error(`${row?.notes ?? 0} of ${count} notes were authorized`);
  return row.company;
}

/** Runs one comparison from its row to its end, without the pauses between questions. @returns seconds */
async function compared(parts: Parts, companyId: string): Promise<{ seconds: number; owner: SeriesOwner }> {
  const em = () => acrossCompanies(parts.orm);
  const month = monthFromDigits(brasiliaMonth(new Date()).slice(0, 7))!;
  const { id } = await askForComparison(em(), { companyId, month }, { everyNote: true, actor: lavraItself });
  const start = performance.now();
  await beginComparison(em(), id, { companyId, month });
  let owner: SeriesOwner | null = null;
  for (;;) {
    const now = (await comparisonNow(em(), id))!;
    const series = await nextOpenSeries(em(), now);
    if (!series) break;
    const asking = ownerOf(now, series);
    if (series.lastNumber >= series.ownFrom) owner = asking;
    await asActivity(() => compareSeries(parts, series, asking, () => false, 0));
  }
  await endComparison(em(), id);
  const seconds = (performance.now() - start) / 1000;
  const ended = (await comparisonNow(em(), id))!;
  if (!ended.isEnded || ended.done !== ended.total)
    throw new Error(`${ended.done} of ${ended.total} were gone through`);
  const [open] = await em().execute<{ n: number }[]>(
    'select count(*)::int as n from month_difference where settled_at is null',
  );
  if (open?.n !== 0) throw new Error(`${open?.n} differences where there is none`);
  if (!owner) throw new Error('there was nothing to compare');
  return { seconds, owner };
}

/** The lower bound: asks about the same keys one after the other, and writes nothing but the calls. @returns seconds */
async function floor(parts: Parts, owner: SeriesOwner): Promise<number> {
  const keys = await acrossCompanies(parts.orm).execute<{ key: string }[]>(
    `select access_key as key from document where status = 'AUTHORIZED' order by number`,
  );
  const start = performance.now();
  await asActivity(async () => {
    for (const { key } of keys) await askForKey(parts, owner, key);
  });
  return (performance.now() - start) / 1000;
}

const { values } = parseArgs({ options });
if (values.help) {
  process.stdout.write(help);
} else {
  const [notes, rounds] = [Number(values.notes), Number(values.rounds)];
  const installation = await openInstallation(say, { own: quiet });
  const env = readEnv(installation.environment);
  const own = await createOrm(env.workerDatabaseUrl, { pool: 4 });
  const parts = createParts(env, own, createLogger({ level: 'error', format: 'json' }, 'bench'));
  try {
    const company = await issue(installation, notes);
    const seconds = { lavra: 0, floor: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const { seconds: taken, owner } = await compared(parts, company);
      seconds.lavra += taken;
      seconds.floor += await floor(parts, owner);
      say(`round ${round + 1} of ${rounds}, load average ${loadavg()[0]?.toFixed(1)}`);
    }
    const rate = (of: number): string => ((notes * rounds) / of).toFixed(0);
    process.stdout.write(
      [
        `On ${availableParallelism()} cores; a month of ${notes} NF-e, ${rounds} times, one question after the other, without the pause of 200 ms between them.`,
        '|  | numbers a second |',
        '| --- | --- |',
        `| floor: the bare questions, each with its call in the record | ${rate(seconds.floor)} |`,
        `| a comparison: what is here, the question, what differs, where it goes on | ${rate(seconds.lavra)} |`,
        `The comparison to the floor: ${(seconds.floor / seconds.lavra).toFixed(2)}. By its pace of five a second it is at most ${((100 * 5 * seconds.lavra) / (notes * rounds)).toFixed(0)} % busy.`,
        '',
      ].join('\n'),
    );
  } finally {
    await Promise.all([parts.wire.close(), parts.deliverer.close(), parts.renderer?.close(), own.close()]);
    parts.blobs.close();
    parts.documentMailer?.close();
    await installation.stop();
  }
}
