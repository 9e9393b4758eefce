import { access } from 'node:fs/promises';
import type { Command } from 'commander';
import { Refused } from '../refused.ts';
import type { Shell } from '../shell.ts';
import { group, leaf } from '../terminal/help.ts';
import { wholeNumber } from '../terminal/option-values.ts';
import {
  listClosingsCommand,
  showClosingCommand,
  startClosingsCommand,
  watchClosingsCommand,
} from './closings-under-way.ts';

/** `lavra closings list|start|watch|show|verify` */
export function closingCommands(program: Command, shell: Shell): void {
  const closings = group(program, 'closings', 'Fechamentos: o mês de uma empresa num ZIP');
  listClosingsCommand(closings, shell);
  startClosingsCommand(closings, shell);
  watchClosingsCommand(closings, shell);
  showClosingCommand(closings, shell);
  verifyCommand(closings, shell);
}

type VerifyOptions = { ca?: string; show: number; json?: true };

const verifyHelp = `
Confere, sem internet e sem banco de dados: que tudo o que o manifesto lista está no ZIP, e nada mais, sem alterações; que os
XML dizem o que o manifesto diz, foram assinados com o certificado da empresa e autorizados com o conteúdo que têm; que notas
canceladas trazem seu cancelamento; que os totais são a soma das notas, e as lacunas os números que faltam.
Sai com 0 se tudo confere, com 1 se há problemas.

Exemplos:
  lavra closings verify 11222333000181-fechamento-2026-10.zip
  lavra closings verify outubro.zip --ca icp-brasil.pem --json`;

function verifyCommand(closings: Command, shell: Shell): void {
  leaf(closings, 'verify <zip>', 'Confere o ZIP de um fechamento com seu manifesto e com as assinaturas das notas')
    .option(
      '--ca <arquivo>',
      'raízes e intermediários da ICP-Brasil em PEM, para conferir as cadeias (ou LAVRA_CA_BUNDLE)',
    )
    .option('--show <número>', 'quantos problemas mostrar (padrão: 20)', wholeNumber('--show', 1, 100_000), 20)
    .addHelpText('after', verifyHelp)
    .action(
      shell.does(async (session, path: string, { ca = session.env().caBundleFile, show, json }: VerifyOptions) => {
        const { verifyClosing } = await import('../../operations/closings/verify/verify-closing.ts'); // brings libxml2
        const { noProgress, showProgress } = await import('../terminal/progress.ts'); // brings the progress bar
        const { trustedIn } = await import('../closings/trusted.ts');
        const { verdictInWords } = await import('../closings/verdict-in-words.ts');
        await access(path).catch((cause: unknown) => {
          throw new Refused('unreadable_file', `Não foi possível ler ${path}.`, { cause });
        });
        const progress = json ? noProgress : showProgress(shell.stderr, 'arquivos');
        const onFile = (done: number, total: number): void =>
          done === 0 ? progress.start(total, 0) : progress.at(done);
        const trusted = ca === undefined ? null : trustedIn(ca);
        const verdict = await verifyClosing(path, { trusted, atMost: show, onFile }).finally(() => progress.stop());
        const data = { path, isValid: verdict.faultCount === 0, ...verdict };
        return { data, text: verdictInWords(path, verdict, show), exitCode: verdict.faultCount === 0 ? 0 : 1 };
      }),
    );
}
