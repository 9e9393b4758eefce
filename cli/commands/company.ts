import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { Orm } from '../../config/orm.ts';
import { formWithNumbering } from '../../domain/companies/company-form.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { placesLeft, quotaInWords, type QuotaStanding } from '../../domain/companies/quota.ts';
import { cityInDoubt } from '../../domain/municipality-code.ts';
import { quotaStanding } from '../../operations/documents/quota.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import {
  createCompany,
  findCompany,
  listCompanies,
  mergeForm,
  numberingsOf,
  setActive,
  setCompany,
} from '../../operations/provisioning.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Session, Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { readJsonFile } from '../terminal/input.ts';
import { textTable } from '../terminal/output.ts';
import { cscCommands, csrtCommands } from './company-codes.ts';
import { formOfFlags, withCompanyFlags } from './company-flags.ts';

type Form = Record<string, unknown> & { file?: string };

/** `lavra company create|set|deactivate|activate|show|list|quota|csc|csrt` */
export function companyCommands(company: Command, shell: Shell): void {
  const fromFile = [
    '--file <arquivo>',
    'arquivo JSON com os campos, como "company show --json" mostra; - lê da entrada padrão',
  ] as const;
  withCompanyFlags(leaf(company, 'create', 'Cria uma empresa').option(...fromFile)).action(
    shell.does(async (session, options: Form) => {
      const created = await createCompany(
        acrossCompanies(await session.orm()),
        await formFrom(options, shell.stdin),
        session.actor,
      );
      return {
        data: await shown(session, created),
        text: withDoubt(`Empresa ${created.name} criada: ${created.id}`, created),
      };
    }),
  );
  withCompanyFlags(
    leaf(company, 'set <empresa>', 'Altera os campos informados de uma empresa (CNPJ, CPF ou id)').option(...fromFile),
  )
    .addHelpText('after', '\nUm valor vazio (--trade-name "") apaga o campo.')
    .action(
      shell.does(async (session, reference: string, options: Form) => {
        const form = await formFrom(options, shell.stdin);
        const { distributionWaitSeconds } = session.env();
        const changed = await setCompany(
          acrossCompanies(await session.orm()),
          reference,
          form,
          distributionWaitSeconds,
          session.actor,
        );
        return { data: await shown(session, changed), text: withDoubt(`Empresa ${changed.name} alterada.`, changed) };
      }),
    );
  switchCommands(company, shell);
  leaf(company, 'show <empresa>', 'Mostra uma empresa (CNPJ, CPF ou id)').action(
    shell.does(async (session, reference: string) => {
      const data = await shown(session, await findCompany(acrossCompanies(await session.orm()), reference));
      return { data, text: JSON.stringify(data, null, 2) };
    }),
  );
  leaf(company, 'quota <empresa>', 'Mostra o que foi usado da cota mensal de uma empresa (CNPJ, CPF ou id)').action(
    shell.does(async (session, reference: string) => {
      const orm = await session.orm();
      const found = await findCompany(acrossCompanies(orm), reference);
      const standing = await quotaOf(orm, found);
      const text = standing ? quotaInWords(standing) : 'não tem cota: emite sem limite por mês';
      return { data: quotaData(standing), text: `${found.name}: ${text}.` };
    }),
  );
  leaf(company, 'list', 'Lista as empresas').action(
    shell.does(async (session) => {
      const companies = await listCompanies(acrossCompanies(await session.orm()));
      const data = companies.map(({ id, taxId, name, environment, isActive }) => ({
        id,
        taxId,
        name,
        environment,
        isActive,
      }));
      return { data, text: textTable(companies.map(row), 'Não há empresas; crie uma com "lavra company create".') };
    }),
  );
  cscCommands(company, shell);
  csrtCommands(company, shell);
}

function switchCommands(company: Command, shell: Shell): void {
  const says = (name: string, words: string, isActive: boolean, done: string) =>
    leaf(company, name, words).action(
      shell.does(async (session, reference: string) => {
        const em = acrossCompanies(await session.orm());
        const by = { waitSeconds: session.env().distributionWaitSeconds, actor: session.actor };
        const switched = await setActive(em, reference, isActive, by);
        return { data: await shown(session, switched), text: `Empresa ${switched.name} ${done}` };
      }),
    );
  says(
    'deactivate <empresa>',
    'Desativa uma empresa (CNPJ, CPF ou id): chaves, pessoas e escritórios deixam de entrar, e nada é buscado por ela; o que está em curso vai até o fim',
    false,
    'desativada. O que estava em curso vai até o fim; nada foi apagado.',
  );
  says('activate <empresa>', 'Reativa uma empresa: chaves, pessoas e escritórios voltam a entrar', true, 'ativa.');
}

/** A sentence about what was done, with a warning where the city may not be the one of its municipality code. */
function withDoubt(done: string, { settings }: Company): string {
  const { municipalityCode = '', city = '' } = settings?.address ?? {};
  const doubt = cityInDoubt(municipalityCode, city);
  return doubt === null ? done : `${done}\nAtenção: o ${doubt}.`;
}

/** The form in the file, with the values of the flags over it. */
async function formFrom(options: Form, stdin: Readable): Promise<Record<string, unknown>> {
  const form = options.file === undefined ? {} : await readForm(options.file, stdin);
  delete form['id']; // `company show` prints the id with the form
  return mergeForm(form, formOfFlags(options));
}

/** @throws {CommandRefused} `unreadable_file` */
async function readForm(path: string, stdin: Readable): Promise<Record<string, unknown>> {
  const form = await readJsonFile(path, stdin);
  if (isForm(form)) return form;
  throw new CommandRefused('unreadable_file', `${path} deve ter um objeto JSON com os campos da empresa.`);
}

function isForm(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function shown(session: Session, company: Company): Promise<Record<string, unknown>> {
  const numberings = await numberingsOf(acrossCompanies(await session.orm()), company);
  return { id: company.id, ...formWithNumbering(company, numberings) };
}

function row({ id, taxId, name, environment, settings }: Company): Record<string, string> {
  return { Id: id, 'CNPJ ou CPF': taxId, Nome: name, Ambiente: environment, UF: settings?.address.state ?? '-' };
}

/** How much of its monthly quota a company has used; null where it has no quota. */
export function quotaOf(orm: Orm, { id, settings }: Company): Promise<QuotaStanding | null> {
  return quotaStanding(acrossCompanies(orm), { company: id, settings: settings ?? null }, new Date());
}

/** The quota of a company in `--json`. */
function quotaData(standing: QuotaStanding | null) {
  if (!standing) return { limit: null, authorized: null, underWay: null, left: null, resetsAt: null };
  const { limit, authorized, underWay, resetsAt } = standing;
  return { limit, authorized, underWay, left: placesLeft(standing), resetsAt: resetsAt.toISOString() };
}
