import { randomUUID } from 'node:crypto';
import type { WorkflowBundleOption } from '@temporalio/worker';
import { createOrm, type Orm } from '../../../config/orm.ts';
import type { DatabaseUrls } from '../../../operations/provisioning.ts';

export const workflowBundle: WorkflowBundleOption = { codePath: process.env.TEST_WORKFLOW_BUNDLE! };
/** Folder of the schema pack in force. */
export const schemas = process.env.TEST_SCHEMAS!;

const logins = JSON.parse(process.env.TEST_LOGINS ?? '{}') as DatabaseUrls;

/** Connected as the administrator; creates the databases of all test files of this process. */
let administrator: Promise<Orm> | undefined;

/**
 * Creates a database for the test file, owned by the returned login: a copy of the migrated template, or of another database to which
 * nobody is connected.
 */
export async function testDatabase(template = 'template_lavra'): Promise<string> {
  const { em } = await (administrator ??= patientOrm(new URL('/postgres', process.env.TEST_POSTGRES).href, {
    pool: 1,
  }));
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const { username } = new URL(logins.owner);
  const connection = em.getConnection();
  // File by file: copying page by page through the log takes twice as long.
  await connection.execute(`create database ${name} template ${template} strategy file_copy owner ${username}`);
  // The one setting that a copy of a database does not take over.
  await connection.execute(`revoke temporary on database ${name} from public`);
  return Object.assign(new URL(logins.owner), { pathname: `/${name}` }).href;
}

/** The URL of the same database by another login: of a part, or the administrator of the server. */
export function byLogin(url: string, login: keyof DatabaseUrls | 'admin'): string {
  const { username, password } = new URL(login === 'admin' ? process.env.TEST_POSTGRES! : logins[login]);
  return Object.assign(new URL(url), { username, password }).href;
}

/** The ORM on a new database for the test file. */
export async function testOrm(options: { pool?: number } = {}): Promise<Orm> {
  return patientOrm(await testDatabase(), options);
}

/** An ORM that waits minutes for a connection, where production answers 503 after five seconds. */
export function patientOrm(url: string, options: { pool?: number } = {}): Promise<Orm> {
  return createOrm(url, { ...options, connectMs: 150_000 });
}

/** Whether `RECORD=1 npm test` runs, which writes the histories that the replay tests read. */
export const recording = 'RECORD' in process.env;
