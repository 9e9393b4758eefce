import type { Command } from 'commander';
import { brasiliaDay, startOfBrasiliaDay } from '../../domain/fiscal-time.ts';
import { fateTitles } from '../../domain/rehearsal/csv.ts';
import { type Fate, fates } from '../../domain/rehearsal/sale.ts';
import type { RehearsalReport } from '../../domain/rehearsal/tally.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany, listCompanies } from '../../operations/provisioning.ts';
import { CommandRefused } from '../command-refused.ts';
import type { WrittenReport } from '../rehearsal/rehearse-company.ts';
import type { Shell } from '../session.ts';
import { dayOption } from '../terminal/input.ts';

type RehearseOptions = {
  on: string;
  company?: string;
  last: number;
  cbs?: string;
  judge: boolean;
  out: string;
  json?: true;
};

const help = `
Calcula como se fossem emitidas no dia as vendas autorizadas nos últimos dias (ou, onde não há nenhuma, uma unidade de cada
produto), e as julga pelas regras do simulador da autoridade. Nada é enviado e nada é gravado no banco de dados.
De cada empresa saem dois arquivos: ensaio-<cnpj ou cpf>-<dia>.csv, uma linha por venda, e .html, o resumo: o que seria recusado,
por quê e como corrigir; preço, total e impostos, então e no dia; o que falta em cada produto.
Sai com 1 se alguma venda seria recusada.

Enquanto a alíquota da CBS do dia não está publicada, o ensaio diz isso e julga todo o resto; com --cbs, supõe uma.

  lavra rehearse --on 2027-01-04 --company 11222333000181
  lavra rehearse --on 2027-01-04 --last 60d --cbs 8.8 --out ensaios`;

/** `lavra rehearse` */
export function rehearseCommand(rehearse: Command, shell: Shell): void {
  rehearse
    .requiredOption('--on <dia>', 'dia que se ensaia, AAAA-MM-DD', dayOption('--on'))
    .option('--company <cnpj, cpf ou id>', 'só esta empresa (padrão: todas as ativas)')
    .option('--last <dias>', 'quantos dias de vendas, até hoje (padrão: 30d)', readDays, 30)
    .option('--cbs <percentual>', 'alíquota da CBS que só este ensaio supõe, como 8.8', readRate)
    .option('--no-judge', 'só o que o próprio Lavra recusa, sem as regras da autoridade')
    .option('--out <pasta>', 'pasta dos arquivos (padrão: esta)', '.')
    .addHelpText('after', help)
    .action(
      shell.does(
        async (session, { on, company: reference, last, cbs, judge: isChecked, out, json }: RehearseOptions) => {
          const { rehearseCompany } = await import('../rehearsal/rehearse-company.ts'); // loaded here because it brings pages and schemas
          const { hasAuthorityRules, openAuthorityRules, noAuthorityRulesNotice } =
            await import('../../operations/rehearsal/authority-rules.ts');
          const { readLawTables } = await import('../../config/rates.ts');
          const { noProgress, showProgress } = await import('../terminal/progress.ts'); // loaded here because it brings the progress bar
          const orm = await session.orm();
          const companies = reference
            ? [await findCompany(acrossCompanies(orm), reference)]
            : (await listCompanies(acrossCompanies(orm))).filter(({ isActive }) => isActive);
          const unjudged = isChecked
            ? hasAuthorityRules()
              ? null
              : noAuthorityRulesNotice
            : 'Foi pedido sem julgamento (--no-judge).';
          const rules = unjudged === null ? openAuthorityRules() : null;
          const env = session.env();
          const parts = { orm, env, actor: session.actor, rates: readLawTables(env), rules, unjudged };
          const order = { on, since: firstInstant(last), cbs, folder: out };
          const progress = json ? noProgress : showProgress(shell.stderr, 'vendas');
          const written: WrittenReport[] = [];
          try {
            for (const company of companies) written.push(await rehearseCompany(parts, company, order, progress));
          } finally {
            await rules?.close();
          }
          const text = written.map(inWords).join('\n\n') || 'Não há empresas ativas.';
          return { data: { reports: written }, text, exitCode: written.some(isRefused) ? 1 : 0 };
        },
      ),
    );
}

/** The first instant of the day that lies `days` days back, in Brasília. */
function firstInstant(days: number): Date {
  const dayMs = 24 * 60 * 60 * 1000;
  return startOfBrasiliaDay(brasiliaDay(new Date(Date.now() - days * dayMs)));
}

function readDays(text: string): number {
  const days = Number(/^(\d{1,4})d?$/.exec(text)?.[1] ?? 0);
  if (days >= 1 && days <= 3660) return days;
  throw new CommandRefused('invalid_input', `--last deve ser um número de dias, como 30d; veio "${text}".`);
}

function readRate(text: string): string {
  const rate = text.replace(',', '.');
  if (/^\d{1,2}(\.\d{1,4})?$/.test(rate) && Number(rate) > 0) return rate;
  throw new CommandRefused('invalid_input', `--cbs deve ser um percentual, como 8.8; veio "${text}".`);
}

function isRefused({ report: { fates: counts } }: WrittenReport): boolean {
  return counts.REFUSED_HERE + counts.REFUSED_BY_AUTHORITY > 0;
}

function inWords({ report, csv, page }: WrittenReport): string {
  const { company, on, total, since, unjudged } = report;
  const what = since === null ? 'produto(s), porque não houve vendas' : `venda(s) desde ${since.slice(0, 10)}`;
  const counted = fates.flatMap((fate: Fate) =>
    report.fates[fate] > 0 ? [`  ${fateTitles[fate]}: ${report.fates[fate]}`] : [],
  );
  return [
    `${company.name} (${company.taxId}), ensaio de ${on}: ${total} ${what}.`,
    ...counted,
    ...cbsInWords(report),
    ...(unjudged === null ? [] : [`  ${unjudged}`]),
    `  ${csv}`,
    `  ${page}`,
  ].join('\n');
}

function cbsInWords({ cbs }: RehearsalReport): string[] {
  switch (cbs.kind) {
    case 'UNKNOWN':
      return [
        '  A alíquota da CBS desse dia não está publicada: os valores da CBS ficam em branco (suponha uma com --cbs).',
      ];
    case 'ASSUMED':
      return [`  CBS de ${cbs.rate} %, suposta só neste ensaio.`];
    case 'NO_PERIOD':
      return ['  As tabelas não têm alíquotas de IBS e CBS desse dia.'];
    case 'IN_FORCE':
      return [];
  }
}
