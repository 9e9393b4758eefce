import type { Command } from 'commander';
import { type CompanyRole, companyRoles, roleTitles } from '../../domain/accounts/roles.ts';
import { DomainError } from '../../domain/errors.ts';
import { createPerson, disablePerson, listPeople, resetPerson } from '../../operations/accounts/people.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany, listCompanies } from '../../operations/provisioning.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Session, Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { table } from '../terminal/output.ts';

type Creation = { email: string; name: string; company: string; role: string };

const roles = companyRoles.map((role) => `${role} (${roleTitles[role].toLowerCase()})`).join(', ');

/** `lavra user create|list|disable|reset` */
export function userCommands(user: Command, shell: Shell): void {
  leaf(user, 'create', 'Dá a uma pessoa acesso a uma empresa no painel; mostra o link com que ela escolhe a senha')
    .requiredOption('--email <endereço>', 'e-mail com que a pessoa entra')
    .requiredOption('--name <texto>', 'nome da pessoa')
    .requiredOption('--company <cnpj ou id>', 'empresa a que ela tem acesso')
    .option('--role <papel>', `o que ela pode: ${roles}`, 'COMPANY_ADMIN')
    .action(
      shell.does(async (session, { email, name, company, role }: Creation) => {
        if (name.trim() === '' || name.length > 120) {
          throw new CommandRefused('invalid_input', '--name deve ter de 1 a 120 caracteres.');
        }
        const orm = await session.orm();
        const { id: companyId } = await findCompany(acrossCompanies(orm), company);
        const asked = { email, name, companyId, role: roleOf(role) };
        const { person, token } = await refused(() => createPerson(orm, asked, session.actor));
        const link = token === null ? null : linkOf(session, token);
        const told = link === null ? 'Ela já tem senha e entra com ela.' : inWords(link);
        return { data: { id: person.id, email: person.email, role: asked.role, companyId, link }, text: told };
      }),
    );
  leaf(user, 'list', 'Lista as pessoas do painel e as empresas de cada uma').action(
    shell.does(async (session) => {
      const orm = await session.orm();
      const [people, companies] = [await listPeople(orm), await listCompanies(acrossCompanies(orm))];
      const taxIdOf = new Map(companies.map(({ id, taxId }) => [id, taxId]));
      const data = people.map(({ person: { id, email, name, status, passwordHash }, memberships }) => ({
        ...{ id, email, name, status, hasPassword: Boolean(passwordHash) },
        companies: memberships.map(({ company, role }) => ({ taxId: taxIdOf.get(company) ?? company, role })),
      }));
      const rows = data.map(({ email, name, status, hasPassword, companies: own }) => ({
        'E-mail': email,
        Nome: name,
        Estado: status === 'DISABLED' ? 'retirada' : hasPassword ? 'ativa' : 'falta escolher a senha',
        Empresas: own.map(({ taxId, role }) => `${taxId} (${roleTitles[role].toLowerCase()})`).join(', '),
      }));
      return { data, text: table(rows, 'Ninguém tem acesso ao painel.') };
    }),
  );
  leaf(user, 'disable <email>', 'Tira uma pessoa do painel: sessões e links acabam na hora').action(
    shell.does(async (session, email: string) => {
      const orm = await session.orm();
      const { id, email: address } = await refused(() => disablePerson(orm, email, session.actor));
      return { data: { id, email: address }, text: `${address} não entra mais no painel.` };
    }),
  );
  leaf(
    user,
    'reset <email>',
    'Mostra um link novo com que a pessoa escolhe outra senha, mesmo que tenha perdido o celular: sessões e segundo fator acabam',
  ).action(
    shell.does(async (session, email: string) => {
      const orm = await session.orm();
      const { person, token } = await refused(() => resetPerson(orm, email, session.actor));
      const link = linkOf(session, token);
      return { data: { id: person.id, email: person.email, link }, text: inWords(link) };
    }),
  );
}

/** @throws {CommandRefused} `invalid_input` */
function roleOf(text: string): CompanyRole {
  const role = companyRoles.find((each) => each === text.toUpperCase());
  if (role) return role;
  throw new CommandRefused('invalid_input', `--role deve ser ${companyRoles.join(', ')}.`);
}

async function refused<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError) throw new CommandRefused('invalid_input', error.message);
    throw error;
  }
}

function linkOf(session: Session, token: string): string {
  return `${session.env().panelUrl.replace(/\/$/, '')}/senha/${token}`;
}

function inWords(link: string): string {
  return `${link}\n\nEntregue este link à pessoa: ele vale uma vez, por sete dias, e não será mostrado de novo.`;
}
