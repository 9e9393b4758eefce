import type * as MikroOrm from '@mikro-orm/core';
import { CommanderError } from 'commander';
import { CertificateRefused } from '../domain/companies/certificate-refused.ts';
import { DomainError, type Issue } from '../domain/errors.ts';
import { ProvisioningRefused, type ProvisioningRefusal } from '../operations/provisioning/provisioning-refused.ts';
import { Refused } from './refused.ts';

/** A failure as it is printed: a stable code and one sentence. */
export type Failure = { code: string; message: string; issues?: Issue[] };

const unreachable = ['database_unavailable', 'temporal_unavailable'];

/** What went wrong, for the person who typed the command; null when nothing did (help was asked for). */
export async function failureOf(error: unknown): Promise<Failure | null> {
  if (error instanceof CommanderError) return misuseOf(error);
  if (isForeign(error)) return { code: 'other_installation', message: foreignNamespace };
  if (error instanceof Refused) return { code: error.code, message: error.message };
  if (error instanceof ProvisioningRefused) return { code: error.code, message: withCommand(error) };
  if (error instanceof CertificateRefused) return { code: `certificate_${error.code}`, message: error.message };
  if (error instanceof DomainError) return { code: error.code, message: error.message, issues: error.issues };
  // Loaded here alone: most failures are none of the database's, and help and version come this way, too.
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

/** For a refusal of provisioning, the command that repairs its cause or lists what exists. */
const helpfulCommands: Partial<Record<ProvisioningRefusal, string>> = {
  company_exists: 'use "company set"',
  company_not_found: 'veja "company list"',
  certificate_not_found: 'veja "certificate list"',
  csc_not_found: 'veja "company csc list"',
  key_not_found: 'veja "key list"',
  office_exists: 'veja "office list"',
  office_not_found: 'veja "office list"',
  template_not_found: 'veja "templates list"',
};

/** The sentence of a refusal, with the command that helps where there is one. */
export function withCommand({ code, message }: ProvisioningRefused): string {
  const mend = helpfulCommands[code];
  return mend === undefined ? message : message.replace(/\.$/, `; ${mend}.`);
}

/** The failure as a person reads it. */
export function inWords({ code, message, issues = [] }: Failure): string {
  return [`Erro: ${message} [${code}]`, ...issues.map((issue) => `  ${issue.path}: ${issue.message}`), ''].join('\n');
}

export function exitCodeOf({ code }: Failure): number {
  if (code === 'usage') return 2;
  if (unreachable.includes(code)) return 3;
  return code === 'internal_error' ? 70 : 1;
}

const foreignNamespace =
  'O namespace do Temporal é de outra instalação do Lavra; confira TEMPORAL_ADDRESS e TEMPORAL_NAMESPACE, e rode "lavra doctor".';

/** By its name: its module brings all of Temporal's client, which most commands do without. */
function isForeign(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.name === 'ForeignNamespace') return true;
  }
  return false;
}

/** The driver reports an unreachable server by codes of the system, and a database that is missing or refuses by SQL states. */
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

/** What was typed wrong, in Portuguese; null where help or version was asked for. */
function misuseOf({ code, message }: CommanderError): Failure | null {
  if (notFailures.includes(code)) return null;
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? '';
  const sentence = misuses[code]?.(quoted) ?? (code === 'commander.help' ? 'Falta o comando.' : message);
  return { code: 'usage', message: `${sentence} Veja "lavra --help".` };
}
