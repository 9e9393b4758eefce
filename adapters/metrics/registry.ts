import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** A registry of one process, with what Node itself costs (`process_`, `nodejs_`) and which version runs. */
export function createRegistry({ process, version }: { process: 'api' | 'worker'; version: string }): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const info = new Gauge({
    name: 'lavra_build_info',
    help: 'Which version of Lavra this process runs; always 1.',
    labelNames: ['process', 'version'],
    registers: [registry],
  });
  info.set({ process, version }, 1);
  return registry;
}
