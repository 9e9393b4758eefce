import type { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Command } from 'commander';
import { certificatesIn } from '../../domain/companies/certificate.ts';
import { taxIdMask } from '../../domain/masks.ts';
import { dayAndTime } from '../../domain/moments.ts';
import { counted, monthInWords } from '../../domain/pages/closing/form.ts';
import type { ClosingCheck, ClosingFault } from '../../operations/closings/verify/verify-closing.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { wholeNumber } from '../terminal/input.ts';
import {
  listClosingsCommand,
  showClosingCommand,
  startClosingsCommand,
  watchClosingsCommand,
} from './closings-under-way.ts';

/** `lavra closings list|start|watch|show|verify` */
export function closingCommands(closings: Command, shell: Shell): void {
  listClosingsCommand(closings, shell);
  startClosingsCommand(closings, shell);
  watchClosingsCommand(closings, shell);
  showClosingCommand(closings, shell);
  verifyCommand(closings, shell);
}

type VerifyOptions = { ca?: string; sha256?: string; show: number; json?: true };

const verifyHelp = `
Confere, sem internet e sem banco de dados: que tudo o que o manifesto lista está no ZIP, e nada mais, sem alterações; que os
XML dizem o que o manifesto diz, foram assinados com o certificado da empresa e autorizados com o conteúdo que têm; que notas
canceladas trazem seu cancelamento; que os totais são a soma das notas, e as lacunas os números que faltam.
Com --sha256 (o que a API e "lavra closings show" dizem do fechamento) todos os bytes são conferidos. Sem ele não se julgam os bytes
do ZIP fora dos nomes e conteúdos (datas, comentários), nem o que ninguém assinou: os PDFs e as palavras do manifesto que não
vêm das notas só são comparados com o próprio manifesto.
Sai com 0 se tudo confere, com 1 se há problemas.

Exemplos:
  lavra closings verify 11222333000181-fechamento-2026-10.zip
  lavra closings verify outubro.zip --sha256 2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
  lavra closings verify outubro.zip --ca icp-brasil.pem --json`;

function verifyCommand(closings: Command, shell: Shell): void {
  leaf(closings, 'verify <zip>', 'Confere o ZIP de um fechamento com seu manifesto e com as assinaturas das notas')
    .option(
      '--ca <arquivo>',
      'raízes e intermediários da ICP-Brasil em PEM, para conferir as cadeias (ou LAVRA_CA_BUNDLE)',
    )
    .option('--sha256 <hex>', 'o SHA-256 que a API disse do fechamento: todos os bytes são conferidos', sha256)
    .option('--show <número>', 'quantos problemas mostrar (padrão: 20)', wholeNumber('--show', 1, 100_000), 20)
    .addHelpText('after', verifyHelp)
    .action(
      shell.does(async (session, path: string, options: VerifyOptions) => {
        const { ca = session.env().caBundleFile, sha256, show, json } = options;
        const { verifyClosing } = await import('../../operations/closings/verify/verify-closing.ts'); // loaded here because it brings libxml2
        const { noProgress, showProgress } = await import('../terminal/progress.ts'); // loaded here because it brings the progress bar
        await access(path).catch((cause: unknown) => {
          throw new CommandRefused('unreadable_file', `Não foi possível ler ${path}.`, { cause });
        });
        const progress = json ? noProgress : showProgress(shell.stderr, 'arquivos');
        const onFile = (done: number, total: number): void =>
          done === 0 ? progress.start(total, 0) : progress.at(done);
        const trusted = ca === undefined ? null : trustedIn(ca);
        const check = await verifyClosing(path, { trusted, sha256: sha256 ?? null, atMost: show, onFile }).finally(() =>
          progress.stop(),
        );
        const data = { path, isValid: check.faultCount === 0, ...check };
        return { data, text: checkInWords(path, check, show), exitCode: check.faultCount === 0 ? 0 : 1 };
      }),
    );
}

function sha256(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  throw new CommandRefused('invalid_input', `--sha256 são 64 dígitos hexadecimais; veio "${text}".`);
}

/**
 * The certificates in a PEM file.
 *
 * @throws CommandRefused `unreadable_file`
 */
function trustedIn(path: string): X509Certificate[] {
  const certificates = certificatesIn([read(path)]);
  if (certificates.length > 0) return certificates;
  throw new CommandRefused('unreadable_file', `${path} não tem certificados em PEM.`);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new CommandRefused('unreadable_file', `Não foi possível ler ${path}.`, { cause });
  }
}

/** The result of checking a ZIP, for a person; shows the first `atMost` faults. */
export function checkInWords(path: string, check: ClosingCheck, atMost: number): string {
  return [...heading(path, check), '', ...conclusion(check, atMost)].join('\n');
}

function heading(path: string, check: ClosingCheck): string[] {
  const { closing, fileCount, documentCount, chainsChecked, sha256, sha256Checked } = check;
  if (!closing) return [path];
  const { company, office, asOf, generator } = closing;
  return [
    `${company.name} (${taxIdMask(company.taxId)}), ${monthInWords(closing)}`,
    `Situação em ${dayAndTime(asOf)}, para ${office.name}; feito por ${generator}.`,
    `${counted(fileCount, 'arquivo', 'arquivos')} de ${counted(documentCount, 'nota', 'notas')}.`,
    chainsChecked
      ? 'As cadeias dos certificados foram conferidas.'
      : 'As cadeias dos certificados não foram conferidas: para isso dê as da ICP-Brasil com --ca, ou em LAVRA_CA_BUNDLE.',
    ...(sha256Checked ? [] : [`SHA-256: ${sha256}. ${uncheckedNote}`]),
  ];
}

/** The sentence about what a ZIP may contain that its manifest cannot show. */
const uncheckedNote =
  'Sem --sha256 não se julgam os bytes do ZIP fora dos nomes e conteúdos dos arquivos (datas, comentários), nem o que ninguém assinou ' +
  '(PDFs e palavras do manifesto), que podem ter sido trocados junto com o manifesto.';

function conclusion({ faults, faultCount }: ClosingCheck, atMost: number): string[] {
  if (faultCount === 0) return ['Tudo confere: nada falta, nada foi alterado e as assinaturas valem.'];
  const shown = faults.slice(0, atMost);
  const left = faultCount - shown.length;
  return [
    `${counted(faultCount, 'problema', 'problemas')}: este ZIP não é o que diz ser.`,
    ...shown.map(line),
    ...(left > 0 ? [`  e mais ${counted(left, 'problema', 'problemas')}; veja com --show ${faultCount}`] : []),
    'Baixe o ZIP outra vez; se continuar, feche o mês de novo.',
  ];
}

function line({ file, message }: ClosingFault): string {
  return file === null ? `  ${message}` : `  ${file}: ${message}`;
}
