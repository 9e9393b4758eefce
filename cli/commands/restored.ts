import type { Command } from 'commander';
import { acrossCompanies } from '../../operations/in-company.ts';
import { markRestored, releaseRestored } from '../../operations/installations/restoration.ts';
import { leaveFound, restoredNow } from '../../operations/installations/show-restored.ts';
import { Refused } from '../refused.ts';
import { restoredInWords } from '../restored/in-words.ts';
import type { Shell } from '../shell.ts';
import { confirm } from '../terminal/confirm.ts';
import { leaf } from '../terminal/help.ts';

const help = `
Depois de restaurar um backup, nada novo é enviado às autoridades até que o Lavra as tenha consultado sobre os números que podem
ter sido usados depois da cópia. O que é de uma venda deste banco é reconhecido sozinho; do resto uma pessoa decide.`;

/** `lavra restored show|leave|release|mark` */
export function restoredCommands(restored: Command, shell: Shell): void {
  leaf(restored, 'show', 'Mostra o que se sabe, o que falta decidir e o que fazer')
    .addHelpText('after', help)
    .action(
      shell.does(async (session) => {
        const data = await restoredNow(acrossCompanies(await session.orm()));
        return { data: { restored: data }, text: restoredInWords(data) };
      }),
    );
  leaf(restored, 'leave [chaves...]', 'Diz que notas achadas na autoridade não são de vendas deste banco de dados')
    .option('--all', 'todas as que estão por decidir')
    .action(
      shell.does(async (session, keys: string[], { all = false }: { all?: boolean }) => {
        if (!all && keys.length === 0) throw new Refused('invalid_input', 'Diga as chaves, ou --all.');
        const left = await leaveFound(acrossCompanies(await session.orm()), all ? 'ALL' : keys);
        return {
          data: { left },
          text: `${left} nota(s) decididas. A emissão segue quando nada mais estiver por decidir.`,
        };
      }),
    );
  leaf(restored, 'release', 'Libera a emissão antes que tudo esteja consultado e decidido')
    .option('--yes', 'sem perguntar')
    .action(
      shell.does(async (session, { yes = false }: { yes?: boolean }) => {
        const question = 'Vendas que já têm nota podem ganhar uma segunda. Liberar a emissão assim mesmo?';
        if (!yes) await confirm(question, shell);
        const released = await releaseRestored(acrossCompanies(await session.orm()), 'PERSON');
        const text = released ? 'A emissão está liberada: o que espera segue em um minuto.' : 'A emissão não esperava.';
        return { data: { released }, text };
      }),
    );
  leaf(
    restored,
    'mark',
    'Diz que este banco de dados é de um momento anterior, onde o Lavra não o nota sozinho',
  ).action(
    shell.does(async (session) => {
      const marked = await markRestored(acrossCompanies(await session.orm()), 'MARKED');
      const text = marked ? 'Marcado: nada novo é enviado antes da consulta às autoridades.' : 'Já estava marcado.';
      return { data: { marked }, text };
    }),
  );
}
