import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Simulator, SimulatorOptions } from '../../../simulator/index.ts';
import { startSimulator } from '../../../simulator/index.ts';
import { simulatorSettings } from '../../../simulator/settings.ts';
import { issueFromNowOn } from './note.ts';

/** A simulator with a folder of its own. `restart` closes it and opens another on the same folder. */
export type Started = {
  simulator: Simulator;
  restart(): Promise<Simulator>;
  stop(): Promise<void>;
};

export async function start(options: Partial<SimulatorOptions> = {}): Promise<Started> {
  issueFromNowOn();
  const state = await mkdtemp(join(tmpdir(), 'simulator-'));
  const open = (): Promise<Simulator> => startSimulator({ state, schemas: simulatorSettings().schemas, ...options });
  const started: Started = {
    simulator: await open(),
    async restart() {
      await started.simulator.close();
      started.simulator = await open();
      return started.simulator;
    },
    async stop() {
      await started.simulator.close();
      await rm(state, { recursive: true });
    },
  };
  return started;
}
