import type { Command } from 'commander';
import type { Orm } from '../../config/orm.ts';
import { Closing } from '../../domain/closings/closing.entity.ts';
import { type ClosingStatus, closingStatuses } from '../../domain/closings/progress.ts';
import { NotFound } from '../../domain/errors.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { findClosing, findClosings } from '../../operations/closings/find-closings.ts';
import { acrossCompanies, inOffice } from '../../operations/in-company.ts';
import { findCompany, findOffice } from '../../operations/provisioning.ts';
import type { CommandResult, Session, Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { oneOf, wholeNumber } from '../terminal/input.ts';
import { textTable } from '../terminal/output.ts';

const officeOption = ['--office <cnpj, cpf ou id>', 'o escritório'] as const;
const year = wholeNumber('--year', 2006, 9999);
const month = wholeNumber('--month', 1, 12);

type ListOptions = {
  office: string;
  company?: string;
  status?: ClosingStatus;
  year?: number;
  month?: number;
  page: number;
  pageSize: number;
};

/** `lavra closings list` */
export function listClosingsCommand(closings: Command, shell: Shell): void {
  leaf(closings, 'list', 'Lista os fechamentos de um escritório: primeiro os mais novos')
    .requiredOption(...officeOption)
    .option('--company <cnpj, cpf ou id>', 'só os desta empresa')
    .option('--status <situação>', closingStatuses.join(', '), oneOf<ClosingStatus>('--status', closingStatuses))
    .option('--year <ano>', 'só deste ano', year)
    .option('--month <mês>', 'só deste mês, de 1 a 12', month)
    .option('--page <número>', 'página (padrão: 1)', wholeNumber('--page', 1, 1_000_000_000), 1)
    .option('--page-size <número>', 'fechamentos por página (padrão: 20)', wholeNumber('--page-size', 1, 100), 20)
    .action(
      shell.does(async (session, { office: reference, company, page, pageSize, ...filters }: ListOptions) => {
        const { closingRecord: closingData, closingRow } = await import('../closings/in-words.ts');
        const orm = await session.orm();
        const { id } = await findOffice(orm, reference);
        const companyId = company === undefined ? undefined : (await findCompany(acrossCompanies(orm), company)).id;
        const wanted = { status: filters.status, year: filters.year, month: filters.month, companyId };
        const found = await inOffice(orm, id, (em) => findClosings(em, wanted, { page, pageSize }));
        const rows = textTable(found.closings.map(closingRow), 'Não há fechamentos nesta página.');
        return {
          data: { closings: found.closings.map((closing) => closingData(closing)), total: found.total, page, pageSize },
          text: `${rows}\nPágina ${page} de ${Math.ceil(found.total / pageSize)}, ${found.total} no total.`,
        };
      }),
    );
}

/** `lavra closings show` */
export function showClosingCommand(closings: Command, shell: Shell): void {
  leaf(closings, 'show <id>', 'Mostra um fechamento: até onde chegou, ou no que deu').action(
    shell.does(async (session, id: string) => {
      const { closingRecord: closingData, closingInWords } = await import('../closings/in-words.ts');
      const closing = await anyClosing(await session.orm(), id);
      return { data: closingData(closing), text: closingInWords(closing) };
    }),
  );
}

type StartOptions = {
  office: string;
  year: number;
  month: number;
  company?: string[];
  xml: boolean;
  pdf: boolean;
};

const startHelp = `
O mês é o da emissão, no horário de Brasília; entram as notas autorizadas e canceladas em produção. Sem --company, fecha a
carteira inteira, de até 200 empresas. O que já está sendo fechado não começa de novo.

Exemplo:
  lavra closings start --office 98765432000198 --year 2026 --month 10
  lavra closings watch --office 98765432000198`;

/** `lavra closings start` */
export function startClosingsCommand(closings: Command, shell: Shell): void {
  leaf(closings, 'start', 'Fecha um mês das empresas de um escritório, como ele mesmo faria com sua chave')
    .requiredOption(...officeOption)
    .requiredOption('--year <ano>', 'ano da emissão', year)
    .requiredOption('--month <mês>', 'mês da emissão, de 1 a 12', month)
    .option('--company <cnpj, cpf ou id...>', 'só destas empresas')
    .option('--no-xml', 'deixa os XML de fora')
    .option('--no-pdf', 'deixa os PDF de fora')
    .addHelpText('after', startHelp)
    .action(
      shell.does(async (session, options: StartOptions) => {
        const { namesOf, startClosings, startedInWords } = await import('../closings/start-closings.ts'); // loaded here because it brings the Temporal client
        const orm = await session.orm();
        const office = await findOffice(orm, options.office);
        const companyIds = options.company && (await companiesOf(orm, options.company));
        const { xml: includeXml, pdf: includePdf } = options;
        const asked = { year: options.year, month: options.month, includeXml, includePdf, companyIds };
        const started = await startClosings(session, office, asked);
        const names = await namesOf(
          orm,
          [...started.created, ...started.skipped].map(({ companyId }) => companyId),
        );
        const isStranded = started.skipped.some(({ reason }) => reason === 'dispatch_failed');
        return { data: started, text: startedInWords(started, names), exitCode: isStranded ? 3 : 0 };
      }),
    );
}

async function companiesOf(orm: Orm, references: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const reference of references) ids.push((await findCompany(acrossCompanies(orm), reference)).id);
  return ids;
}

