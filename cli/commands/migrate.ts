import type { Command } from 'commander';
import { migrate } from '../../config/migrate.ts';
import type { Shell } from '../shell.ts';
import { leaf } from '../terminal/help.ts';

/** `lavra migrate` */
export function migrateCommand(program: Command, shell: Shell): void {
  leaf(program, 'migrate', 'Cria o banco de dados se faltar e aplica as migrações pendentes').action(
    shell.does(async (session) => {
      const applied = await migrate(session.env().databaseUrl);
      const text =
        applied.length > 0 ? applied.map((name) => `aplicada: ${name}`).join('\n') : 'O banco de dados está em dia.';
      return { data: { applied }, text };
    }),
  );
}
