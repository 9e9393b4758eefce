import {
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleClient,
  ScheduleNotFoundError,
  type WorkflowClientInterceptor,
} from '@temporalio/client';
import { claimId, queues } from './names.ts';

/** The namespace belongs to another installation: its runs are about rows that this one's database does not have. */
export class ForeignNamespace extends Error {
  readonly owner: string;

  constructor(client: { options: { namespace: string } }, owner: string) {
    const { namespace } = client.options;
    super(`the namespace ${namespace} of Temporal belongs to another installation (${owner}): ${wayOut(namespace)}`);
    this.name = 'ForeignNamespace';
    this.owner = owner;
  }
}

/** What an operator does about a namespace of another installation. */
export const wayOut = (namespace: string): string =>
  `set TEMPORAL_NAMESPACE or TEMPORAL_ADDRESS to one of this installation's own, or, where the other is gone for good, give it up: ${giveUpNamespaceCommand(namespace)}`;

/** What an operator types to take a namespace from an installation that is gone; the next worker that starts claims it. */
export const giveUpNamespaceCommand = (namespace: string): string =>
  `temporal schedule delete --namespace ${namespace} --schedule-id ${claimId}`;

type Schedules = Pick<ScheduleClient, 'getHandle' | 'create'>;

/** The installation that a namespace belongs to; null where nobody has claimed it. */
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
 * Makes the namespace this installation's, unless it is so already. The claim is a schedule that never starts anything: of all that every
 * Temporal takes without further rights, Cloud included, it alone is created once, lasts, has a memo, and is seen by operators.
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
      if (!(error instanceof ScheduleAlreadyRunning)) throw error; // another was quicker: look whose it is
    }
  }
}

/** The epoch of the database as it was last told to this namespace; null where it never was. */
export async function epochOutside({ schedule }: { schedule: Pick<Schedules, 'getHandle'> }): Promise<number | null> {
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
 * Writes the epoch down where no restore of the database reaches it: as the argument of what the claim never starts. A namespace that nobody
 * has claimed any more is told with the next round.
 */
export async function tellEpoch({ schedule }: Client, epoch: number): Promise<void> {
  try {
    await schedule.getHandle(claimId).update((known) => ({ ...known, action: { ...known.action, args: [epoch] } }));
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}

/** How long a client relies on what it saw. */
const trustedMs = 5_000;

/**
 * Lets a client start and signal nothing in a namespace of another installation, and look whose it is every few seconds at most.
 *
 * @param installation read when it is first needed
 */
export function onlyOwn(
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
