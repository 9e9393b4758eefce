import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../../simulator/index.ts';
import { openSchemas, type Schemas } from '../../../simulator/xml/schemas.ts';
import { keyInTurn } from '../samples/keys.ts';

/**
 * Starts an authority that shares with others what takes processor time and is not its state. Its own keys and certificates are those of
 * the first authority of the run (half a second of a core), unless its folder has some; the certificates that it issues use the run's keys
 * in turn, and their files are opened by a password in one round instead of 2048, which takes both sides a tenth of a second; schemas are
 * compiled once.
 */
export async function startSparingly(options: SimulatorOptions): Promise<Simulator> {
  const made = join(dirname(process.env.TEST_PORTS!), 'authority');
  if (existsSync(made)) copyKeys(made, options.state);
  const simulator = await startSimulator({
    issuing: { newKey: async () => keyInTurn(), passwordRounds: 1 },
    ...options,
    schemas: openedOnce(options.schemas),
  });
  if (!existsSync(made)) keep(options.state, made);
  return simulator;
}

const opened = new Map<string, Schemas>();

/** The schemas of a folder, shared by all authorities of this process: compiling those of notes takes a fifth of a second. */
function openedOnce(given: SimulatorOptions['schemas']): Schemas {
  if ('faultOf' in given) return given;
  const name = given.join(delimiter);
  const schemas = opened.get(name) ?? openSchemas(given, new Date());
  opened.set(name, schemas);
  return schemas;
}

/**
 * Keeps an authority's keys and certificates for later ones. Their folder is renamed when it is complete, so that another process never reads
 * half of it; of two processes that are first at once, one wins.
 */
function keep(state: string, made: string): void {
  const part = `${made}.${process.pid}`;
  copyKeys(state, part);
  try {
    renameSync(part, made);
  } catch (error) {
    if (!existsSync(made)) throw error;
  }
}

function copyKeys(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  if (keysIn(to).length > 0) return;
  for (const name of keysIn(from)) copyFileSync(join(from, name), join(to, name));
}

const keysIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.pem'));
