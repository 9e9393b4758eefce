import { readEnv } from '../config/env.ts';
import { createOrm } from '../config/orm.ts';

/** `npm run migrate`: creates the database when it is missing and brings it to the newest migration. */
const orm = await createOrm(readEnv().databaseUrl);
await orm.schema.ensureDatabase();
const applied = await orm.migrator.up();
process.stdout.write(
  applied.length > 0 ? applied.map(({ name }) => `applied ${name}\n`).join('') : 'database is up to date\n',
);
await orm.close();
