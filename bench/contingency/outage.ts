import { setTimeout } from 'node:timers/promises';
import { contingencyDefaults } from '../../domain/companies/settings.ts';
import { demoCompany } from '../../local/demo/companies.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { setCompany } from '../../operations/provisioning.ts';
import type { Installation } from '../installation.ts';

/** The pause between two looks at the database. */
const lookMs = 250;

/** Status questions to an authorizer, by its name: how many, and the least seconds between two. */
export type Questions = { about: string; asked: number; leastSeconds: number | null };

/** Controls the demo company's authority for a benchmark, and reads the effects from the database. */
export function outage({ simulator, orm }: Installation) {
  const em = () => orm.em.fork();
  const line = async (to: 'OPEN' | 'REFUSED'): Promise<void> => {
    const answer = await fetch(`${simulator}/lines/SP`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ line: to, model: '65' }),
    });
    if (!answer.ok) throw new Error(`the simulator refused: ${answer.status} ${await answer.text()}`);
  };
  const standing = async (): Promise<string | undefined> => {
    const [row] = await em().execute<{ standing: string }[]>(
      `select standing from authority_standing where authorizer = 'SP' and model = '65' and state = ''`,
    );
    return row?.standing;
  };
  const until = async (isSo: () => Promise<boolean>): Promise<void> => {
    while (!(await isSo())) await setTimeout(lookMs);
  };
  const late = async (): Promise<number> => {
    const [row] = await em().execute<{ late: number }[]>(
      `select count(*)::int as late from document where status = 'PROCESSING' and contingency_mode = 'OFFLINE'`,
    );
    return row?.late ?? 0;
  };

  return {
    /** Lets the company issue offline in this series. */
    async useSeries(series: number): Promise<void> {
      const contingency = { ...contingencyDefaults, nfce: 'AUTOMATIC' };
      await setCompany(acrossCompanies(orm), demoCompany.taxId, { contingency, series: { 65: { series } } });
    },
    /** Cuts the line; `sell` makes the first sale that notices it. */
    async begin(sell: () => Promise<unknown>): Promise<void> {
      await line('REFUSED');
      await sell();
      await until(async () => (await standing()) === 'SHUT');
    },
    /** Restores the line. @returns seconds until the judge notices, and from then until nothing is left to transmit */
    async end(): Promise<{ noticed: number; transmitted: number }> {
      await line('OPEN');
      const mended = performance.now();
      await until(async () => (await standing()) === 'OPEN');
      const open = performance.now();
      await until(async () => (await late()) === 0);
      return { noticed: (open - mended) / 1000, transmitted: (performance.now() - open) / 1000 };
    },
    late,
    /** All status questions, those over a cut line included. */
    questions: (): Promise<Questions[]> =>
      em().execute<Questions[]>(
        `select subject as about, count(*)::int as asked, min(extract(epoch from started_at - before))::float as "leastSeconds"
         from (select subject, started_at, lag(started_at) over (partition by subject order by started_at) as before
               from authority_call where service = 'NfeStatusServico') question
         group by subject order by subject`,
      ),
  };
}
