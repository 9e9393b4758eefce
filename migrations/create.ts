import { readEnv } from '../config/env.ts';
import { createOrm } from '../config/orm.ts';

/** `npm run migration -- add-due-date`: writes the migration that brings the database of DATABASE_URL to the entities. */
const orm = await createOrm(readEnv().databaseUrl);
const { fileName } = await orm.migrator.create(undefined, false, false, process.argv[2]);
process.stdout.write(fileName ? `migrations/${fileName}\n` : 'nothing to do\n');
await orm.close();
