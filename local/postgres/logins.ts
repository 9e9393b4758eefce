import { randomBytes } from 'node:crypto';
import { createOrm } from '../../config/orm.ts';
import { createLogins, type DatabaseUrls } from '../../operations/provisioning.ts';

/** How long the server may take to answer: it may have just started, on a computer that starts everything else at the same time. */
const patienceMs = 60_000;

/** Gives owner, API, panel and worker each a login of its own in a local database. The passwords are valid until the next call. */
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
