import { readEnv } from '../config/env.ts';
import { migrate } from '../config/migrate.ts';

/** `npm run migrate`: creates the database when it is missing and brings it to the newest migration. */
const applied = await migrate(readEnv().databaseUrl);
process.stdout.write(
  applied.length > 0 ? applied.map((name) => `applied ${name}\n`).join('') : 'database is up to date\n',
);
