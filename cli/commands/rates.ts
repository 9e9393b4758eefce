import type { Command } from 'commander';
import { brasiliaDay } from '../../domain/fiscal-time.ts';
import { type LawChange, lawChanges } from '../../domain/law-calendar.ts';
import { lawTableFaults, type LawTables, lawTables } from '../../domain/taxation/law-tables.ts';
import { states } from '../../domain/taxation/rates/schemas.ts';
import { expiryNotice, expiryOf } from '../../domain/taxation/rates/ibs-cbs.ts';
import { givenTables, objectOf, ratesInForce } from '../../operations/law/rates-in-force.ts';
import { CommandRefused } from '../command-refused.ts';
import {
  type GivenTables,
  ratesFileOf,
  readRatesFile,
  withFirstDays,
  withIbsCbsPeriod,
  withStatePeriod,
  writeRatesFile,
} from '../rates/file.ts';
import { ratesInWords, sampleChange, sampleInWords } from '../rates/in-words.ts';
import type { Session, Shell } from '../session.ts';
import { commandGroup, leaf } from '../terminal/help.ts';
import { oneOf } from '../terminal/input.ts';

const showHelp = `
Sem --state, o que vale no dia em cada UF; com --state, todos os períodos dela. "Tabela" diz de onde a linha vem: das
tabelas do Lavra ou do arquivo de LAVRA_RATES. A confiança é alta quando a própria lei ou a tabela oficial foi lida.

  lavra rates show --state AL
  lavra rates show --on 2027-01-01 --json`;

const checkHelp = `
Sem arquivo, confere o de LAVRA_RATES. Diz todas as falhas, cada uma com o lugar no arquivo, e sai com 1 se houver alguma.
Um arquivo com falha impede que API e workers comecem.`;

const addHelp = `
Grava no arquivo de LAVRA_RATES (ou no de --file), que é criado se não existe. A UF passa a valer pelo arquivo, com os
períodos que já tinha; um período do mesmo dia é trocado. API e workers leem o arquivo quando começam: reinicie-os.

  lavra rates add icms --state BA --rate 21.5 --from 2027-01-01 --law "Lei 15.000/2026"
  lavra rates add fcp --state SC --accepted 2 --from 2027-01-01 --law "Lei 19.000/2026"
  lavra rates add fcp --state SE --accepted 1,2 --general 1 --general-to FINAL_CONSUMER --from 2027-01-01 --law "Lei 9.999/2026"
  lavra rates add ibs-cbs --cbs 8.7 --law "Resolução do Senado 1/2026" --preview
  lavra rates add ibs-cbs --cbs 8.7 --law "Resolução do Senado 1/2026"
  lavra rates add day RETURNS_NAME_ITEMS --production 2027-02-01 --law "Informe de 10/12/2026"

Sem mais opções, ibs-cbs completa o período a que falta a CBS, e diz o que muda em uma venda de 100.00.`;

/** `lavra rates show|check|add` */
export function ratesCommands(rates: Command, shell: Shell): void {
  leaf(rates, 'show', 'Mostra o que vale em um dia')
    .option('--state <uf>', 'só esta UF, com todos os seus períodos', readState)
    .option('--on <dia>', 'dia, AAAA-MM-DD (padrão: hoje)', readDay)
    .addHelpText('after', showHelp)
    .action(shell.does(async (session, wanted: { state?: string; on?: string }) => show(session, wanted)));
  leaf(rates, 'check [arquivo]', 'Confere um arquivo de tabelas')
    .addHelpText('after', checkHelp)
    .action(shell.does(async (session, named: string | undefined) => check(session, named)));
  addCommands(rates, shell);
}

async function show(session: Session, { state, on = brasiliaDay(new Date()) }: { state?: string; on?: string }) {
  const { ratesFile } = session.env();
  const given = ratesFile === undefined ? {} : readRatesFile(ratesFile, { mayBeNew: false });
  const tables = soundTables(given, ratesFile ?? '');
  const data = ratesInForce(tables, givenTables(given), { state, on });
  const expiry = expiryOf(tables, brasiliaDay(new Date()));
  return {
    data: { file: ratesFile ?? null, ...data, ibsCbsMissing: expiry },
    text: ratesInWords(data, { file: ratesFile ?? null, expiry }),
  };
}

