import type { Command } from 'commander';
import type { Environment } from '../../domain/companies/settings.ts';
import { type DistributionSource, distributionSources } from '../../domain/received/kinds.ts';
import { type DistributionOverview, distributionOverviews } from '../../operations/distribution/overviews.ts';
import { setNsu } from '../../operations/distribution/set-nsu.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany } from '../../operations/provisioning.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { confirm, oneOf, wholeNumber } from '../terminal/input.ts';
import { textTable } from '../terminal/output.ts';

type NsuOptions = { company: string; source: DistributionSource; nsu: number; yes?: true };

const setNsuHelp = `
Para quando a fonte pede duas vezes seguidas que se consulte de outro NSU (656, THROTTLED_TWICE). Um NSU menor busca de
novo o que já veio, sem duplicar nada; um maior pula o que há entre os dois, que não virá mais. A espera da fonte continua valendo.

Exemplo:
  lavra distribution set-nsu --company 11222333000181 --source NFE --nsu 1234`;

/** `lavra distribution show|sync|set-nsu` */
export function distributionCommands(distribution: Command, shell: Shell): void {
  leaf(distribution, 'show', 'Mostra até que NSU cada empresa recebeu, quando consulta de novo e por que espera')
    .option('--company <cnpj, cpf ou id>', 'só esta empresa')
    .action(
      shell.does(async (session, options: { company?: string }) => {
        const orm = await session.orm();
        const company =
          options.company === undefined ? undefined : await findCompany(acrossCompanies(orm), options.company);
        const data = await distributionOverviews(orm, company);
        return { data, text: textTable(data.map(row), 'Não há consultas: elas começam com o certificado da empresa.') };
      }),
    );
  leaf(distribution, 'sync', 'Consulta agora as fontes que já podem ser consultadas')
    .requiredOption('--company <cnpj, cpf ou id>', 'a empresa')
    .action(
      shell.does(async (session, options: { company: string }) => {
        const { sync } = await import('../wake.ts'); // loaded here because it brings the Temporal client
        const company = await findCompany(acrossCompanies(await session.orm()), options.company);
        const { sources, nextAllowedAt } = await sync(session, company);
        const asked = sources.map(({ source }) => source);
        return {
          data: { sources: asked, nextSyncAllowedAt: nextAllowedAt },
          text: `Consultando ${asked.join(' e ')}.`,
        };
      }),
    );
  leaf(distribution, 'set-nsu', 'Diz a partir de que NSU uma fonte é consultada; pede confirmação')
    .requiredOption('--company <cnpj, cpf ou id>', 'a empresa')
    .requiredOption('--source <fonte>', distributionSources.join(' ou '), oneOf('--source', distributionSources))
    .requiredOption('--nsu <n>', 'o último NSU que conta como recebido', wholeNumber('--nsu', 0, 999_999_999_999))
    .option('--yes', 'não pergunta')
    .addHelpText('after', setNsuHelp)
    .action(
      shell.does(async (session, { company: reference, source, nsu, yes }: NsuOptions) => {
        const orm = await session.orm();
        const company = await findCompany(acrossCompanies(orm), reference);
        const present = (await distributionOverviews(orm, company)).find((overview) => overview.source === source);
        if (!present) throw notFound(company.environment, source);
        const change = `${source} de ${company.taxId} em ${company.environment}: do NSU ${present.nsu} para ${nsu}`;
        if (!yes) await confirm(`${change}. ${consequence(BigInt(present.nsu), BigInt(nsu))} Mudar?`, shell);
        const set = await acrossCompanies(orm).transactional((em) =>
          setNsu(em, company, { source, nsu: BigInt(nsu) }, session.actor),
        );
        if (!set) throw notFound(company.environment, source);
        return { data: { source, before: String(set.before), after: String(set.after) }, text: `${change}.` };
      }),
    );
}

function consequence(before: bigint, after: bigint): string {
  return after > before
    ? 'O que há entre os dois não será recebido.'
    : 'O que há entre os dois será buscado de novo, sem duplicar nada.';
}

function notFound(environment: Environment, source: DistributionSource): CommandRefused {
  return new CommandRefused(
    'distribution_not_found',
    `A empresa não tem consultas a ${source} em ${environment}; veja "distribution show".`,
  );
}

function row(overview: DistributionOverview): Record<string, string> {
  const { companyTaxId, environment, source, status, nsu, maxNsu, lastCStat, nextVisitAt, unreadable, reason } =
    overview;
  return {
    Empresa: companyTaxId,
    Ambiente: environment,
    Fonte: source,
    Situação: status,
    NSU: nsu,
    Máximo: maxNsu ?? '-',
    Resposta: lastCStat ?? '-',
    Próxima: nextVisitAt,
    Ilegíveis: String(unreadable),
    Motivo: reason ?? '',
  };
}
