import { randomBytes } from 'node:crypto';
import { lavraItself } from '../../domain/audit/actor.ts';
import { startProgram } from '../../local/services/program.ts';
import { answersOk, untilReady } from '../../local/services/service.ts';
import { localSettings } from '../../local/settings.ts';
import { createPerson } from '../../operations/accounts/people.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { openDatabase } from '../database.ts';
import { filledCompany } from '../filled-api.ts';
import { fillDocuments } from '../lists/fill.ts';

/** The panel's process on a PostgreSQL of its own, and a signed-in person. */
export type FilledPanel = {
  url: string;
  cookie: string;
  /** `/e/{cnpj}` of the company that owns the documents. */
  base: string;
  /** URL path of its newest authorized note. */
  note: string;
  stop(): Promise<void>;
};

const readyWithinMs = 60_000;
const password = 'cavalo bateria grampo';

/** @param documents of the measured company; a neighbour has a hundredth */
export async function openFilledPanel(documents: number, log: (line: string) => void): Promise<FilledPanel> {
  const database = await openDatabase(log);
  const { orm } = database;
  const furnished = (documents: number): Promise<string> =>
    filledCompany(orm, 'PRODUCTION', (em, id) => fillDocuments(em, id, documents));
  log(`${documents} documents`);
  await furnished(Math.ceil(documents / 100));
  const company = await furnished(documents);
  await acrossCompanies(orm).execute('vacuum analyze');
  const { url, panel } = await startPanelOn(database);
  const [row] = await acrossCompanies(orm).execute<{ tax_id: string; note: string }[]>(
    `select tax_id, (select id from document where company_id = company.id and status = 'AUTHORIZED' order by id desc limit 1) as note
     from company where id = ?`,
    [company],
  );
  if (!row) throw new Error('the company is not there');
  const { token } = await createPerson(
    orm,
    { email: 'bench@example.com', name: 'Bench', companyId: company, role: 'COMPANY_ADMIN' },
    lavraItself,
  );
  const base = `/e/${row.tax_id}`;
  return {
    ...{ url, base, note: `${base}/notas/${row.note}` },
    cookie: await signedUp(url, token ?? ''),
    async stop() {
      await panel.stop();
      await database.stop();
    },
  };
}

/** Starts the panel's process on a database. */
export async function startPanelOn({ home, ports, logins }: Awaited<ReturnType<typeof openDatabase>>) {
  const url = `http://127.0.0.1:${ports.panel.port}`;
  const env = {
    ...localSettings().inherited,
    DATABASE_PANEL_URL: logins.panel,
    LAVRA_PANEL_PORT: String(ports.panel.port),
    LAVRA_PANEL_URL: url,
    LAVRA_METRICS_PORT: String(ports.panelMetrics.port),
    LAVRA_MASTER_KEY: randomBytes(32).toString('base64'),
    LAVRA_LOG_LEVEL: 'error',
    // The measured person signs in by password alone.
    LAVRA_PANEL_SECOND_FACTOR: 'nobody',
  };
  const panel = await startProgram({ name: 'panel', script: 'panel/server.ts', env, logs: home });
  await untilReady(panel, () => answersOk(`${url}/health/ready`), readyWithinMs);
  return { url, panel };
}

/** Chooses a password by the link of an invitation. @returns the cookie of the session */
export async function signedUp(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/senha/${token}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ senha: password }).toString(),
  });
  const [pair] = (answer.headers.get('set-cookie') ?? '').split(';');
  if (answer.status !== 303 || !pair) throw new Error(`nobody could sign in: ${answer.status}`);
  return pair;
}