type WatchOptions = { office: string; id?: string[]; json?: true };

/** `lavra closings watch` */
export function watchClosingsCommand(closings: Command, shell: Shell): void {
  leaf(closings, 'watch', 'Acompanha os fechamentos de um escritório até que todos terminem; sai com 1 se algum falhou')
    .requiredOption(...officeOption)
    .option('--id <id...>', 'só estes; sem isso, os que estão em andamento')
    .action(shell.does((session, options: WatchOptions) => watched(session, shell, options)));
}

async function watched(
  session: Session,
  shell: Shell,
  { office: reference, id, json }: WatchOptions,
): Promise<CommandResult> {
  const { noBoard, showBoard, watchClosings } = await import('../closings/board.ts'); // loaded here because it brings the progress bars
  const { closingRecord: closingData } = await import('../closings/in-words.ts');
  const orm = await session.orm();
  const office = await findOffice(orm, reference);
  const ids = id ?? (await idsUnderWay(orm, office));
  if (ids.length === 0) return { data: [], text: 'Não há fechamentos em andamento.' };
  const board = json ? noBoard : showBoard(shell.stderr);
  const ended = await watchClosings(() => closingsOf(orm, office, ids), board);
  const failed = ended.filter(({ status }) => status === 'FAILED').length;
  return {
    data: ended.map((closing) => closingData(closing)),
    text: `${ended.length - failed} de ${ended.length} fechamentos completos${failed > 0 ? `, ${failed} com falha` : ''}.`,
    exitCode: failed > 0 ? 1 : 0,
  };
}

/** A closing of any office. @throws NotFound */
async function anyClosing(orm: Orm, id: string): Promise<Closing> {
  return findClosing(acrossCompanies(orm), id);
}

/** These closings of an office. @throws NotFound where one of them does not exist */
async function closingsOf(orm: Orm, { id: office }: Pick<Office, 'id'>, ids: string[]): Promise<Closing[]> {
  const where = { office, id: { $in: ids } };
  const found = await acrossCompanies(orm).find(Closing, where, { orderBy: { id: 'asc' } });
  if (found.length < new Set(ids).size) throw new NotFound('closing');
  return found;
}

/** Ids of the closings that an office has under way. */
async function idsUnderWay(orm: Orm, { id: office }: Pick<Office, 'id'>): Promise<string[]> {
  const where = { office, status: { $in: ['PENDING', 'RUNNING'] } } as const;
  return (await acrossCompanies(orm).find(Closing, where, { fields: ['id'] })).map(({ id }) => id);
}
