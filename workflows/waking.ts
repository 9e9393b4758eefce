import { defineSignal, setHandler } from '@temporalio/workflow';
import { messages } from '../temporal/names.ts';

/** Says that there may be work: rows were committed for the actor, or somebody wants it to look now. */
const woken = defineSignal(messages.woken);
/** Says that what kept the actor from its work has been mended. */
const mended = defineSignal(messages.mended);

/** Remembers whether a signal came since the actor last set `isWoken` to false. */
export class Waking {
  isWoken = false;

  constructor() {
    setHandler(woken, () => void (this.isWoken = true));
    setHandler(mended, () => void (this.isWoken = true));
  }
}
