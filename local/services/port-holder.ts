import { command } from '../../machine/command.ts';

const askForMs = 5000;

/** The program that listens on a port, as `node (processo 123)`; `undefined` where the system does not say, or is another user's. */
export async function portHolder(port: number): Promise<string | undefined> {
  return (await byLsof(port)) ?? (await bySs(port));
}

/** On macOS, and where it is installed: `p123`, then `cnode`. */
async function byLsof(port: number): Promise<string | undefined> {
  const said = await asked('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']);
  return inWords(/^c(.+)$/m.exec(said)?.[1], /^p(\d+)$/m.exec(said)?.[1]);
}

/** On Linux: `users:(("node",pid=123,fd=20))`. */
async function bySs(port: number): Promise<string | undefined> {
  const said = await asked('ss', ['-Hltnp', `sport = :${port}`]);
  const [, name, pid] = /\(\("([^"]+)",pid=(\d+)/.exec(said) ?? [];
  return inWords(name, pid);
}

function inWords(name: string | undefined, pid: string | undefined): string | undefined {
  return name === undefined || pid === undefined ? undefined : `${name} (processo ${pid})`;
}

async function asked(program: string, args: string[]): Promise<string> {
  return command(program, args, { timeoutMs: askForMs }).catch(() => '');
}
