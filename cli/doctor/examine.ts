import { createIdentities } from '../../activities/identities.ts';
import { createWire } from '../../adapters/mutual-tls/wire.ts';
import type { Orm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { installationOf } from '../../operations/installations/installation.ts';
import { findCompany, listCompanies } from '../../operations/provisioning.ts';
import type { Session } from '../session.ts';
import { checkBlobs } from './blobs.ts';
import { checkBrowser } from './browser.ts';
import { checkCompany } from './company.ts';
import { statesInForce } from './contingency.ts';
import { checkDatabase, checkMigrations, checkTenancy } from './database.ts';
import { type Finding, findingsOf, reasonOf } from './finding.ts';
import { checkLogins } from './logins.ts';
import { checkMail } from './mail.ts';
import { checkMasterKey } from './master-key.ts';
import { checkRates } from './rates.ts';
import { checkRestored } from './restored.ts';
import { checkSchemas } from './schemas.ts';
import { checkTemporal } from './temporal.ts';
import { checkWaits } from './waits.ts';

const authorityTimeoutMs = 10_000;
const companiesAtOnce = 4;

/** The one company to examine, where not all are; the service whose rate is asked for, where not the company's own. */
export type ExamineOptions = { company?: string | undefined; serviceCode?: string | undefined };

/** Runs all checks, independent ones at once. Findings are in the order of repair, and a part that is down hides no others. */
export async function examine(session: Session, wanted: ExamineOptions): Promise<Finding[]> {
  const [database, temporal, browser, blobs] = await Promise.all([
    safely('database', () => examineDatabase(session, wanted)),
    safely('temporal', async () =>
      checkTemporal(await session.temporal(), async () => installationOf(await session.orm())),
    ),
    safely('browser', async () => checkBrowser(session.env())),
    safely('blobs', async () => checkBlobs(session.env())),
  ]);
  const schemas = await safely('schemas', async () => checkSchemas(session.env()));
  const rates = await safely('rates', async () => checkRates(session.env(), new Date()));
  const general = (finding: Finding): boolean => finding.company === undefined;
  const companies = database.filter((finding) => !general(finding));
  if (nothingRuns([...database, ...temporal], session.env())) return [...checkNode(), notStarted];
  return [
    ...checkNode(),
    ...database.filter(general),
    ...temporal,
    ...browser,
    ...blobs,
    ...schemas,
    ...rates,
    ...companies,
  ];
}

const notStarted = findingsOf('installation').failure('Nenhum Lavra no ar nesta pasta', 'npm start');

/** Whether neither database nor Temporal answers where nobody said where they are: then nothing is broken, and nothing was started. */
export function nothingRuns(findings: Finding[], { isNamed }: { isNamed: boolean }): boolean {
  const isAway = (part: string): boolean =>
    findings.some(({ check, status }) => check === part && status === 'FAILURE') &&
    !findings.some(({ check, status }) => check === part && status !== 'FAILURE');
  return !isNamed && isAway('database') && isAway('temporal');
}

async function examineDatabase(session: Session, wanted: ExamineOptions): Promise<Finding[]> {
  const orm = await session.orm();
  const database = await checkDatabase(orm);
  if (database.some(({ check, status }) => check === 'database' && status === 'FAILURE')) return database;
  const migrations = await safely('migrations', () => checkMigrations(orm));
  if (migrations.some(({ status }) => status === 'FAILURE')) return [...database, ...migrations];
  const tenancy = await safely('tenancy', () => checkTenancy(orm));
  const logins = await safely('logins', () => checkLogins(session.env()));
  const masterKey = await checkMasterKey(orm, () => session.masterKey());
  const mail = await safely('mail', () => checkMail(orm, session.env()));
  const restored = await safely('restored', () => checkRestored(orm));
  const waits = await safely('waits', () => examineWaits(orm, wanted));
  const companies = await safely('company', () => examineCompanies(session, orm, wanted));
  return [
    ...database,
    ...migrations,
    ...tenancy,
    ...logins,
    ...masterKey,
    ...mail,
    ...restored,
    ...waits,
    ...companies,
  ];
}

async function examineWaits(orm: Orm, { company }: ExamineOptions): Promise<Finding[]> {
  return checkWaits(orm, company === undefined ? null : await findCompany(orm, company), new Date());
}

async function examineCompanies(
  session: Session,
  orm: Orm,
  { company: only, serviceCode }: ExamineOptions,
): Promise<Finding[]> {
  const companies = only === undefined ? await listCompanies(orm) : [await findCompany(orm, only)];
  const wire = createWire({ ...session.authority(), timeoutMs: authorityTimeoutMs, maxAnswerBytes: 1_000_000 });
  const identities = () => createIdentities(session.masterKey());
  const states = statesInForce(session.env());
  const found: Finding[] = [];
  try {
    for (let first = 0; first < companies.length; first += companiesAtOnce) {
      const some = companies.slice(first, first + companiesAtOnce);
      const check = (company: Company) =>
        safely('company', () => checkCompany(orm, company, { identities, wire, serviceCode, states }), company.taxId);
      found.push(...(await Promise.all(some.map(check))).flat());
    }
  } finally {
    await wire.close();
  }
  return found;
}

async function safely(check: string, work: () => Promise<Finding[]>, company?: string): Promise<Finding[]> {
  try {
    return await work();
  } catch (error) {
    return [findingsOf(check, company).failure(reasonOf(error), 'corrija o que a mensagem diz e rode de novo')];
  }
}

/** Node.js new enough to run TypeScript and MikroORM 7. */
function checkNode(): Finding[] {
  const { ok, failure } = findingsOf('node');
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return [ok(`Node.js ${process.versions.node}`)];
  return [
    failure(
      `Node.js ${process.versions.node} é antigo`,
      'rode por "npx lavra" ou "npm run", que usam o Node 24 do projeto',
    ),
  ];
}
