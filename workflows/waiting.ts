import { condition, defineSignal, setCurrentDetails, setHandler, sleep } from '@temporalio/workflow';
import { pauseSeconds } from '../domain/conversation/pauses.ts';
import type { Mend, Progress } from '../domain/conversation/progress.ts';
import { messages } from '../temporal/names.ts';

type Waiting = Extract<Progress<never>, { kind: 'wait' | 'waitUntil' | 'mend' }>;

/** What the run waits for has been mended: the wait ends before its hour does. */
const mended = defineSignal(messages.mended);

/** The waits of one run: shows each reason in Temporal's UI and waits longer the more often the same one comes back. */
export class Patience {
  /** What the run waits for, in words; null while it is moving. */
  waitingFor: string | null = null;
  private last: string | null = null;
  private times = 0;
  private isMended = false;

  constructor() {
    setHandler(mended, () => void (this.isMended = true));
  }

  /** Waits for what `progress` says; a wait for a mend also ends with the signal that it was made. */
  async wait(progress: Waiting): Promise<void> {
    const seconds = this.secondsOf(progress);
    this.waitingFor = progress.reason;
    setCurrentDetails(`**Aguardando:** ${progress.reason}`);
    if (progress.kind === 'mend') await condition(() => this.isMended, seconds * 1000);
    else if (seconds > 0) await sleep(seconds * 1000, { summary: progress.reason.slice(0, 200) });
    this.isMended = false;
    this.waitingFor = null;
    setCurrentDetails('Em andamento');
  }

  /** Something was done between two waits: the next one is short again. */
  moved(): void {
    this.last = null;
  }

  /** The result of `work`, which is repeated after each mend until nothing prevents it. */
  async pastFaults<Done>(work: () => Promise<Done | Mend>): Promise<Done> {
    for (;;) {
      const done = await work();
      if (!isMend(done)) return done;
      await this.wait(done);
    }
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

function isMend(done: unknown): done is Mend {
  return typeof done === 'object' && done !== null && 'kind' in done && done.kind === 'mend';
}
