import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { until } from '../../support/checks/until.ts';
import { byLogin, patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { lavraJson } from '../lavra.ts';

/** Names of a database that does not exist yet, and of four logins that do not either. */
const id = randomUUID().replaceAll('-', '');
let settings: Record<string, string>;
let names: Record<'owner' | 'api' | 'panel' | 'worker', string>;
beforeAll(async () => {
  const server = byLogin(await testDatabase(), 'admin');
  names = { owner: `owner_${id}`, api: `api_${id}`, panel: `panel_${id}`, worker: `worker_${id}` };
  const as = (username: string): string =>
    Object.assign(new URL(`/l_${id}`, server), { username, password: `p ${id}` }).href;
  settings = {
    DATABASE_ADMIN_URL: server,
    DATABASE_URL: as(names.owner),
    DATABASE_API_URL: as(names.api),
    DATABASE_PANEL_URL: as(names.panel),
    DATABASE_WORKER_URL: as(names.worker),
    TEMPORAL_ADDRESS: '127.0.0.1:1',
  };
});

test('without an administrator, or with one URL for all, it says what to define', async () => {
  const { DATABASE_URL, DATABASE_ADMIN_URL } = settings as { DATABASE_URL: string; DATABASE_ADMIN_URL: string };
  expect((await lavraJson(['logins'], { DATABASE_URL })).error).toMatchObject({
    error: { code: 'invalid_settings', message: expect.stringContaining('DATABASE_ADMIN_URL') },
  });
  expect((await lavraJson(['logins'], { DATABASE_URL, DATABASE_ADMIN_URL })).error).toMatchObject({
    error: { code: 'unfit_login', message: expect.stringContaining('DATABASE_API_URL') },
  });
});

test('an installation is made by three commands, and the doctor finds its logins in order', async () => {
  expect(await lavraJson(['logins'], settings)).toMatchObject({ code: 0, answer: names });
  expect(await lavraJson(['migrate'], settings)).toMatchObject({ code: 0 });
  expect(await loginFindings()).toEqual([
    ['OK', `o comando lavra conecta como ${names.owner}`],
    ['OK', `a API conecta como ${names.api}`],
    ['OK', `o painel conecta como ${names.panel}`],
    ['OK', `o worker conecta como ${names.worker}`],
  ]);
});

test('passwords from files may have every character, and each login opens the database with its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lavra-passwords-'));
  const printable = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at));
  const withoutPassword = (url: string | undefined): string => Object.assign(new URL(url ?? ''), { password: '' }).href;
  const files: Record<string, string> = {};
  for (const [at, part] of ['DATABASE', 'DATABASE_API', 'DATABASE_PANEL', 'DATABASE_WORKER'].entries()) {
    const turned = [...printable.slice(at), ...printable.slice(0, at)].join('');
    files[`${part}_URL`] = withoutPassword(settings[`${part}_URL`]);
    files[`${part}_PASSWORD_FILE`] = join(folder, part);
    await writeFile(join(folder, part), `${turned}\n`);
  }
  const { DATABASE_ADMIN_URL = '' } = settings;
  files.DATABASE_ADMIN_URL = withoutPassword(DATABASE_ADMIN_URL);
  files.DATABASE_ADMIN_PASSWORD_FILE = join(folder, 'admin');
  await writeFile(join(folder, 'admin'), decodeURIComponent(new URL(DATABASE_ADMIN_URL).password));

  expect(await lavraJson(['logins'], files)).toMatchObject({ code: 0, answer: names });
  expect((await loginFindings(files)).map(([status]) => status)).toEqual(['OK', 'OK', 'OK', 'OK']);
  expect((await examined(settings)).map(({ status }) => status)).not.toContain('OK'); // `settings` still have the old passwords
  expect(await lavraJson(['logins'], settings)).toMatchObject({ code: 0 });
  await rm(folder, { recursive: true });
});

