import { createWire, type WireOptions } from '../../adapters/mutual-tls/wire.ts';
import type { Pack } from '../../adapters/schemas/packs.ts';
import type { Env } from '../../config/env.ts';
import type { Orm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import type { MasterKey } from '../../domain/seal.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';
import { installationOf } from '../installations/installation.ts';
import { acrossCompanies } from '../in-company.ts';
import { type DatabaseUrls, findCompany, listCompanies } from '../provisioning.ts';
import { checkCompany, type CompanyMeans } from './company.ts';
import { checkDatabase, checkMasterKey, checkMigrations, checkRestored, checkTenancy } from './database.ts';
import { type DoctorFinding, findingsOf, type ReadOverAll, lookAcross, reasonOf } from './finding.ts';
import { checkLawTables, checkSchemas, tablesInForce } from './law.ts';
import { checkLogins, type OpenDatabase } from './logins.ts';
import { checkBlobs, checkBrowser, checkMail } from './surroundings.ts';
import { checkTemporal, type ExaminedTemporal } from './temporal.ts';
import { checkWaits } from './waits.ts';

const authorityTimeoutMs = 10_000;
const companiesAtOnce = 4;

/**
 * An installation to be examined. Each part is opened or read when it is first asked for, so that a broken one does not hide the others. The
 * program that asks provides what belongs to it: settings, connections, and how certificates are opened.
 */
export type ExaminedInstallation = {
  env(): Env;
  orm(): Promise<Orm>;
  /** How rows of all companies are read: by the login that owns the tables, unless this says otherwise. */
  look?: ReadOverAll;
  /** The database logins that this program knows. */
  logins(): Partial<DatabaseUrls>;
  openDatabase: OpenDatabase;
  /** Names of the migrations that this version has. */
  migrations(): string[];
  temporal(): Promise<ExaminedTemporal>;
  masterKey(): MasterKey;
  identities: CompanyMeans['identities'];
  /** How the authorities are reached. */
  authority(): Pick<WireOptions, 'caBundle' | 'address' | 'moved'>;
  rates(): LawTables;
  schemaPacks(): Pack[];
  /** Finds an installed browser where the settings name none. */
  findChromium(): Promise<{ path: string }>;
};

/**
 * `company`: tax id of the only company to examine, null for none; all where it is absent. `serviceCode`: the service whose rate is asked about, in
 * place of the company's own.
 */
export type ExamineOptions = { company?: string | null | undefined; serviceCode?: string | undefined };

/** Takes the findings about one part as soon as they are known. */
export type Reporter = (findings: DoctorFinding[]) => void;

/**
 * Runs all checks, independent ones at the same time. Findings are in the order in which to repair, and a part that is down does not hide the
 * others.
 */
export async function examine(
  installation: ExaminedInstallation,
  wanted: ExamineOptions,
  report: Reporter = () => {},
): Promise<DoctorFinding[]> {
  const reported = reporting(report);
  const node = checkNode();
  report(node);
  const [database, temporal, browser, blobs] = await Promise.all([
    safely('database', () => examineDatabase(installation, wanted, report)),
    reported('temporal', async () =>
      checkTemporal(await installation.temporal(), async () => installationOf(await installation.orm())),
    ),
    reported('browser', async () => checkBrowser(installation.env(), () => installation.findChromium())),
    reported('blobs', async () => checkBlobs(installation.env())),
  ]);
  const schemas = await reported('schemas', async () => checkSchemas(() => installation.schemaPacks()));
  const rates = await reported('rates', async () => checkLawTables(() => installation.rates(), new Date()));
  const general = (finding: DoctorFinding): boolean => finding.company === undefined;
  const companies = database.filter((finding) => !general(finding));
  if (nothingRuns([...database, ...temporal], installation.env())) return [...node, notStarted];
  return [...node, ...database.filter(general), ...temporal, ...browser, ...blobs, ...schemas, ...rates, ...companies];
}

const notStarted = findingsOf('installation').failure('Nenhum Lavra no ar nesta pasta', 'npm start');

/** Whether neither the database nor Temporal answers, and nobody configured where they are: then nothing is broken, Lavra was just not started. */
export function nothingRuns(findings: DoctorFinding[], { isNamed }: { isNamed: boolean }): boolean {
  const isAway = (part: string): boolean =>
    findings.some(({ check, status }) => check === part && status === 'FAILURE') &&
    !findings.some(({ check, status }) => check === part && status !== 'FAILURE');
  return !isNamed && isAway('database') && isAway('temporal');
}

async function examineDatabase(
  installation: ExaminedInstallation,
  wanted: ExamineOptions,
  report: Reporter,
): Promise<DoctorFinding[]> {
  const reported = reporting(report);
  const orm = await installation.orm();
  const database = await reported('database', () => checkDatabase(orm));
  if (database.some(({ check, status }) => check === 'database' && status === 'FAILURE')) return database;
  const look = installation.look ?? lookAcross(orm);
  const migrations = await reported('migrations', async () => checkMigrations(look, installation.migrations()));
  if (migrations.some(({ status }) => status === 'FAILURE')) return [...database, ...migrations];
  const tenancy = await reported('tenancy', () => checkTenancy(orm));
  const logins = await reported('logins', () => checkLogins(installation.logins(), installation.openDatabase));
  const masterKey = await reported('master_key', () => checkMasterKey(look, () => installation.masterKey()));
  const mail = await reported('mail', () => checkMail(look, installation.env()));
  const restored = await reported('restored', () => checkRestored(look));
  const waits = await reported('waits', () => examineWaits(look, wanted));
  const companies =
    wanted.company === null ? [] : await reported('company', () => examineCompanies(installation, orm, wanted));
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

async function examineWaits(look: ReadOverAll, { company }: ExamineOptions): Promise<DoctorFinding[]> {
  return checkWaits(look, company ? await look((em) => findCompany(em, company)) : null, new Date());
}

async function examineCompanies(
  installation: ExaminedInstallation,
  orm: Orm,
  { company: only, serviceCode }: ExamineOptions,
): Promise<DoctorFinding[]> {
  const companies =
    only === undefined || only === null
      ? await listCompanies(acrossCompanies(orm))
      : [await findCompany(acrossCompanies(orm), only)];
  const wire = createWire({ ...installation.authority(), timeoutMs: authorityTimeoutMs, maxAnswerBytes: 1_000_000 });
  const rates = tablesInForce(() => installation.rates());
  const means = { identities: installation.identities, wire, serviceCode, rates };
  const found: DoctorFinding[] = [];
  try {
    for (let first = 0; first < companies.length; first += companiesAtOnce) {
      const some = companies.slice(first, first + companiesAtOnce);
      const each = await Promise.all(some.map((company) => canIssue(orm, company, means)));
      found.push(...each.flat());
    }
  } finally {
    await wire.close();
  }
  return found;
}

/** Examines one company as the doctor of the whole installation does: what waits, and whether it can issue now. */
export async function examineCompany(orm: Orm, company: Company, means: CompanyMeans): Promise<DoctorFinding[]> {
  const waits = await safely('waits', () => checkWaits(lookAcross(orm), company, new Date()));
  return [...waits, ...(await canIssue(orm, company, means))];
}

function canIssue(orm: Orm, company: Company, means: CompanyMeans): Promise<DoctorFinding[]> {
  return safely('company', () => checkCompany(orm, company, means), company.taxId);
}

/** As `safely`, and reports the findings as soon as they are known. */
function reporting(report: Reporter): typeof safely {
  return async (check, work, company) => {
    const findings = await safely(check, work, company);
    report(findings);
    return findings;
  };
}

async function safely(check: string, work: () => Promise<DoctorFinding[]>, company?: string): Promise<DoctorFinding[]> {
  try {
    return await work();
  } catch (error) {
    return [findingsOf(check, company).failure(reasonOf(error), 'corrija o que a mensagem diz e rode de novo')];
  }
}

/** Whether Node.js is new enough to run TypeScript and MikroORM 7. */
function checkNode(): DoctorFinding[] {
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
