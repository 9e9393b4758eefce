import type * as MikroOrm from '@mikro-orm/core';
import { CommanderError } from 'commander';
import { CertificateRefused } from '../domain/companies/certificate-refused.ts';
import { DomainError, type Issue } from '../domain/errors.ts';
import { ImportRefused } from '../operations/imports/import-refused.ts';
import { ProvisioningRefused, withCommand } from '../operations/provisioning/provisioning-refused.ts';
import { CommandRefused } from './command-refused.ts';
import { createProgram } from './program.ts';
import { createShell, openSession, type Terminal } from './session.ts';

/**
 * Runs one command line.
 *
 * @param environment the process's own by default
 * @returns the exit code: 0 done, 1 refused, 2 mistyped, 3 a part cannot be reached, 4 imported with refused rows, 70 a fault of ours
 */
export async function run(argv: string[], terminal: Terminal, environment?: NodeJS.ProcessEnv): Promise<number> {
  const json = argv.includes('--json');
  const session = openSession(environment);
  const shell = createShell(session, terminal, { json });
  try {
    const program = await createProgram(shell, argv);
    await program.parseAsync(argv, { from: 'user' });
    return shell.exitCode();
  } catch (error) {
    const failure = await failureOf(error);
    if (failure === null) return 0;
    terminal.stderr.write(json ? `${JSON.stringify({ error: failure })}\n` : inWords(failure));
    return exitCodeOf(failure);
  } finally {
    await session.close();
  }
}

/** A failure as it is printed: a stable code and one sentence. */
type Failure = { code: string; message: string; issues?: Issue[] };

const unreachable = ['database_unavailable', 'temporal_unavailable'];

/** The failure behind an error, for the person who typed the command; null where there is none, as when help was asked for. */
async function failureOf(error: unknown): Promise<Failure | null> {
  if (error instanceof CommanderError) return misuseOf(error);
  if (isForeign(error)) return { code: 'other_installation', message: foreignNamespace };
  if (error instanceof CommandRefused) return { code: error.code, message: error.message };
  if (error instanceof ProvisioningRefused) return { code: error.code, message: withCommand(error) };
  if (error instanceof ImportRefused) {
    return { code: error.code, message: [error.message, error.command].filter(Boolean).join(' ') };
  }
  if (error instanceof CertificateRefused) return { code: `certificate_${error.code}`, message: error.message };
  if (error instanceof DomainError) return { code: error.code, message: error.message, issues: error.issues };
  // loaded here because most failures are not of the database, and help and version come this way, too
  const database = await import('@mikro-orm/core');
  if (error instanceof database.TableNotFoundException) {
    return {
      code: 'migrations_pending',
      message: 'O banco de dados não tem as tabelas do Lavra; rode "lavra migrate".',
    };
  }
  if (isDatabaseAway(error, database)) {
    return {
      code: 'database_unavailable',
      message: `O banco de dados não responde; confira DATABASE_URL (${words(error)}).`,
    };
  }
  return { code: 'internal_error', message: `Erro inesperado: ${words(error)}` };
}

/** The failure as a person reads it. */
function inWords({ code, message, issues = [] }: Failure): string {
  return [`Erro: ${message} [${code}]`, ...issues.map((issue) => `  ${issue.path}: ${issue.message}`), ''].join('\n');
}

function exitCodeOf({ code }: Failure): number {
  if (code === 'usage') return 2;
  if (unreachable.includes(code)) return 3;
  return code === 'internal_error' ? 70 : 1;
}

const foreignNamespace =
  'O namespace do Temporal é de outra instalação do Lavra; confira TEMPORAL_ADDRESS e TEMPORAL_NAMESPACE, e rode "lavra doctor".';

/** Compares the error's name, because importing its class would load the whole Temporal client, which most commands do without. */
function isForeign(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.name === 'ForeignNamespace') return true;
  }
  return false;
}

/**
 * Whether an error says that the database cannot be used: the driver reports an unreachable server by system codes, and a database that is missing or
 * refuses by SQLSTATE.
 */
function isDatabaseAway(error: unknown, { ConnectionException, DriverException }: typeof MikroOrm): boolean {
  if (error instanceof ConnectionException) return true;
  if (!(error instanceof DriverException)) return false;
  const code = String(error.code ?? '');
  return /^(ECONN|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET|08|28|3D|57P)/.test(code) || /connect/i.test(error.message);
}

function words(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]?.trim() ?? '';
}

const misuses: Record<string, (quoted: string) => string> = {
  'commander.missingArgument': (quoted) => `Falta o argumento ${quoted}.`,
  'commander.optionMissingArgument': (quoted) => `A opção ${quoted} precisa de um valor.`,
  'commander.missingMandatoryOptionValue': (quoted) => `Falta a opção ${quoted}.`,
  'commander.conflictingOption': (quoted) => `A opção ${quoted} não combina com as outras.`,
  'commander.unknownOption': (quoted) => `Opção desconhecida: ${quoted}.`,
  'commander.unknownCommand': (quoted) => `Comando desconhecido: ${quoted}.`,
  'commander.excessArguments': () => 'Há argumentos demais.',
};
const notFailures = ['commander.helpDisplayed', 'commander.version'];

/** What was mistyped, in Portuguese; null where help or version was asked for. */
function misuseOf({ code, message }: CommanderError): Failure | null {
  if (notFailures.includes(code)) return null;
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? '';
  const sentence = misuses[code]?.(quoted) ?? (code === 'commander.help' ? 'Falta o comando.' : message);
  return { code: 'usage', message: `${sentence} Veja "lavra --help".` };
}