test('one login for all parts still works, and the doctor warns', async () => {
  const { DATABASE_URL = '' } = settings;
  expect(await loginFindings({ DATABASE_URL })).toEqual([
    ['OK', expect.any(String)],
    ['WARNING', `a API conecta com o dono das tabelas (${names.owner})`],
    ['WARNING', `o painel conecta com o dono das tabelas (${names.owner})`],
    ['WARNING', `o worker conecta com o dono das tabelas (${names.owner})`],
  ]);
  const found = await loginFindings({ DATABASE_URL: asAdministrator() });
  expect(found.map(([status]) => status)).toEqual(['WARNING', 'WARNING', 'WARNING', 'WARNING']);
  expect(found.map(([, message]) => message).join()).toMatch(
    /comando.*superusuário.*API.*superusuário.*painel.*superusuário.*worker.*superusuário/,
  );
});

/** A fault, and how it is mended. `also` mends a second finding of the same kind, about another part. */
type Wrong = {
  what: string;
  make: () => string;
  mend: () => string;
  also?: () => string;
  status: string;
  message: RegExp;
};

const wrongs: Wrong[] = [
  {
    what: 'the API bypasses policies',
    make: () => `alter role ${names.api} bypassrls`,
    mend: () => `alter role "${names.api}" nobypassrls`,
    status: 'FAILURE',
    message: /passa por cima das políticas/,
  },
  {
    what: 'the API is a member of the worker’s role',
    make: () => `grant lavra_worker to ${names.api}`,
    mend: () => `revoke lavra_worker from "${names.api}"`,
    status: 'FAILURE',
    message: /é membro de lavra_worker/,
  },
  {
    what: 'the API is a member of the panel’s role',
    make: () => `grant lavra_panel to ${names.api}`,
    mend: () => `revoke lavra_panel from "${names.api}"`,
    status: 'FAILURE',
    message: /é membro de lavra_panel/,
  },
  {
    what: 'the API is a member of the operators’ role',
    make: () => `grant lavra_operator to ${names.api}`,
    mend: () => `revoke lavra_operator from "${names.api}"`,
    status: 'FAILURE',
    message: /é membro de lavra_operator/,
  },
  {
    what: 'the panel is not in the operators’ role',
    make: () => `revoke lavra_operator from ${names.panel}`,
    mend: () => `grant lavra_operator to "${names.panel}"`,
    status: 'FAILURE',
    message: /não é membro de lavra_operator/,
  },
  {
    what: 'the panel is not in its role',
    make: () => `revoke lavra_panel from ${names.panel}`,
    mend: () => `grant lavra_panel to "${names.panel}"`,
    status: 'FAILURE',
    message: /não é membro de lavra_panel/,
  },
  {
    what: 'the API is in no role',
    make: () => `revoke lavra_tenant from ${names.api}`,
    mend: () => `grant lavra_tenant to "${names.api}"`,
    status: 'FAILURE',
    message: /não é membro de lavra_tenant/,
  },
  {
    what: 'the worker is in no role',
    make: () => `revoke lavra_worker from ${names.worker}`,
    mend: () => `grant lavra_worker to "${names.worker}"`,
    status: 'FAILURE',
    message: /não é membro de lavra_worker/,
  },
  {
    what: 'the worker creates roles',
    make: () => `alter role ${names.worker} createrole`,
    mend: () => `alter role "${names.worker}" nocreaterole`,
    status: 'FAILURE',
    message: /pode criar usuários/,
  },
  {
    what: 'API and panel make tables, as everybody does',
    make: () => `grant create on schema public to public`,
    mend: () => `revoke create on schema public from public, "${names.api}"`,
    also: () => `revoke create on schema public from public, "${names.panel}"`,
    status: 'FAILURE',
    message: /pode criar tabelas/,
  },
  {
    what: 'the API makes temporary tables',
    make: () => `grant temporary on database l_${id} to ${names.api}`,
    mend: () => `revoke temporary on database "l_${id}" from public, "${names.api}"`,
    status: 'WARNING',
    message: /tabelas temporárias/,
  },
  {
    what: 'a function’s path is open',
    make: () => `alter function admit(text,uuid) set search_path = public`,
    mend: () =>
      `alter function admit(text,uuid) set search_path = public, pg_temp; revoke execute on function admit(text,uuid) from public`,
    status: 'FAILURE',
    message: /a função admit\(text,uuid\)/,
  },
  {
    what: 'a function is everybody’s to call',
    make: () => `grant execute on function tally_client() to public`,
    mend: () =>
      `alter function tally_client() set search_path = public, pg_temp; revoke execute on function tally_client() from public`,
    status: 'FAILURE',
    message: /a função tally_client\(\)/,
  },
  {
    what: 'what the API does is recorded',
    make: () => `alter role ${names.api} reset track_activities`,
    mend: () => `como superusuário: alter role "${names.api}" set track_activities = off`,
    status: 'WARNING',
    message: /pg_stat_activity/,
  },
];

