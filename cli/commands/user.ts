import type { Command } from 'commander';
import { companyRoles, officeRoles, operatorRoles, personRoles, roleTitles } from '../../domain/accounts/roles.ts';
import { DomainError } from '../../domain/errors.ts';
import {
  createPerson,
  disablePerson,
  listPeople,
  type PersonPlace,
  resetPerson,
} from '../../operations/accounts/people.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany, findOffice, listCompanies, listOffices } from '../../operations/provisioning.ts';
import type { Orm } from '../../config/orm.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Session, Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { textTable } from '../terminal/output.ts';

type Creation = {
  email: string;
  name: string;
  company?: string;
  office?: string;
  operator?: boolean;
  role?: string;
};

const roleWords = personRoles.map((role) => `${role} (${roleTitles[role].toLowerCase()})`).join(', ');

/** `lavra user create|list|disable|reset` */
export function userCommands(user: Command, shell: Shell): void {
  leaf(
    user,
    'create',
    'Dá a uma pessoa acesso ao painel: a uma empresa, a um escritório ou à instalação; mostra o link com que ela escolhe a senha',
  )
    .requiredOption('--email <endereço>', 'e-mail com que a pessoa entra')
    .requiredOption('--name <texto>', 'nome da pessoa')
    .option('--company <cnpj, cpf ou id>', 'empresa a que ela tem acesso')
    .option('--office <cnpj, cpf ou id>', 'escritório a que ela tem acesso')
    .option('--operator', 'ela opera a instalação')
    .option('--role <papel>', `o que ela pode: ${roleWords}; sem ele, administra o que foi dito`)
    .action(
      shell.does(async (session, { email, name, ...where }: Creation) => {
        if (name.trim() === '' || name.length > 120) {
          throw new CommandRefused('invalid_input', '--name deve ter de 1 a 120 caracteres.');
        }
        const orm = await session.orm();
        const place = await placeOf(orm, where);
        const { person, token } = await refused(() => createPerson(orm, { email, name, ...place }, session.actor));
        const link = token === null ? null : linkOf(session, token);
        const told = link === null ? 'Ela já tem senha e entra com ela.' : inWords(link);
        return { data: { id: person.id, email: person.email, ...place, link }, text: told };
      }),
    );
  leaf(user, 'list', 'Lista as pessoas do painel, e o que cada uma pode onde').action(
    shell.does(async (session) => {
      const orm = await session.orm();
      const [people, companies] = [await listPeople(orm), await listCompanies(acrossCompanies(orm))];
      const taxIdOf = new Map([...companies, ...(await listOffices(orm))].map(({ id, taxId }) => [id, taxId]));
      const data = people.map(({ person: { id, email, name, status, passwordHash }, memberships }) => ({
        ...{ id, email, name, status, hasPassword: Boolean(passwordHash) },
        places: memberships.map(({ company, office, role }) => ({
          taxId: taxIdOf.get(company ?? office ?? '') ?? null,
          role,
        })),
      }));
      const rows = data.map(({ email, name, status, hasPassword, places }) => ({
        'E-mail': email,
        Nome: name,
        Estado: status === 'DISABLED' ? 'retirada' : hasPassword ? 'ativa' : 'falta escolher a senha',
        Acesso: places
          .map(({ taxId, role }) => `${taxId ?? 'instalação'} (${roleTitles[role].toLowerCase()})`)
          .join(', '),
      }));
      return { data, text: textTable(rows, 'Ninguém tem acesso ao painel.') };
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

/** The company, office or installation to which the person gets access, and her role there. @throws {CommandRefused} `invalid_input` */
async function placeOf(
  orm: Orm,
  { company, office, operator, role }: Omit<Creation, 'email' | 'name'>,
): Promise<PersonPlace> {
  if ([company, office, operator].filter((place) => place !== undefined).length !== 1) {
    throw new CommandRefused(
      'invalid_input',
      'Diga onde ela terá acesso: --company, --office ou --operator, um deles.',
    );
  }
  if (company !== undefined) {
    const { id: companyId } = await findCompany(acrossCompanies(orm), company);
    return { companyId, role: roleOf(companyRoles, role ?? 'COMPANY_ADMIN') };
  }
  if (office !== undefined) {
    const { id: officeId } = await findOffice(orm, office);
    return { officeId, role: roleOf(officeRoles, role ?? 'OFFICE_ADMIN') };
  }
  return { role: roleOf(operatorRoles, role ?? 'OPERATOR') };
}

/** The role with that name. @throws {CommandRefused} `invalid_input` */
function roleOf<Role extends string>(roles: readonly Role[], text: string): Role {
  const found = roles.find((each) => each === text.toUpperCase());
  if (found) return found;
  throw new CommandRefused('invalid_input', `--role deve ser ${roles.join(', ')}.`);
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
