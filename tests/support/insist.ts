import { until } from './until.ts';

/** Makes a call that may be repeated until it is taken: a busy Temporal may need longer than a request waits for it (three seconds). */
export async function insist(call: () => Promise<unknown>): Promise<void> {
  await until('Temporal takes the call', async () => {
    await call();
    return true;
  });
}
