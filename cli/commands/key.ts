import type { Command } from 'commander';
import { DateTime } from 'luxon';
import type { ApiKey } from '../../domain/access/api-key.entity.ts';
import { companyScopes, officeScopes } from '../../domain/access/scopes.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import {
  createKey,
  findCompany,
  findOffice,
  type KeyOwner,
  listKeys,
  revokeKey,
} from '../../operations/provisioning.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Session, Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { wholeNumber } from '../terminal/input.ts';
import { table } from '../terminal/output.ts';

type Owner = { company?: string; office?: string };
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
    .option('--company <cnpj ou id>', 'empresa da chave')
    .option('--office <cnpj, cpf ou id>', 'escritório da chave, em vez de uma empresa')
    .requiredOption('--name <texto>', 'para que serve, como aparece em "key list"')
    .option(
      '--scopes <lista>',
      `escopos separados por vírgula. De empresa: ${companyScopes.join(', ')}. De escritório: ${officeScopes.join(', ')}`,
    )
    .option('--all-scopes', 'todos os escopos de empresa, ou todos os de escritório')
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
        const owner = await ownerOf(session, options);
        const { name, rate: ratePerSecond, burst: rateBurst } = options;
        const asked = { ...owner, name, expiresAt, ratePerSecond, rateBurst };
        const { key, secret } = await createKey(acrossCompanies(await session.orm()), asked, session.actor);
        return {
          data: { ...shown(key), key: secret },
          text: `${secret}\n\nGuarde esta chave agora: ela não será mostrada de novo. Para revogar: lavra key revoke ${key.id}`,
        };
      }),
    );
  leaf(key, 'list', 'Lista as chaves, sem os segredos')
    .option('--company <cnpj ou id>', 'só as desta empresa')
    .option('--office <cnpj, cpf ou id>', 'só as deste escritório')
    .action(
      shell.does(async (session, options: Owner) => {
        if (options.company !== undefined && options.office !== undefined) throw notBoth();
        const orm = await session.orm();
        const company =
          options.company === undefined
            ? {}
            : { company: (await findCompany(acrossCompanies(orm), options.company)).id };
        const office = options.office === undefined ? {} : { office: (await findOffice(orm, options.office)).id };
        const keys = await listKeys(acrossCompanies(orm), { ...company, ...office });
        return { data: keys.map(shown), text: table(keys.map(row), 'Não há chaves.') };
      }),
    );
  leaf(key, 'revoke <id>', 'Revoga uma chave: ela deixa de valer na hora').action(
    shell.does(async (session, id: string) => {
      const key = await revokeKey(acrossCompanies(await session.orm()), id, session.actor);
      return { data: shown(key), text: `Chave ${key.hint} (${key.name}) revogada.` };
    }),
  );
}

function checkName(name: string): void {
  if (name.trim() !== '' && name.length <= 100) return;
  throw new CommandRefused('invalid_input', '--name deve ter de 1 a 100 caracteres.');
}

function shown({ id, company, office, name, hint, scopes, ratePerSecond, rateBurst, ...dates }: ApiKey) {
  const { expiresAt, revokedAt, createdAt } = dates;
  const owner = { companyId: company ?? null, officeId: office ?? null };
  return { id, ...owner, name, hint, scopes, ratePerSecond, rateBurst, expiresAt, revokedAt, createdAt };
}

function row({ id, hint, name, scopes, expiresAt, revokedAt }: ApiKey): Record<string, string> {
  const state = revokedAt ? 'revogada' : expiresAt && expiresAt < new Date() ? 'vencida' : 'ativa';
  const until = expiresAt?.toISOString() ?? 'não vence';
  return { Id: id, Chave: hint, Nome: name, Estado: state, 'Vence em': until, Escopos: scopes.join(' ') };
}

/**
 * Whose key it shall be, with the scopes that were asked for.
 *
 * @throws {CommandRefused} `invalid_input` where not exactly one owner is named, or `unknown_scope`
 */
async function ownerOf(session: Session, { company, office, ...asked }: Creation): Promise<KeyOwner> {
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

function notBoth(): CommandRefused {
  return new CommandRefused(
    'invalid_input',
    'Uma chave é de uma empresa ou de um escritório: use --company ou --office, não os dois.',
  );
}

/**
 * The requested scopes of a kind of owner, without repetition.
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
 * The instant at which a key ends: the end of a day in Brasília (`2027-01-31`) or a number of days from now (`90d`).
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
