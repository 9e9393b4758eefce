import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type A1Certificate, type CertificateOrder, issueA1 } from '../../../simulator/certificates/a1.ts';
import { openAuthority } from '../../../simulator/certificates/authority.ts';
import type { Simulator, SimulatorOptions } from '../../../simulator/index.ts';
import { simulatorSettings } from '../../../simulator/settings.ts';
import { startSparingly } from '../../support/servers/sparing-authority.ts';
import { issueFromNowOn } from './note.ts';

/** A simulator with a folder of its own. `restart` closes it and starts another on the same folder. */
export type Started = {
  simulator: Simulator;
  restart(): Promise<Simulator>;
  stop(): Promise<void>;
};

export async function start(options: Partial<SimulatorOptions> = {}): Promise<Started> {
  issueFromNowOn();
  const state = await mkdtemp(join(tmpdir(), 'simulator-'));
  const open = (): Promise<Simulator> => startSparingly({ state, schemas: simulatorSettings().schemas, ...options });
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

/** An A1 certificate below an authority that the simulator does not know. */
export async function foreignCertificate(order: CertificateOrder): Promise<A1Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'simulator-elsewhere-'));
  try {
    return await issueA1(await openAuthority(folder, []), order);
  } finally {
    await rm(folder, { recursive: true });
  }
}
