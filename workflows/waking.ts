import { defineSignal, setHandler } from '@temporalio/workflow';
import { messages } from '../temporal/names.ts';

/** There may be work: rows were committed for the actor, or somebody wants it to look now. */
const woken = defineSignal(messages.woken);
/** What kept the actor from its work has been mended. */
const mended = defineSignal(messages.mended);

/** Whether an actor was told that there may be something to do, since it set this to false. */
export class Waking {
  isWoken = false;

  constructor() {
    setHandler(woken, () => void (this.isWoken = true));
    setHandler(mended, () => void (this.isWoken = true));
  }
}
