import { z } from 'zod';
import type { SimulatedRule, SimulatorControl } from '../domain/simulated-authority.ts';

const rules = z.array(z.custom<SimulatedRule>((value) => typeof value === 'object' && value !== null));

const withinMs = 3_000;

/**
 * Sets the scenario of a simulator through its control API.
 *
 * @throws Error where it does not answer
 */
export function simulatorControl(url: string): SimulatorControl {
  const address = new URL('/scenario', url);
  const ask = (method: string, body?: unknown): Promise<Response> =>
    fetch(address, {
      method,
      signal: AbortSignal.timeout(withinMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  const current = async (): Promise<SimulatedRule[]> => rules.parse(await (await ask('GET')).json());
  return {
    rules: current,
    async add(rule) {
      const { ok } = await ask('PUT', [...(await current()), rule]);
      return ok;
    },
    async clear() {
      await ask('DELETE');
    },
  };
}
