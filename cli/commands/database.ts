import type { Command } from 'commander';
import type { Env } from '../../config/env.ts';
import { migrate } from '../../config/migrate.ts';
import { createOrm } from '../../config/orm.ts';
import { createLogins } from '../../operations/provisioning.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Shell } from '../session.ts';

/** `lavra migrate` */
export function migrateCommand(migrating: Command, shell: Shell): void {
  migrating.action(
    shell.does(async (session) => {
      const applied = await migrate(session.env().databaseUrl);
      const text =
        applied.length > 0 ? applied.map((name) => `aplicada: ${name}`).join('\n') : 'O banco de dados está em dia.';
      return { data: { applied }, text };
    }),
  );
}

/** `lavra logins` */
export function loginsCommand(logins: Command, shell: Shell): void {
  logins.action(
    shell.does(async (session) => {
      const { databaseUrl: owner, apiDatabaseUrl: api, workerDatabaseUrl: worker, ...env } = session.env();
      const { panelDatabaseUrl: panel } = env;
      const admin = await createOrm(administratorOf(env, owner), { pool: 1 });
      try {
        await createLogins(admin, { owner, api, panel, worker });
      } finally {
        await admin.close();
      }
      const [ownerName, apiName, panelName, workerName] = [owner, api, panel, worker].map((url) =>
        decodeURIComponent(new URL(url).username),
      );
      return {
        data: { owner: ownerName, api: apiName, panel: panelName, worker: workerName },
        text: `Prontos: ${ownerName} (dono), ${apiName} (API), ${panelName} (painel) e ${workerName} (worker).`,
      };
    }),
  );
}

/** URL with the administrator's login, of the database in the owner's URL. */
function administratorOf({ adminDatabaseUrl }: Pick<Env, 'adminDatabaseUrl'>, owner: string): string {
  if (adminDatabaseUrl === undefined) {
    const message = 'Defina DATABASE_ADMIN_URL: a URL de um administrador do PostgreSQL, que pode criar usuários.';
    throw new CommandRefused('invalid_settings', message);
  }
  return Object.assign(new URL(adminDatabaseUrl), { pathname: new URL(owner).pathname }).href;
}
