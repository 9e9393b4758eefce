import { until } from './until.ts';

/** Repeats a call until it succeeds: a busy Temporal may need longer than the three seconds that a request waits for it. */
export async function insist(call: () => Promise<unknown>): Promise<void> {
  await until('Temporal takes the call', async () => {
    await call();
    return true;
  });
}
