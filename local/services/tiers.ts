import { serviceFailure, type RunningService } from './service.ts';

/** The services of a run, in tiers, in the order in which they were started. */
export type ServiceTiers = {
  /** Starts a tier: `start` adds its services, which do not need one another and are stopped together. */
  next<T>(start: () => Promise<T>): Promise<T>;
  /** Starts a service in the present tier; `start` is called again where the service ends by itself. */
  add<T extends RunningService>(start: () => Promise<T>): Promise<T>;
  /** All services that run, or are being started again. */
  services(): RunningService[];
  /**
   * Starts each service that ends by itself again, up to three times a minute. Rejects where a service ends more often or does not come up: with
   * one sentence, and with its last lines where they are in no file.
   */
  keepUp(told: KeepUpOptions): Promise<never>;
  /** Stops all services, the last tier first. */
  stop(): Promise<void>;
};

export type KeepUpOptions = {
  log: (line: string) => void;
  /** Called when another process has replaced one that ended. */
  changed?: () => Promise<void>;
};

type KeptService = { service: RunningService; start: () => Promise<RunningService> };

const mostRestarts = 3;
const withinMs = 60_000;

export function serviceTiers(): ServiceTiers {
  const tiers: KeptService[][] = [];
  let stopping = false;
  return {
    next(start) {
      tiers.push([]);
      return start();
    },
    async add(start) {
      const tier = tiers.at(-1);
      const service = await start();
      tier?.push({ service, start });
      return service;
    },
    services: () => tiers.flat().map(({ service }) => service),
    keepUp: (told) =>
      new Promise((_, reject) => {
        for (const kept of tiers.flat()) keepOneUp(kept, () => stopping, told).catch(reject);
      }),
    async stop() {
      stopping = true;
      for (const tier of tiers.splice(0).reverse()) await Promise.all(tier.map(({ service }) => service.stop()));
    },
  };
}

/** Keeps one service running until everything is stopped. */
async function keepOneUp(kept: KeptService, isStopping: () => boolean, { log, changed }: KeepUpOptions): Promise<void> {
  const deaths: number[] = [];
  for (;;) {
    const how = await kept.service.exited;
    if (isStopping()) return;
    const now = Date.now();
    deaths.push(now);
    const recent = deaths.filter((at) => now - at < withinMs).length;
    if (recent > mostRestarts) throw gaveUp(kept.service, `terminou sozinho ${recent} vezes em um minuto (${how})`);
    log(`${kept.service.name} terminou sozinho (${how}): iniciando de novo.`);
    try {
      kept.service = await kept.start();
    } catch (error) {
      if (isStopping()) return;
      throw error;
    }
    if (isStopping()) return kept.service.stop();
    await changed?.();
  }
}

function gaveUp(service: RunningService, what: string): Error {
  if (service.log === undefined) return serviceFailure(service, what);
  return new Error(`${service.name} ${what}. O motivo está no fim de ${service.log}.`);
}

/**
 * The results of all promises. Unlike `Promise.all` it waits for the others when one fails: services that were started meanwhile have to be known
 * in order to be stopped.
 */
export async function allStarted<T extends readonly unknown[] | []>(
  starting: T,
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> {
  await Promise.allSettled(starting);
  return Promise.all(starting);
}
