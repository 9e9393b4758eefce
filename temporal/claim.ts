import {
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleClient,
  ScheduleNotFoundError,
  type WorkflowClientInterceptor,
} from '@temporalio/client';
import { claimId, queues } from './names.ts';

/** The namespace belongs to another installation: its runs are about rows that this installation's database does not have. */
export class ForeignNamespace extends Error {
  readonly owner: string;

  constructor(client: { options: { namespace: string } }, owner: string) {
    const { namespace } = client.options;
    super(
      `the namespace ${namespace} of Temporal belongs to another installation (${owner}): ${foreignNamespaceAdvice(namespace)}`,
    );
    this.name = 'ForeignNamespace';
    this.owner = owner;
  }
}

/** What an operator can do about a namespace of another installation. */
export const foreignNamespaceAdvice = (namespace: string): string =>
  `set TEMPORAL_NAMESPACE or TEMPORAL_ADDRESS to one of this installation's own, or, where the other is gone for good, give it up: ${giveUpNamespaceCommand(namespace)}`;

/** The command by which an operator takes a namespace from an installation that no longer exists; the next worker that starts claims it. */
export const giveUpNamespaceCommand = (namespace: string): string =>
  `temporal schedule delete --namespace ${namespace} --schedule-id ${claimId}`;

type Schedules = Pick<ScheduleClient, 'getHandle' | 'create'>;

/** The id of the installation that has claimed a namespace; null where none has. */
export async function installationOfNamespace({
  schedule,
}: {
  schedule: Pick<Schedules, 'getHandle'>;
}): Promise<string | null> {
  try {
    const { memo } = await schedule.getHandle(claimId).describe();
    return typeof memo?.installation === 'string' ? memo.installation : null;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null;
    throw error;
  }
}

/**
 * Makes the namespace this installation's, unless it is so already. The claim is a schedule that never starts anything: of all that can be made at
 * every Temporal without further rights, Cloud included, only a schedule is created once, lasts, has a memo, and is seen by operators.
 *
 * @throws {ForeignNamespace}
 */
export async function claimNamespace(client: Client, installation: string): Promise<void> {
  for (;;) {
    const owner = await installationOfNamespace(client);
    if (owner === installation) return;
    if (owner !== null) throw new ForeignNamespace(client, owner);
    try {
      await client.schedule.create({
        scheduleId: claimId,
        spec: {},
        // A schedule must name something; one without times and paused starts nothing.
        action: {
          type: 'startWorkflow',
          workflowType: 'reconciliation',
          taskQueue: queues.events,
          workflowId: claimId,
        },
        memo: { installation },
        state: { paused: true, note: `Este namespace é da instalação ${installation} do Lavra. Não apague.` },
      });
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error; // another process was quicker: the loop looks whose the namespace is now
    }
  }
}

/** The epoch of the database that was last written into this namespace; null where none was. */
export async function readEpoch({ schedule }: { schedule: Pick<Schedules, 'getHandle'> }): Promise<number | null> {
  try {
    const { action } = await schedule.getHandle(claimId).describe();
    const epoch: unknown = action.args?.[0];
    return typeof epoch === 'number' ? epoch : null;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null;
    throw error;
  }
}

/**
 * Writes the epoch where no restore of the database reaches it: as the argument of the workflow that the claim never starts. Where the namespace has
 * lost its claim, the next round writes it.
 */
export async function writeEpoch({ schedule }: Client, epoch: number): Promise<void> {
  try {
    await schedule.getHandle(claimId).update((known) => ({ ...known, action: { ...known.action, args: [epoch] } }));
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}

/** For how long a client relies on its last look at the claim. */
const trustedMs = 5_000;

/**
 * An interceptor that refuses starts and signals in a namespace of another installation. It looks at the claim every few seconds at most.
 *
 * @param installation id of this installation, read when it is first needed
 */
export function refuseForeignNamespace(
  schedules: () => Pick<Client, 'schedule' | 'options'>,
  installation: () => Promise<string>,
): WorkflowClientInterceptor {
  let seen: { at: number; foreign: Promise<string | null> } | undefined;
  const foreignOwner = async (): Promise<string | null> => {
    const owner = await installationOfNamespace(schedules());
    return owner === null || owner === (await installation()) ? null : owner;
  };
  const refuseOthers = async (): Promise<void> => {
    if (seen === undefined || performance.now() - seen.at > trustedMs) {
      seen = { at: performance.now(), foreign: foreignOwner() };
      seen.foreign.catch(() => (seen = undefined));
    }
    const owner = await seen.foreign;
    if (owner !== null) throw new ForeignNamespace(schedules(), owner);
  };
  return {
    startWithDetails: async (input, next) => (await refuseOthers(), next(input)),
    signal: async (input, next) => (await refuseOthers(), next(input)),
    signalWithStart: async (input, next) => (await refuseOthers(), next(input)),
  };
}
