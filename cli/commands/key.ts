import type { Command } from 'commander';
import { DateTime } from 'luxon';
import type { ApiKey } from '../../domain/access/api-key.entity.ts';
import type { OperatorKey } from '../../domain/access/operator-key.entity.ts';
import { companyScopes, officeScopes, operatorScopes } from '../../domain/access/scopes.ts';
import type { EntityManager } from '../../config/orm.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { ProvisioningRefused } from '../../operations/provisioning/provisioning-refused.ts';
import {
  createKey,
  createOperatorKey,
  findCompany,
  findOffice,
  type KeyOwner,
  listKeys,
  listOperatorKeys,
  revokeKey,
  revokeOperatorKey,
} from '../../operations/provisioning.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Session, Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { wholeNumber } from '../terminal/input.ts';
import { textTable } from '../terminal/output.ts';

type Owner = { company?: string[]; office?: string; admin?: true };
type Creation = Owner & {
  name: string;
  scopes?: string;
  allScopes?: true;
  expires?: string;
  rate: number;
  burst: number;
};

const zone = 'America/Sao_Paulo';

/** `lavra key create|list|revoke` */
export function keyCommands(key: Command, shell: Shell): void {
  leaf(key, 'create', 'Cria uma chave de API; ela é mostrada só desta vez')
    .option(
      '--company <cnpj, cpf ou id>',
      'empresa da chave; com --admin, uma das que ela alcança (pode repetir)',
      several,
    )
    .option('--office <cnpj, cpf ou id>', 'escritório da chave, em vez de uma empresa')
    .option('--admin', 'chave de administração (lk_…), para /admin/v1: de todas as empresas, ou só das de --company')
    .requiredOption('--name <texto>', 'para que serve, como aparece em "key list"')
    .option(
      '--scopes <lista>',
      `escopos separados por vírgula. De empresa: ${companyScopes.join(', ')}. De escritório: ${officeScopes.join(', ')}. De administração: ${operatorScopes.join(', ')}`,
    )
    .option('--all-scopes', 'todos os escopos de empresa, de escritório ou de administração')
    .option(
      '--expires <prazo>',
      'validade: uma data (2027-01-31, inclusive, hora de Brasília) ou dias a partir de agora (90d); sem ela, não vence',
    )
    .option('--rate <n>', 'pedidos por segundo (padrão: 20)', wholeNumber('--rate', 1, 10_000), 20)
    .option('--burst <n>', 'pedidos em rajada (padrão: 100)', wholeNumber('--burst', 1, 100_000), 100)
    .action(
      shell.does(async (session, options: Creation) => {
        checkName(options.name);
        const expiresAt = options.expires === undefined ? null : readExpiry(options.expires, new Date());
        const { name, rate: ratePerSecond, burst: rateBurst } = options;
        const said = { name, expiresAt, ratePerSecond, rateBurst };
        const { key, secret } = options.admin
          ? await createAdminKey(session, options, said)
          : await createKey(
              acrossCompanies(await session.orm()),
              { ...(await ownerOf(session, options)), ...said },
              session.actor,
            );
        return {
          data: { ...shown(key), key: secret },
          text: `${secret}\n\nGuarde esta chave agora: ela não será mostrada de novo. Para revogar: lavra key revoke ${key.id}`,
        };
      }),
    );
  leaf(key, 'list', 'Lista as chaves, sem os segredos')
    .option('--company <cnpj, cpf ou id>', 'só as desta empresa', several)
    .option('--office <cnpj, cpf ou id>', 'só as deste escritório')
    .option('--admin', 'só as de administração')
    .action(
      shell.does(async (session, options: Owner) => {
        const keys = await listed(session, options);
        return { data: keys.map(shown), text: textTable(keys.map(row), 'Não há chaves.') };
      }),
    );
  leaf(key, 'revoke <id>', 'Revoga uma chave: ela deixa de valer na hora').action(
    shell.does(async (session, id: string) => {
      const key = await revoked(acrossCompanies(await session.orm()), id, session.actor);
      return { data: shown(key), text: `Chave ${key.hint} (${key.name}) revogada.` };
    }),
  );
}

function checkName(name: string): void {
  if (name.trim() !== '' && name.length <= 100) return;
  throw new CommandRefused('invalid_input', '--name deve ter de 1 a 100 caracteres.');
}

function shown(key: ApiKey | OperatorKey) {
  const { id, name, hint, scopes, ratePerSecond, rateBurst, expiresAt, revokedAt, createdAt } = key;
  const owner =
    'companies' in key
      ? { isAdmin: true, companyIds: key.companies ?? null }
      : { companyId: key.company ?? null, officeId: key.office ?? null };
  return { id, ...owner, name, hint, scopes, ratePerSecond, rateBurst, expiresAt, revokedAt, createdAt };
}

function row({ id, hint, name, scopes, expiresAt, revokedAt }: ApiKey | OperatorKey): Record<string, string> {
  const state = revokedAt ? 'revogada' : expiresAt && expiresAt < new Date() ? 'vencida' : 'ativa';
  const until = expiresAt?.toISOString() ?? 'não vence';
  return { Id: id, Chave: hint, Nome: name, Estado: state, 'Vence em': until, Escopos: scopes.join(' ') };
}

