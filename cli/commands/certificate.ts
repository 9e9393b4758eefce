import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Command } from 'commander';
import { daysLeftOf, firstNoticeDays } from '../../domain/companies/certificate-days.ts';
import type { Certificate } from '../../domain/companies/certificate.entity.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import {
  addCertificate,
  findCompany,
  isLastCertificate,
  listCertificates,
  removeCertificate,
} from '../../operations/provisioning.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Session, Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { confirm, firstLineAndRest, readSecret } from '../terminal/input.ts';
import { textTable } from '../terminal/output.ts';

type Addition = { company: string; file: string; passwordStdin?: true; passwordFile?: string; password?: string };

/** The certificate file and its password, from `--file` and the options about the password. */
type CertificateFile = { pfx: Buffer; password: string | undefined };

/** `lavra certificate add|list|remove` */
export function certificateCommands(certificate: Command, shell: Shell): void {
  leaf(certificate, 'add', 'Adiciona um certificado A1 (.pfx ou .p12); a senha é pedida no terminal')
    .requiredOption('--company <cnpj, cpf ou id>', 'empresa do certificado')
    .requiredOption('--file <arquivo>', 'arquivo .pfx ou .p12; "-" lê o arquivo da entrada padrão')
    .option('--password-stdin', 'lê a senha da entrada padrão; com "--file -", da primeira linha dela')
    .option('--password-file <arquivo>', 'lê a senha deste arquivo')
    .option(
      '--password <senha>',
      'senha na linha de comando: fica no histórico e na lista de processos, prefira as outras formas',
    )
    .action(
      shell.does(async (session, options: Addition) => {
        const given = await readGiven(options, shell);
        const { pfx } = given;
        const orm = await session.orm();
        const company = await findCompany(acrossCompanies(orm), options.company);
        const password = given.password ?? (await passwordFrom(options, shell));
        const trust = session.trust();
        const { distributionWaitSeconds } = session.env();
        const order = { company, pfx, password, trust, distributionWaitSeconds };
        const added = await addCertificate(acrossCompanies(orm), session.masterKey(), order, session.actor);
        warnOfItsDays(added, shell);
        await tellWaiting(session, shell, company);
        const { wakeActorsOf: wakeActors } = await import('../wake.ts'); // loaded here because it brings the Temporal client
        await wakeActors(session, company);
        return {
          data: shown(added),
          text: `Certificado adicionado a ${company.name}: ${added.subject}, válido até ${date(added.notAfter)}.`,
        };
      }),
    );
  leaf(certificate, 'list', 'Lista os certificados e até quando valem')
    .option('--company <cnpj, cpf ou id>', 'só os desta empresa')
    .action(
      shell.does(async (session, options: { company?: string }) => {
        const orm = await session.orm();
        const company =
          options.company === undefined ? undefined : await findCompany(acrossCompanies(orm), options.company);
        const certificates = await listCertificates(acrossCompanies(orm), company);
        return { data: certificates.map(shown), text: textTable(certificates.map(row), 'Não há certificados.') };
      }),
    );
  leaf(certificate, 'remove <id>', 'Apaga um certificado com a sua chave privada; do único válido da empresa, pergunta')
    .option('--force', 'apaga sem perguntar, também o único válido da empresa')
    .action(
      shell.does(async (session, id: string, { force }: { force?: true }) => {
        const orm = await session.orm();
        if (!force && (await isLastCertificate(acrossCompanies(orm), id))) await confirm(lastOne, shell, '--force');
        const removed = await removeCertificate(acrossCompanies(orm), id, session.actor);
        return { data: shown(removed), text: `Certificado ${removed.subject} apagado.` };
      }),
    );
}

const lastOne =
  'É o único certificado válido da empresa: sem ele nada mais é emitido nem cancelado, as notas em andamento esperam, e nenhum documento ' +
  'recebido é buscado. Apagar?';

/** Warns of a certificate that is not valid yet, or that ends soon: it may be the old file in place of the new one. */
function warnOfItsDays(added: Certificate, shell: Shell): void {
  if (isToBegin(added)) {
    shell.warn(`ele só vale a partir de ${date(added.notBefore)}: até lá a empresa usa o que já tem, ou nada emite.`);
  }
  const days = daysLeftOf(added, new Date());
  if (days > firstNoticeDays) return;
  shell.warn(`ele vence em ${days} dia(s), em ${date(added.notAfter)}: confira se é o renovado.`);
}

/** Tells the runs that wait for a certificate. It is in force either way; without Temporal they only go on later. */
async function tellWaiting(session: Session, shell: Shell, company: Company): Promise<void> {
  try {
    const { wakeWaiting } = await import('../documents/decisions.ts'); // loaded here because it brings the Temporal client
    const { woken } = await wakeWaiting(session, company);
    if (woken > 0) shell.warn(`${woken} emissão(ões) em andamento tentam de novo com ele.`);
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error;
    shell.warn('o Temporal não responde; o que espera por este certificado tenta de novo em até uma hora.');
  }
}

function passwordFrom({ password, passwordStdin }: Addition, shell: Shell): Promise<string> {
  if (password !== undefined) shell.warn('uma senha na linha de comando fica à vista; prefira --password-stdin.');
  const missing = new CommandRefused(
    'password_missing',
    'Falta a senha: use --password-stdin, ou rode num terminal para digitá-la.',
  );
  const words = { question: 'Senha do certificado: ', missing };
  return readSecret({ inline: password, fromStdin: passwordStdin }, words, shell);
}

/**
 * Reads the file, and the password where a file or standard input has it; undefined where neither has. Both can come through one pipe, first a line
 * with the password and then the bytes of the file, so that neither has to be on disk nor in a command line.
 */
async function readGiven(
  { file, passwordStdin, passwordFile, password: inline }: Addition,
  { stdin }: Shell,
): Promise<CertificateFile> {
  const password =
    passwordFile === undefined ? undefined : (await readBytes(passwordFile)).toString('utf8').replace(/\r?\n$/, '');
  if (file !== '-') return { pfx: await readBytes(file), password };
  if ((password ?? inline) !== undefined) return { pfx: await buffer(stdin), password };
  if (!passwordStdin) {
    const sentence =
      'Com "--file -" a senha vem de --password-file, ou de --password-stdin na primeira linha da entrada.';
    throw new CommandRefused('password_missing', sentence);
  }
  const { line, rest } = firstLineAndRest(await buffer(stdin));
  return { pfx: rest, password: line };
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new CommandRefused('unreadable_file', `Não foi possível ler o arquivo ${path}.`, { cause });
  }
}

function shown({ id, company, taxId, subject, issuer, serialNumber, fingerprint, ...rest }: Certificate) {
  const { notBefore, notAfter, isActive, createdAt } = rest;
  const facts = { id, companyId: company, taxId, subject, issuer, serialNumber, fingerprint };
  return { ...facts, notBefore, notAfter, isActive, createdAt };
}

function row(certificate: Certificate): Record<string, string> {
  const { id, taxId, subject } = certificate;
  const days = daysLeftOf(certificate, new Date());
  const inForce = days <= 0 ? 'vencido' : `vence em ${days} dias`;
  const state = isToBegin(certificate) ? `vale a partir de ${date(certificate.notBefore)}` : inForce;
  return { Id: id, 'CNPJ ou CPF': taxId, Titular: subject, 'Válido até': date(certificate.notAfter), Estado: state };
}

function isToBegin({ notBefore }: Certificate): boolean {
  return notBefore.getTime() > Date.now();
}

function date(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
