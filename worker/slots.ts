import type { CustomSlotSupplier, SlotPermit, WorkflowSlotInfo } from '@temporalio/worker';
import type { TurnsUnderWay } from '../activities/conversation/turns-under-way.ts';

/** The most workflow tasks of a queue that a process has open, however many of them wait. */
const mostOpen = 100;

/**
 * The slots for workflow tasks of one queue: as many as steps that the cores can carry, and one more for each whose first turn waits for an
 * authority. With fewer, a slow authority would hold up every other note; with more, workflows that only wait for a step would keep Temporal
 * busy, which then lets the starts of new ones wait.
 */
export class WorkflowTaskSlots implements CustomSlotSupplier<WorkflowSlotInfo> {
  readonly type = 'custom';
  private given = 0;
  private readonly queueing = new Set<() => void>();
  private readonly atOnce: number;
  private readonly waiting: () => number;

  constructor(turns: Pick<TurnsUnderWay, 'waitingOn' | 'whenOneWaits'>, taskQueue: string, atOnce: number) {
    this.atOnce = atOnce;
    this.waiting = () => turns.waitingOn(taskQueue);
    turns.whenOneWaits(() => this.letIn());
  }

  tryReserveSlot(): SlotPermit | null {
    if (this.given >= Math.min(mostOpen, this.atOnce + this.waiting())) return null;
    this.given += 1;
    return {};
  }

  reserveSlot(_context: unknown, abortSignal: AbortSignal): Promise<SlotPermit> {
    const { promise, resolve, reject } = Promise.withResolvers<SlotPermit>();
    const attempt = (): void => {
      const permit = this.tryReserveSlot();
      if (permit) leave(() => resolve(permit));
    };
    const abandon = (): void => leave(() => reject(abortSignal.reason as Error));
    const leave = (settle: () => void): void => {
      this.queueing.delete(attempt);
      abortSignal.removeEventListener('abort', abandon);
      settle();
    };
    this.queueing.add(attempt);
    abortSignal.addEventListener('abort', abandon, { once: true });
    if (abortSignal.aborted) abandon();
    else this.letIn();
    return promise;
  }

  markSlotUsed(): void {}

  releaseSlot(): void {
    this.given -= 1;
    this.letIn();
  }

  /** Lets those in that wait for a slot, the first come first, while there are any. */
  private letIn(): void {
    for (const attempt of this.queueing) attempt();
  }
}
