import { randomBytes } from 'node:crypto';
import { createOrm } from '../../config/orm.ts';
import { createLogins, type DatabaseUrls } from '../../operations/provisioning.ts';

/** A server that has only just started, on a computer that starts everything else beside it. */
const patienceMs = 60_000;

/** Makes owner, API, panel and worker each a login of its own in a database of this machine. Their passwords hold until the next call. */
export async function localLogins(adminUrl: string): Promise<DatabaseUrls> {
  const as = (username: string): string => {
    return Object.assign(new URL(adminUrl), { username, password: randomBytes(18).toString('base64url') }).href;
  };
  const urls = {
    owner: as('lavra_login_owner'),
    api: as('lavra_login_api'),
    panel: as('lavra_login_panel'),
    worker: as('lavra_login_worker'),
  };
  const admin = await createOrm(adminUrl, { pool: 1, connectMs: patienceMs });
  try {
    await createLogins(admin, urls);
  } finally {
    await admin.close();
  }
  return urls;
}