async function check(session: Session, named: string | undefined) {
  const file = ratesFileOf(named, session.env());
  const given = readRatesFile(file, { mayBeNew: false });
  const issues = lawTableFaults(given);
  if (issues.length > 0) {
    const lines = issues.map(({ path, message }) => `  ${path}: ${message}`);
    return { data: { file, valid: false, issues }, text: [`${file} tem falhas:`, ...lines].join('\n'), exitCode: 1 };
  }
  const notice = expiryNotice(expiryOf(lawTables(given), brasiliaDay(new Date())));
  const names = [...givenTables(given).tables].join(', ') || 'nenhuma tabela';
  const text = [`${file} está em ordem: ${names}.`, ...(notice === null ? [] : [`Atenção: ${notice}.`])].join('\n');
  return { data: { file, valid: true, issues }, text };
}

type Addition = { file?: string; from?: string; law: string; confidence?: 'HIGH' | 'MEDIUM' | 'LOW' };
type OfState = Addition & { state: string; from: string };

function addCommands(rates: Command, shell: Shell): void {
  const add = commandGroup(rates, 'add', 'Acrescenta um período ao arquivo de LAVRA_RATES').addHelpText(
    'after',
    addHelp,
  );
  const leafOf = (name: string, description: string) =>
    leaf(add, name, description)
      .requiredOption('--law <lei>', 'lei que o diz, como "Lei 15.000/2026"')
      .option('--file <arquivo>', 'arquivo das tabelas (padrão: o de LAVRA_RATES)');
  const leafOfState = (name: string, description: string) =>
    leafOf(name, description)
      .requiredOption('--state <uf>', 'UF', readState)
      .requiredOption('--from <dia>', 'primeiro dia, AAAA-MM-DD', readDay)
      .option('--confidence <grau>', 'HIGH (padrão), MEDIUM ou LOW', oneOf('--confidence', ['HIGH', 'MEDIUM', 'LOW']));
  leafOfState('icms', 'Alíquota usual do ICMS dentro de uma UF, sem o fundo')
    .requiredOption('--rate <percentual>', 'alíquota, como 19.5')
    .action(
      shell.does(async (session, { file, state, rate, ...dated }: OfState & { rate: string }) =>
        put(session, file, (given, tables) =>
          withStatePeriod(given, { table: 'icmsInternal', state, period: { ...periodOf(dated), rate } }, tables),
        ),
      ),
    );
  leafOfState('fcp', 'Fundo de combate à pobreza de uma UF: o que a SEFAZ aceita, e o que cai sobre quase tudo')
    .option('--accepted <lista>', 'percentuais aceitos, como 1,2; "" para nenhum')
    .option('--accepted-up-to <percentual>', 'o maior aceito, onde qualquer um até ele o é')
    .option('--general <percentual>', 'o que cai sobre quase todas as mercadorias')
    .option('--general-to <quem>', 'dentro da UF: ALL (padrão) ou FINAL_CONSUMER', oneOf('--general-to', generalTo))
    .action(
      shell.does(async (session, { file, state, ...fund }: OfState & FundOptions) =>
        put(session, file, (given, tables) =>
          withStatePeriod(given, { table: 'fcp', state, period: fundOf(fund) }, tables),
        ),
      ),
    );
  leafOf('ibs-cbs', 'Alíquotas do IBS e da CBS')
    .requiredOption('--cbs <percentual>', 'CBS')
    .option('--from <dia>', 'primeiro dia (padrão: o do período a que falta a CBS)', readDay)
    .option('--until <dia>', 'último dia (padrão: o do mesmo período)', readDay)
    .option('--ibs-state <percentual>', 'IBS estadual (padrão: o do mesmo período)')
    .option('--ibs-municipal <percentual>', 'IBS municipal (padrão: o do mesmo período)')
    .option('--preview', 'mostra o que mudaria em uma venda, e não grava')
    .action(
      shell.does(async (session, { file, law, preview, ...options }: Addition & IbsCbsOptions) => {
        let firstDay = '';
        const change = (given: GivenTables, tables: LawTables) => {
          const period = ibsCbsPeriodOf(options, tables);
          firstDay = period.from;
          return withIbsCbsPeriod(given, { period, law }, tables);
        };
        const { before, after, ...written } = await put(session, file, change, { isPreview: preview === true });
        const sample = sampleChange(firstDay, before, after);
        return {
          data: { ...written.data, sample },
          text: `${sampleInWords(sample)}\n${written.text}`,
        };
      }),
    );
  leafOf('day <mudança>', 'Primeiro dia de uma mudança da lei que foi adiada; os nomes são os de "lavra rates show"')
    .option('--production <dia>', 'primeiro dia em produção, AAAA-MM-DD', readDay)
    .option('--homologation <dia>', 'primeiro dia em homologação, AAAA-MM-DD', readDay)
    .action(
      shell.does(async (session, change: string, { file, law, ...days }: Omit<Addition, 'from'> & FirstDayOptions) =>
        put(session, file, (given, tables) =>
          withFirstDays(given, { change: readChange(change), days: daysOf(days), law }, tables),
        ),
      ),
    );
}

