import type { Client } from '@temporalio/client';
import { giveUpCommand, ownerOf } from '../../temporal/claim.ts';
import { isNamespaceMissing, namespaceCommand } from '../../temporal/namespace.ts';
import { queues, searchAttributes } from '../../temporal/names.ts';
import { type Finding, findingsOf, reasonOf, within } from './finding.ts';

const patienceMs = 5_000;
/** A worker's long poll lasts a minute; a worker not seen for longer than this is gone. */
const polledWithinMs = 2 * 60_000;
/** TASK_QUEUE_TYPE_ACTIVITY in Temporal's API: every queue has activities, and one has nothing else. */
const activityTasks = 2;

/** Whether Temporal answers, its namespace is ours and ready, and workers take from its queues. */
export async function checkTemporal(client: Client, installation: () => Promise<string>): Promise<Finding[]> {
  const { ok, failure } = findingsOf('temporal');
  const { namespace } = client.options;
  try {
    await within(
      patienceMs,
      client.withDeadline(Date.now() + patienceMs, () => client.workflowService.describeNamespace({ namespace })),
    );
  } catch (error) {
    if (isNamespaceMissing(error)) return [failure(`não tem o namespace ${namespace}`, namespaceCommand(namespace))];
    return [
      failure(
        `não responde (${reasonOf(error)})`,
        'confira TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE e se o Temporal está no ar',
      ),
    ];
  }
  const found = [ok(`no ar, namespace ${namespace}`), ...(await claim(client, installation))];
  found.push(...(await attributes(client)));
  for (const queue of Object.values(queues)) found.push(await pollers(client, queue));
  return found;
}

/** Nothing while the database is away, which another finding tells. */
async function claim(client: Client, installation: () => Promise<string>): Promise<Finding[]> {
  const { failure } = findingsOf('temporal');
  const { namespace } = client.options;
  const [owner, own] = await Promise.all([
    within(patienceMs, ownerOf(client)),
    within(patienceMs, installation()).catch(() => null),
  ]);
  if (owner === null || own === null || owner === own) return [];
  return [
    failure(
      `o namespace ${namespace} é de outra instalação (${owner}; a deste banco de dados é ${own}): nenhum worker deste banco trabalha nele`,
      `use um Temporal ou um namespace só desta instalação (TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE); se a outra não existe mais, ${giveUpCommand(namespace)}`,
    ),
  ];
}

async function attributes({ connection, options: { namespace } }: Client): Promise<Finding[]> {
  const { ok, failure } = findingsOf('search_attributes');
  try {
    const answer = await within(patienceMs, connection.operatorService.listSearchAttributes({ namespace }));
    const missing = Object.values(searchAttributes).filter((name) => !(name in answer.customAttributes));
    if (missing.length === 0) return [ok(Object.values(searchAttributes).join(', '))];
    return [
      failure(
        `faltam ${missing.join(', ')}`,
        'um worker os cria ao iniciar e os confere a cada minuto; na Temporal Cloud, crie-os no painel, do tipo Keyword',
      ),
    ];
  } catch (error) {
    return [failure(reasonOf(error), 'confira as permissões da chave de API do Temporal')];
  }
}

async function pollers({ workflowService, options: { namespace } }: Client, queue: string): Promise<Finding> {
  const { ok, failure } = findingsOf('workers');
  try {
    const request = { namespace, taskQueue: { name: queue }, taskQueueType: activityTasks };
    const { pollers: seen } = await within(patienceMs, workflowService.describeTaskQueue(request));
    const recent = (seen ?? []).filter(
      ({ lastAccessTime }) => Date.now() - Number(lastAccessTime?.seconds ?? 0) * 1000 < polledWithinMs,
    );
    if (recent.length > 0) return ok(`${recent.length} worker(s) na fila ${queue}`);
    return failure(`nenhum worker na fila ${queue}`, 'inicie um worker: npm run worker');
  } catch (error) {
    return failure(`fila ${queue}: ${reasonOf(error)}`, 'confira o Temporal');
  }
}
