import { type DoctorFinding, findingsOf, reasonOf, inTime } from './finding.ts';

/** What the doctor asks Temporal. A call that gets no answer throws, or the doctor gives it up. */
export type ExaminedTemporal = {
  namespace: string;
  /** Names of the search attributes and of the task queues that Lavra needs. */
  searchAttributes: readonly string[];
  queues: readonly string[];
  /** Whether the namespace exists, asked within `patienceMs`. */
  hasNamespace(patienceMs: number): Promise<boolean>;
  /** The installation that has claimed the namespace; null where none has. */
  owner(): Promise<string | null>;
  /** Those of `searchAttributes` that the namespace does not have. */
  missingAttributes(): Promise<string[]>;
  /** How many workers have polled a queue recently; asked within `ms`. */
  workersOf(queue: string, ms: number): Promise<number>;
  /** Commands by which an operator creates the namespace, and takes it over from an installation that is gone. */
  commands: { create: string; giveUp: string };
};

const patienceMs = 5_000;
/** A worker's long poll lasts a minute; a worker that did not poll for this long is gone. */
const polledWithinMs = 2 * 60_000;

/** Whether Temporal answers, its namespace is ours and ready, and workers poll its queues. */
export async function checkTemporal(
  temporal: ExaminedTemporal,
  installation: () => Promise<string>,
): Promise<DoctorFinding[]> {
  const { ok, failure } = findingsOf('temporal');
  const { namespace, queues, commands } = temporal;
  try {
    if (!(await inTime(patienceMs, temporal.hasNamespace(patienceMs))))
      return [failure(`não tem o namespace ${namespace}`, commands.create)];
  } catch (error) {
    return [
      failure(
        `não responde (${reasonOf(error)})`,
        'confira TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE e se o Temporal está no ar',
      ),
    ];
  }
  const found = [ok(`no ar, namespace ${namespace}`), ...(await claim(temporal, installation))];
  found.push(...(await attributes(temporal)));
  for (const queue of queues) found.push(await pollers(temporal, queue));
  return found;
}

/** Whether the namespace is claimed by this installation; no findings while the database is away, which another check reports. */
async function claim(temporal: ExaminedTemporal, installation: () => Promise<string>): Promise<DoctorFinding[]> {
  const { failure } = findingsOf('temporal');
  const { namespace, commands } = temporal;
  const [owner, own] = await Promise.all([
    inTime(patienceMs, temporal.owner()),
    inTime(patienceMs, installation()).catch(() => null),
  ]);
  if (owner === null || own === null || owner === own) return [];
  return [
    failure(
      `o namespace ${namespace} é de outra instalação (${owner}; a deste banco de dados é ${own}): nenhum worker deste banco trabalha nele`,
      `use um Temporal ou um namespace só desta instalação (TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE); se a outra não existe mais, ${commands.giveUp}`,
    ),
  ];
}

async function attributes(temporal: ExaminedTemporal): Promise<DoctorFinding[]> {
  const { ok, failure } = findingsOf('search_attributes');
  try {
    const missing = await inTime(patienceMs, temporal.missingAttributes());
    if (missing.length === 0) return [ok(temporal.searchAttributes.join(', '))];
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

async function pollers(temporal: ExaminedTemporal, queue: string): Promise<DoctorFinding> {
  const { ok, failure } = findingsOf('workers');
  try {
    const count = await inTime(patienceMs, temporal.workersOf(queue, polledWithinMs));
    if (count > 0) return ok(`${count} worker(s) na fila ${queue}`);
    return failure(`nenhum worker na fila ${queue}`, 'inicie um worker: npm run worker');
  } catch (error) {
    return failure(`fila ${queue}: ${reasonOf(error)}`, 'confira o Temporal');
  }
}
