import { setTimeout } from 'node:timers/promises';
import type { Service } from './service.ts';

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

/** What to tell of a service that failed: its name, what happened, its last words. */
export function ended(service: Service, what: string): Error {
  const lines = service.lastLines().map((line) => `    ${line}`);
  return new Error([`${service.name} ${what}. Últimas linhas:`, ...lines].join('\n'));
}
