import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { TakenBounce } from '../../operations/mails/take-bounce.ts';
import { acrossCompanies, inCompany } from '../../operations/in-company.ts';
import { findSuppressions, liftSuppression } from '../../operations/mails/find-mails.ts';
import { findCompany } from '../../operations/provisioning.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { brasiliaMoment, textTable } from '../terminal/output.ts';

const help = `
Quando o servidor do cliente não entrega um e-mail, avisa ao endereço de LAVRA_BOUNCES_TO com uma notificação (DSN, RFC 3464). Este comando a lê, da
entrada padrão ou de arquivos .eml: o e-mail aparece como não entregue na história da nota, e um endereço que não existe não recebe mais nada. Um
atraso não muda nada. De qual e-mail se trata diz o endereço a que ela veio, assinado; uma notificação forjada é deixada de lado.

Sai com 0 também se a mensagem não é uma notificação: devolvê-la não serviria a ninguém. Sem o banco sai com 75, para que o servidor tente depois.

Exemplos:
  No Postfix, em master.cf (e em transport "retorno@example.com lavra:"):
    lavra unix - n n - - pipe flags=R user=lavra argv=/usr/bin/lavra mail bounce --to \${original_recipient}
  lavra mail bounce devolvidos/*.eml`;

const suppressionsHelp = `
Um endereço entra na lista quando o servidor dele diz que não existe, e não recebe mais nada até alguém o tirar. Corrija antes o e-mail no cadastro do
cliente; as notas que não foram se enviam de novo com "lavra documents mail".

Exemplos:
  lavra mail suppressions --company 11222333000181
  lavra mail suppressions --company 11222333000181 --lift compras@cliente.com.br`;

/** `lavra mail bounce|suppressions` */
export function mailCommands(mail: Command, shell: Shell): void {
  suppressionsCommand(mail, shell);
  leaf(mail, 'bounce [arquivos...]', 'Lê notificações de e-mails que não foram entregues')
    .option('--to <endereço>', 'o endereço a que chegou, como o servidor de e-mail o diz')
    .addHelpText('after', help)
    .action(
      shell.does(async (session, files: string[], { to }: { to?: string }) => {
        const mailbox = session.env().bounces?.mailbox;
        if (mailbox === undefined) {
          throw new CommandRefused(
            'invalid_settings',
            'LAVRA_BOUNCES_TO não está definido: nenhum e-mail volta para cá.',
          );
        }
        const { takeBounce } = await import('../../operations/mails/take-bounce.ts'); // loaded here because it brings the reader of mails
        const key = { masterKey: session.masterKey(), mailbox };
        const messages = files.length === 0 ? [{ file: null, raw: await buffer(shell.stdin) }] : await filesOf(files);
        const taken: (TakenBounce & { file: string | null })[] = [];
        try {
          const em = acrossCompanies(await session.orm());
          for (const { file, raw } of messages) {
            taken.push({ file, ...(await takeBounce(em, key, raw, to === undefined ? [] : [to])) });
          }
        } catch (error) {
          shell.warn(error instanceof Error ? error.message : String(error));
          return { data: { taken }, text: inWords(taken), exitCode: tryLater };
        }
        return { data: { taken }, text: inWords(taken) };
      }),
    );
}

function suppressionsCommand(mail: Command, shell: Shell): void {
  leaf(mail, 'suppressions', 'Mostra os endereços que não recebem mais e-mails de uma empresa, ou libera alguns')
    .requiredOption('--company <cnpj, cpf ou id>', 'a empresa')
    .option('--lift <e-mail...>', 'tira estes da lista')
    .addHelpText('after', suppressionsHelp)
    .action(
      shell.does(async (session, options: { company: string; lift?: string[] }) => {
        const orm = await session.orm();
        const { id, taxId } = await findCompany(acrossCompanies(orm), options.company);
        for (const email of options.lift ?? []) await liftSuppression(orm, { id, actor: session.actor }, email);
        const listed = await inCompany(orm, id, findSuppressions);
        const suppressions = listed.map(({ email, reason, createdAt }) => ({ email, reason, createdAt }));
        const rows = suppressions.map((each) => ({
          'E-mail': each.email,
          Desde: brasiliaMoment(each.createdAt),
          Motivo: each.reason,
        }));
        const text = rows.length === 0 ? `${taxId}: todos os endereços recebem.` : textTable(rows, taxId);
        return { data: { suppressions }, text };
      }),
    );
}

/** Exit code by which mail servers try again later (`EX_TEMPFAIL` of sysexits.h). */
const tryLater = 75;

function filesOf(files: string[]): Promise<{ file: string; raw: Buffer }[]> {
  return Promise.all(
    files.map(async (file) => {
      try {
        return { file, raw: await readFile(file) };
      } catch (cause) {
        throw new CommandRefused('unreadable_file', `Não foi possível ler ${file}.`, { cause });
      }
    }),
  );
}

const words: Record<TakenBounce['kind'], string> = {
  ended: 'o e-mail não foi entregue',
  nothing: 'nada muda: um atraso, ou um e-mail que já terminou',
  unknown: 'o e-mail de que trata não está neste banco',
  'no-report': 'não é uma notificação de entrega',
  foreign: 'não veio a um endereço que o Lavra assinou',
};

function inWords(taken: readonly (TakenBounce & { file: string | null })[]): string {
  return taken
    .map((each) => {
      const about = each.kind === 'ended' ? ` (documento ${each.documentId}, ${each.status})` : '';
      return `${each.file === null ? '' : `${each.file}: `}${words[each.kind]}${about}`;
    })
    .join('\n');
}
