import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

/** How a run of the command ended, with what it printed. */
export type Ended = { code: number; out: string; err: string };

/** Runs `lavra` as a process of its own, with these settings and nothing else of ours. */
export async function lavra(args: string[], settings: Record<string, string>, input = ''): Promise<Ended> {
  const child = spawn(process.execPath, [main, ...args], {
    env: { HOME: homedir(), PATH: '/usr/local/bin:/usr/bin:/bin', ...settings },
  });
  child.stdin.end(input);
  const exited = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, out, err };
}

/** The same with --json: what it answered, or the error it told. */
export async function lavraJson(args: string[], settings: Record<string, string>, input = '') {
  const { code, out, err } = await lavra([...args, '--json'], settings, input);
  const read = (json: string): unknown => (json.trim() === '' ? null : JSON.parse(json));
  return { code, answer: read(out), error: read(err) };
}

/** A company's form that is right in every field. */
export const companyForm = {
  taxId: '11.222.333/0001-81',
  name: 'Loja de Teste Ltda',
  stateRegistration: '110.042.490.114',
  taxRegime: 'SIMPLES',
  address: {
    street: 'Rua A',
    number: '1',
    neighborhood: 'Centro',
    municipalityCode: '3550308',
    city: 'São Paulo',
    state: 'SP',
    zipCode: '01310-100',
  },
  taxDefaults: { cfop: '5102', icmsSituation: '102' },
};