type FirstDayOptions = { production?: string; homologation?: string };

function readChange(name: string): LawChange {
  const change = lawChanges.find((known) => known === name);
  if (change) return change;
  throw new CommandRefused('invalid_input', `Não há a mudança "${name}"; há ${lawChanges.join(', ')}.`);
}

function daysOf({ production, homologation }: FirstDayOptions): FirstDayOptions {
  if (production === undefined && homologation === undefined)
    throw new CommandRefused('invalid_input', 'Diga --production, --homologation ou ambos.');
  return {
    ...(production === undefined ? {} : { production }),
    ...(homologation === undefined ? {} : { homologation }),
  };
}

const generalTo = ['ALL', 'FINAL_CONSUMER'] as const;
type FundOptions = {
  accepted?: string;
  acceptedUpTo?: string;
  general?: string;
  generalTo?: (typeof generalTo)[number];
};
type IbsCbsOptions = { preview?: true; cbs: string; until?: string; ibsState?: string; ibsMunicipal?: string };

function periodOf({ from, law, confidence = 'HIGH' }: Pick<OfState, 'from' | 'law' | 'confidence'>) {
  return { from, law, confidence };
}

function fundOf({
  accepted,
  acceptedUpTo,
  general,
  generalTo: internal = 'ALL',
  ...dated
}: Omit<OfState, 'state'> & FundOptions) {
  const listed = accepted?.split(',').flatMap((each) => each.trim() || []);
  return {
    ...periodOf(dated),
    ...(listed === undefined ? {} : { accepted: listed }),
    ...(acceptedUpTo === undefined ? {} : { acceptedUpTo }),
    ...(general === undefined ? {} : { general: { rate: general, internal } }),
  };
}

function ibsCbsPeriodOf({ cbs, ibsState, ibsMunicipal, ...days }: IbsCbsOptions & { from?: string }, rates: LawTables) {
  const { periods } = rates.ibsCbs;
  const open = periods.find((period) => (days.from === undefined ? period.cbs === null : period.from === days.from));
  const { from = open?.from, until = open?.until } = days;
  const state = ibsState ?? open?.state.toFixed();
  const municipal = ibsMunicipal ?? open?.municipal.toFixed();
  if (from === undefined || until === undefined || state === undefined || municipal === undefined) {
    const message = 'Nenhum período desta data está sem a CBS: diga --from, --until, --ibs-state e --ibs-municipal.';
    throw new CommandRefused('invalid_input', message);
  }
  return { from, until, state, municipal, cbs };
}

/** Changes the tables in the file. Leaves the file as it is where the new tables are not valid, or where the change is only shown. */
async function put(
  session: Session,
  named: string | undefined,
  change: (given: GivenTables, rates: LawTables) => GivenTables,
  { isPreview } = { isPreview: false },
) {
  const { ratesFile } = session.env();
  const file = ratesFileOf(named, { ratesFile });
  const present = readRatesFile(file, { mayBeNew: true });
  const before = soundTables(present, file);
  const changed = change({ ...objectOf(present) }, before);
  const [fault, ...others] = lawTableFaults(changed);
  if (fault) {
    const more = others.map(({ path, message }) => `; ${path}: ${message}`).join('');
    throw new CommandRefused('invalid_input', `Nada foi gravado: ${fault.path}: ${fault.message}${more}.`);
  }
  const after = lawTables(changed);
  if (isPreview) return { before, after, data: { file, tables: changed }, text: 'Nada foi gravado (--preview).' };
  await writeRatesFile(file, changed);
  const setting = file === ratesFile ? '' : ` e ponha LAVRA_RATES=${file} na configuração de ambos`;
  return {
    before,
    after,
    data: { file, tables: changed },
    text: `Gravado em ${file}. Reinicie API e workers${setting}.`,
  };
}

/** The operator's tables, checked. @throws {CommandRefused} `invalid_settings` naming the fault, where they cannot be used */
function soundTables(given: unknown, file: string): LawTables {
  const [fault] = lawTableFaults(given);
  if (!fault) return lawTables(given);
  const message = `${file} tem falhas, a primeira em ${fault.path}: ${fault.message}. Veja todas com "lavra rates check".`;
  throw new CommandRefused('invalid_settings', message);
}

function readState(text: string): string {
  const state = text.trim().toUpperCase();
  if (states.includes(state)) return state;
  throw new CommandRefused('invalid_input', `--state deve ser a sigla de uma UF, como SP; veio "${text}".`);
}

function readDay(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new CommandRefused('invalid_input', `O dia deve ser AAAA-MM-DD; veio "${text}".`);
}