/**
 * The owner of a new key, with the scopes that were asked for.
 *
 * @throws {CommandRefused} `invalid_input` where not exactly one owner is named, or `unknown_scope`
 */
async function ownerOf(session: Session, { company: companies, office, ...asked }: Creation): Promise<KeyOwner> {
  const company = onlyOne(companies);
  if (company !== undefined && office !== undefined) throw notBoth();
  if (office !== undefined) {
    const scopes = readScopes(officeScopes, asked);
    return { office: await findOffice(await session.orm(), office), scopes };
  }
  if (company === undefined) {
    throw new CommandRefused(
      'invalid_input',
      'Diga de quem é a chave: de uma empresa (--company) ou de um escritório (--office).',
    );
  }
  const scopes = readScopes(companyScopes, asked);
  return { company: await findCompany(acrossCompanies(await session.orm()), company), scopes };
}

type KeyFields = { name: string; expiresAt: Date | null; ratePerSecond: number; rateBurst: number };

/** Creates a key of the operator, bound to the companies that are named, if any. @throws {CommandRefused} `invalid_input` where an office is named */
async function createAdminKey(session: Session, { company: named, office, ...asked }: Creation, said: KeyFields) {
  if (office !== undefined) {
    throw new CommandRefused(
      'invalid_input',
      'Uma chave de administração não é de um escritório: use --admin sem --office.',
    );
  }
  const em = acrossCompanies(await session.orm());
  const companies = named ? await Promise.all(named.map(async (each) => (await findCompany(em, each)).id)) : null;
  return createOperatorKey(em, { ...said, scopes: readScopes(operatorScopes, asked), companies }, session.actor);
}

/** The keys of the owner that is named; without one all keys, also those of the operator. */
async function listed(session: Session, { company: named, office, admin }: Owner) {
  const company = onlyOne(named);
  if (company !== undefined && office !== undefined) throw notBoth();
  const orm = await session.orm();
  const em = acrossCompanies(orm);
  if (admin) return listOperatorKeys(em);
  const ofCompany = company === undefined ? {} : { company: (await findCompany(em, company)).id };
  const ofOffice = office === undefined ? {} : { office: (await findOffice(orm, office)).id };
  const isOfAll = company === undefined && office === undefined;
  return [...(await listKeys(em, { ...ofCompany, ...ofOffice })), ...(isOfAll ? await listOperatorKeys(em) : [])];
}

/** Revokes a key of any kind. */
async function revoked(em: EntityManager, id: string, actor: Actor): Promise<ApiKey | OperatorKey> {
  try {
    return await revokeKey(em, id, actor);
  } catch (error) {
    if (!(error instanceof ProvisioningRefused) || error.code !== 'key_not_found') throw error;
    return revokeOperatorKey(em, id, actor).catch((other: unknown) => {
      throw other instanceof ProvisioningRefused ? error : other;
    });
  }
}

function several(value: string, before: string[] = []): string[] {
  return [...before, value];
}

function onlyOne(companies: string[] | undefined): string | undefined {
  if (companies === undefined || companies.length === 1) return companies?.[0];
  throw new CommandRefused('invalid_input', 'Uma chave é de uma empresa só: use --company uma vez, ou --admin.');
}

function notBoth(): CommandRefused {
  return new CommandRefused(
    'invalid_input',
    'Uma chave é de uma empresa ou de um escritório: use --company ou --office, não os dois.',
  );
}

/**
 * The scopes that were asked for, each once.
 *
 * @throws {CommandRefused} `unknown_scope`
 */
function readScopes<Scope extends string>(
  known: readonly Scope[],
  { scopes, allScopes }: { scopes?: string; allScopes?: true },
): Scope[] {
  if (allScopes) return [...known];
  const asked = new Set((scopes ?? '').split(/[\s,]+/).filter(Boolean));
  const unknown = [...asked].filter((scope) => !known.some((each) => each === scope));
  if (unknown.length > 0) {
    throw new CommandRefused('unknown_scope', `Escopo desconhecido: ${unknown.join(', ')}. Há: ${known.join(', ')}.`);
  }
  return known.filter((scope) => asked.has(scope));
}

/**
 * When a key expires: the end of a day in Brasília (`2027-01-31`) or a number of days from now (`90d`).
 *
 * @throws {CommandRefused} `invalid_expiry`, also for an instant in the past
 */
export function readExpiry(text: string, now: Date): Date {
  const days = /^([1-9][0-9]{0,3})d$/.exec(text)?.[1];
  const at = days
    ? DateTime.fromJSDate(now).plus({ days: Number(days) })
    : DateTime.fromFormat(text, 'yyyy-MM-dd', { zone }).plus({ days: 1 });
  if (!at.isValid)
    throw new CommandRefused('invalid_expiry', `"${text}" não é um prazo; use uma data (2027-01-31) ou dias (90d).`);
  if (at.toMillis() <= now.getTime()) throw new CommandRefused('invalid_expiry', `A data ${text} já passou.`);
  return at.toJSDate();
}
