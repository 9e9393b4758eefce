import type { Command } from 'commander';
import { migrate } from '../../config/migrate.ts';
import type { Shell } from '../shell.ts';

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
