import { ended, type Service } from './service.ts';

/** The services of a run, in the order in which they were started. */
export type ServiceTiers = {
  /** Starts a tier: the services that `start` adds, which do not need one another and are stopped together. */
  next<T>(start: () => Promise<T>): Promise<T>;
  /** Adds a service to the tier that is being started. */
  add<T extends Service>(service: T): T;
  /** All that were added and not stopped yet. */
  services(): Service[];
  /** Rejects when a service ends by itself, naming it with its last lines. */
  broken(): Promise<never>;
  /** Stops all, the last tier first. */
  stop(): Promise<void>;
};

export function serviceTiers(): ServiceTiers {
  const tiers: Service[][] = [];
  let stopping = false;
  return {
    next(start) {
      tiers.push([]);
      return start();
    },
    add(service) {
      tiers.at(-1)?.push(service);
      return service;
    },
    services: () => tiers.flat(),
    broken: () =>
      new Promise((_, reject) => {
        for (const service of tiers.flat()) {
          void service.exited.then((how) => stopping || reject(ended(service, `terminou sozinho (${how})`)));
        }
      }),
    async stop() {
      stopping = true;
      for (const tier of tiers.splice(0).reverse()) await Promise.all(tier.map((service) => service.stop()));
    },
  };
}

/**
 * The results of all. Unlike `Promise.all` it waits for the rest when one fails: services that started meanwhile must be
 * known, so that they are stopped.
 */
export async function allStarted<T extends readonly unknown[] | []>(
  starting: T,
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> {
  await Promise.allSettled(starting);
  return Promise.all(starting);
}
