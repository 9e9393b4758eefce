import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { ended, type Service } from './service.ts';

const pollMs = 50;

/**
 * Waits until `check` says yes; a service that does not get there is stopped.
 *
 * @throws Error with the service's last lines when it ends before, or when it takes longer than `withinMs`.
 */
export async function untilReady(service: Service, check: () => Promise<boolean>, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await check())) {
    if (service.hasExited()) throw ended(service, `terminou antes de responder (${await service.exited})`);
    if (Date.now() > deadline) {
      await service.stop();
      throw ended(service, `não respondeu em ${withinMs / 1000} s`);
    }
    await setTimeout(pollMs);
  }
}

/** Whether an address answers a GET with 2xx. */
export async function answersOk(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(2000) });
    await body.dump();
    return statusCode >= 200 && statusCode < 300;
  } catch {
    return false;
  }
}
