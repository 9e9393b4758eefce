import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Company } from '../domain/companies/company.entity.ts';
import type { CompanyInput } from '../domain/companies/settings-schema.ts';
import { message } from '../machine/command.ts';
import { untilAskedToEnd } from '../machine/signals.ts';
import { buyerErp } from './demo/buyer-erp.ts';
import { erp } from './demo/erp.ts';
import { openCompany } from './demo/provision.ts';
import { scenes } from './demo/scenes.ts';
import { type WebhookReceiver, webhookReceiver } from './demo/webhook-receiver.ts';
import { freePorts } from './services/ports.ts';
import { localSettings } from './settings.ts';
import { simulatorCa } from './simulator.ts';
import { type Stack, startStack } from './stack.ts';
import { type LocalState, localState } from './state.ts';

type SceneName = keyof typeof scenes;

/** Scenes after which everything keeps running, so that people can look at the result. */
const staying: readonly SceneName[] = ['panel'];

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const progress = (what: string): void => print(`           … ${what}`);

/** `npm run demo`: brings everything up on free ports, plays scenes, one after the other, as an ERP would, and takes everything down again. */
async function main(): Promise<void> {
  const chosen = asked(process.argv.slice(2));
  const settings = localSettings();
  const ports = await freePorts(settings.ports);
  const step = stopwatch(print);
  // An outage in a scene lasts for seconds only, so that the service's status is asked for often.
  const inherited = { LAVRA_STATUS_PACE_SECONDS: '2', ...settings.inherited };
  const home = join(settings.home, 'demo');
  const stack = await startStack({ ...settings, inherited, ports, home }, print);
  step('tudo no ar: PostgreSQL, Temporal, autoridade simulada, API e worker, com as empresas e seus certificados');
  const receiver = await webhookReceiver();
  try {
    const asked = untilAskedToEnd(settings.underNpm);
    const interrupted = asked.then(() => Promise.reject(new Error('interrompida')));
    const state = localState(home);
    for (const scene of chosen) {
      await Promise.race([play(scene, stack, { receiver, step, state }), stack.broken, interrupted]);
    }
    if (chosen.some((scene) => staying.includes(scene))) {
      print('O painel fica no ar até Ctrl+C.');
      await Promise.race([asked, stack.broken]);
    }
  } finally {
    await receiver.close();
    await stack.stop();
    step('tudo encerrado');
  }
}

async function play(
  scene: SceneName,
  { running, database }: Stack,
  { receiver, step, state }: { receiver: WebhookReceiver; step: (what: string) => void; state: LocalState },
): Promise<void> {
  const client = erp(running.api, running.companyKey);
  const buyer = buyerErp(running.api, running.buyerKey);
  const kept = new Map<string, Buffer | string>();
  const keep = async (name: string, content: Buffer | string): Promise<void> => void kept.set(name, content);
  const { api, mail, simulator: control, officeKey } = running;
  const authority = { control, ca: await simulatorCa(control), dialled: `127.0.0.1:${running.ports.simulator}` };
  const opening = (form: CompanyInput): Promise<Company> => openCompany(database, { state, authority, form });
  const panel = new URL(running.panel).origin;
  const part = { client, buyer, api, control, mail, database, panel, officeKey, openCompany: opening };
  await scenes[scene]({ ...part, receiver, step, progress, keep });
  if (kept.size === 0) return;
  const folder = resolve('lavra-demo', scene);
  // The files of an earlier run do not belong to this run's webhook.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, content] of kept) await writeFile(join(folder, name), content);
  step(`arquivos em ${folder}`);
}

function asked(words: string[]): SceneName[] {
  const names = Object.keys(scenes) as SceneName[];
  const isScene = (word: string): word is SceneName => names.some((name) => name === word);
  const odd = words.find((word) => !isScene(word));
  if (odd !== undefined) {
    throw new Error(
      `não há a cena "${odd}": use npm run demo -- ${names.join(' | ')} (sem nada, sale; várias, em ordem)`,
    );
  }
  return words.length > 0 ? words.filter(isScene) : ['sale'];
}

/** Prints each step with the seconds that it took, as `  0,42 s  venda enviada`. */
function stopwatch(log: (line: string) => void): (what: string) => void {
  let last = performance.now();
  return (what) => {
    const now = performance.now();
    const seconds = ((now - last) / 1000).toFixed(2).replace('.', ',');
    last = now;
    log(`${seconds.padStart(7)} s  ${what}`);
  };
}

main().then(
  () => {
    print('Pronto. Para manter tudo no ar e usar a API: npm start');
    process.exit(0);
  },
  (error: unknown) => {
    process.stderr.write(`A demonstração falhou: ${message(error)}\n`);
    process.exit(1);
  },
);
