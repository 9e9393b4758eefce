import { condition, setCurrentDetails, sleep } from '@temporalio/workflow';
import { pauseSeconds } from '../domain/emission/pauses.ts';
import type { Progress } from '../domain/emission/progress.ts';

type Waiting = Extract<Progress<never>, { kind: 'wait' | 'waitUntil' | 'mend' }>;

/** The waits of one run: shows each reason in Temporal's UI and waits longer the more often the same one comes back. */
export class Patience {
  private last: string | null = null;
  private times = 0;

  /** Waits for what `progress` says, or until `interrupted` (a signal) where somebody may end the wait. */
  async wait(progress: Waiting, interrupted: () => boolean): Promise<void> {
    const seconds = this.secondsOf(progress);
    setCurrentDetails(`**Aguardando:** ${progress.reason}`);
    if (progress.kind === 'mend') await condition(interrupted, seconds * 1000);
    else await sleep(seconds * 1000, { summary: progress.reason.slice(0, 200) });
    setCurrentDetails('Em andamento');
  }

  private secondsOf(progress: Waiting): number {
    switch (progress.kind) {
      case 'wait':
        this.times = this.last === progress.pause ? this.times + 1 : 0;
        this.last = progress.pause;
        return pauseSeconds(progress.pause, this.times);
      case 'waitUntil':
        return Math.max(1, Math.ceil((progress.untilMs - Date.now()) / 1000));
      case 'mend':
        return 3_600;
    }
  }
}
