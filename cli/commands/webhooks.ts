import type { Command } from 'commander';
import type { Orm } from '../../config/orm.ts';
import { type DeliveryStatus, deliveryStatuses } from '../../domain/webhooks/event-types.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany, findOffice } from '../../operations/provisioning.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { oneOf, wholeNumber } from '../terminal/input.ts';
import { textTable } from '../terminal/output.ts';
import {
  deliveriesOf,
  type DeliveryChoice,
  type DeliverySummary,
  endpointById,
  type EndpointOverview,
  endpointOverviews,
  redeliverChosen,
} from '../webhooks/endpoints.ts';
import type { ListenOptions } from '../webhooks/listen.ts';

const listenHelp = `
Com --company, registra-se por essa empresa em http://127.0.0.1:<porta>/ e sai do registro ao encerrar: para desenvolver com
"npm start". Para receber de outra instalação, ponha um túnel diante da porta (--port), registre o endereço dele e informe
o segredo com --secret-stdin; sem segredo, mostra sem conferir, o que basta para o ping do registro.
O que não é autêntico é respondido com 401.

Exemplos:
  lavra webhooks listen --company 11222333000181
  lavra webhooks listen --company 11222333000181 --events DOCUMENT_REJECTED --json
  lavra webhooks listen --company 11222333000181 --respond 503
  lavra webhooks listen --port 8790 --secret-stdin < segredo.txt`;

const later = ' O Temporal não respondeu agora: sai em até dois minutos, quando ele voltar.';

/** `lavra webhooks listen|list|deliveries|redeliver|enable` */
export function webhookCommands(webhooks: Command, shell: Shell): void {
  listenCommand(webhooks, shell);
  leaf(webhooks, 'list', 'Lista os webhooks: primeiro os desativados, depois os que falham')
    .option('--company <cnpj, cpf ou id>', 'só os desta empresa')
    .option('--office <cnpj, cpf ou id>', 'só os deste escritório')
    .action(
      shell.does(async (session, options: Owner) => {
        const orm = await session.orm();
        const data = await endpointOverviews(orm, await findOwner(orm, options));
        return { data, text: textTable(data.map(endpointRow), 'Não há webhooks.') };
      }),
    );
  leaf(webhooks, 'deliveries <webhook>', 'Lista as entregas de um webhook (id), as mais novas primeiro')
    .option('--status <situação>', deliveryStatuses.join(', '), oneOf('--status', deliveryStatuses))
    .option('--limit <n>', 'quantas, no máximo (padrão: 50)', wholeNumber('--limit', 1, 1000), 50)
    .action(
      shell.does(async (session, id: string, options: { status?: DeliveryStatus; limit: number }) => {
        const data = await deliveriesOf(session, await endpointById(session, id), options);
        return { data, text: textTable(data.map(deliveryRow), 'Não há entregas.') };
      }),
    );
  leaf(webhooks, 'redeliver <webhook>', 'Entrega de novo, com até cinco tentativas a mais')
    .option('--delivery <id>', 'uma entrega, seja qual for a sua situação')
    .option('--failed', 'todas as que falharam')
    .action(
      shell.does(async (session, id: string, wanted: DeliveryChoice) => {
        const endpoint = await endpointById(session, id);
        const requeued = await redeliverChosen(session, endpoint, wanted);
        const { wakeWebhook } = await import('../wake.ts'); // loaded here because it brings the Temporal client
        const isAwake = requeued === 0 || (await wakeWebhook(session, endpoint));
        return { data: { requeued, isAwake }, text: `${requeued} entrega(s) de volta à fila.${isAwake ? '' : later}` };
      }),
    );
  leaf(
    webhooks,
    'enable <webhook>',
    'Ativa de novo um webhook, se o endereço responder ao ping, e entrega o que esperava',
  ).action(
    shell.does(async (session, id: string) => {
      const found = await endpointById(session, id);
      const { enable } = await import('../webhooks/enable.ts'); // loaded here because it brings the HTTP client
      const { wakeWebhook } = await import('../wake.ts');
      const { endpoint, wasInactive } = await enable(session, found);
      const isAwake = !wasInactive || (await wakeWebhook(session, endpoint));
      const outcome = wasInactive ? 'respondeu ao ping e está ativo' : 'já estava ativo';
      return { data: { id: found.id, wasInactive, isAwake }, text: `O webhook ${outcome}.${isAwake ? '' : later}` };
    }),
  );
}

type Owner = { company?: string; office?: string };

/** The company or office that was typed. @throws {CommandRefused} `invalid_input` */
async function findOwner(orm: Orm, { company, office }: Owner): Promise<{ id: string } | undefined> {
  if (company === undefined) return office === undefined ? undefined : findOffice(orm, office);
  if (office === undefined) return findCompany(acrossCompanies(orm), company);
  throw new CommandRefused('invalid_input', 'Informe --company ou --office, e não os dois.');
}

function listenCommand(webhooks: Command, shell: Shell): void {
  leaf(webhooks, 'listen', 'Recebe entregas neste computador, confere e mostra cada uma até Ctrl-C')
    .option('--company <cnpj, cpf ou id>', 'registra-se por esta empresa enquanto ouve')
    .option('--events <lista>', 'só estes eventos, separados por vírgula (padrão: todos)')
    .option('--port <n>', 'porta (padrão: uma livre)', wholeNumber('--port', 1, 65_535), 0)
    .option('--secret-stdin', 'lê da entrada padrão o segredo (whsec_…) que confere as assinaturas')
    .option('--secret <segredo>', 'segredo na linha de comando: fica no histórico e na lista de processos')
    .option(
      '--respond <código>',
      'responde com este código HTTP (padrão: 204)',
      wholeNumber('--respond', 200, 599),
      204,
    )
    .option('--delay <segundos>', 'espera antes de responder (padrão: 0)', wholeNumber('--delay', 0, 600), 0)
    .option('--count <n>', 'encerra depois de tantas entregas', wholeNumber('--count', 1, 1_000_000))
    .addHelpText('after', listenHelp)
    .action(
      shell.speaks(async (session, options: ListenOptions) => {
        const { listenToWebhooks: listen } = await import('../webhooks/listen.ts');
        await listen(session, shell, options);
      }),
    );
}

function endpointRow({
  id,
  companyTaxId,
  officeTaxId,
  url,
  isActive,
  ...rest
}: EndpointOverview): Record<string, string> {
  const { consecutiveFailures, waiting, nextAttemptAt, disabledReason } = rest;
  return {
    Id: id,
    Dono: companyTaxId ?? `escritório ${officeTaxId}`,
    Endereço: url,
    Estado: isActive ? 'ativo' : 'inativo',
    Falhas: String(consecutiveFailures),
    'Em espera': String(waiting),
    Próxima: nextAttemptAt === null ? '-' : new Date(nextAttemptAt).toISOString(),
    Motivo: disabledReason ?? '',
  };
}

function deliveryRow({
  id,
  eventType,
  status,
  attempts,
  nextAttemptAt,
  ...last
}: DeliverySummary): Record<string, string> {
  const { responseStatus, errorMessage, createdAt } = last;
  return {
    Id: id,
    Evento: eventType,
    Criada: createdAt.toISOString(),
    Situação: status,
    Tentativas: String(attempts),
    Resposta: responseStatus === null ? '-' : String(responseStatus),
    Próxima: nextAttemptAt?.toISOString() ?? '-',
    Erro: errorMessage ?? '',
  };
}