test.each(wrongs)(
  'the doctor sees that $what, and its mend repairs it',
  async ({ make, mend, also, status, message }) => {
    const orm = await patientOrm(asAdministrator());
    await orm.em.fork().execute(make());
    const found = (await findings()).filter((finding) => finding.status !== 'OK');
    const mends = [mend(), ...(also ? [also()] : [])];
    expect(found).toEqual(
      mends.map((each) => ({ check: 'logins', status, message: expect.stringMatching(message), mend: each })),
    );
    await orm.em.fork().execute(mend().replace('como superusuário: ', ''));
    await orm.close();
    expect((await loginFindings()).map(([kind]) => kind)).toEqual(['OK', 'OK', 'OK', 'OK']);
  },
);

test('a login that does not get in is reported, with its setting and without its password', async () => {
  const wrong = Object.assign(new URL(settings.DATABASE_WORKER_URL ?? ''), { password: 'qwerty' }).href;
  const found = (await findings({ ...settings, DATABASE_WORKER_URL: wrong })).filter(({ status }) => status !== 'OK');
  expect(found).toMatchObject([{ status: 'FAILURE', mend: expect.stringContaining('DATABASE_WORKER_URL') }]);
  expect(JSON.stringify(found)).not.toContain('qwerty');
});

test('the SQL of the operator’s page makes logins that the doctor finds in order, too', async () => {
  const page = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const [, block = ''] = /```sql\n(create role lavra_tenant[^`]*)```/.exec(page) ?? [];
  const statements = block.split(';').map((statement) => statement.trim());
  // Other installations on this server have created these roles already.
  const roles = ['lavra_tenant', 'lavra_panel', 'lavra_operator', 'lavra_worker'].map(
    (role) => `create role ${role} nologin`,
  );
  expect(statements.splice(0, 4)).toEqual(roles);
  const admin = await patientOrm(asAdministrator());
  for (const statement of statements.filter(Boolean)) {
    const named = statement
      .replaceAll('lavra_login_', `by_hand_${id}_`)
      .replace(/database lavra\b/, `database by_hand_${id}`);
    await admin.em.getConnection().execute(named.replace('…', 'x'));
  }
  await admin.close();
  const as = (part: string): string =>
    Object.assign(new URL(settings.DATABASE_URL ?? ''), {
      username: `by_hand_${id}_${part}`,
      password: 'x',
      pathname: `/by_hand_${id}`,
    }).href;
  const byHand = { DATABASE_URL: as('owner'), DATABASE_API_URL: as('api') };
  Object.assign(byHand, { DATABASE_PANEL_URL: as('panel'), DATABASE_WORKER_URL: as('worker') });
  expect(await lavraJson(['migrate'], byHand)).toMatchObject({ code: 0 });
  expect((await loginFindings(byHand)).map(([status]) => status)).toEqual(['OK', 'OK', 'OK', 'OK']);
});

/** The same database by the server's administrator. */
function asAdministrator(): string {
  const { DATABASE_URL = '', DATABASE_ADMIN_URL = '' } = settings;
  return Object.assign(new URL(DATABASE_ADMIN_URL), { pathname: new URL(DATABASE_URL).pathname }).href;
}

type Finding = { check: string; status: string; message: string; mend?: string };

async function examined(environment: Record<string, string>): Promise<Finding[]> {
  const { answer } = await lavraJson(['doctor'], { TEMPORAL_ADDRESS: '127.0.0.1:1', ...environment });
  return (answer as { findings: Finding[] }).findings.filter(({ check }) => check === 'logins');
}

/** The doctor's findings about logins. On a busy machine the doctor may give up on the database and say nothing of logins: so this is repeated. */
function findings(environment: Record<string, string> = settings): Promise<Finding[]> {
  return until('the doctor gets to the logins', async () => {
    const found = await examined(environment);
    return found.length > 0 && found;
  });
}

async function loginFindings(environment?: Record<string, string>): Promise<[string, string][]> {
  return (await findings(environment)).map(({ status, message }) => [status, message]);
}
