import { Context } from '@temporalio/activity';

/** Beats while `work` runs, so that a dead worker is noticed in seconds. */
export async function alive<Result>(work: () => Promise<Result>): Promise<Result> {
  const context = Context.current();
  const beat = setInterval(() => context.heartbeat(), 2_000);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}
