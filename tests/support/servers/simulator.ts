import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endWithParent } from '../../../local/services/program.ts';

/** A simulated authority in a process of its own, as users run it. */
export type Authority = {
  port: number;
  caPem: string;
  /** Calls the control API. */
  control<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer>;
  /** An A1 certificate below its CA. */
  certificate(order: { taxId: string; name: string; password: string; notAfter?: string }): Promise<Buffer>;
  stop(): Promise<void>;
};

const main = fileURLToPath(new URL('../../../simulator/main.ts', import.meta.url));

/** Starts it on free ports over the state folder, which survives a restart; `options` are those of its command line. */
export async function startAuthority(state: string, schemas: string, options: string[] = []): Promise<Authority> {
  const args = [
    '--import',
    endWithParent,
    main,
    '--port',
    '0',
    '--control-port',
    '0',
    '--state',
    state,
    '--schemas',
    schemas,
    ...options,
  ];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([first]) => first as string),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the simulated authority ended with ${String(code)} before it answered`);
    }),
  ]);
  const [, port, controlPort] = /localhost:(\d+).*localhost:(\d+)/.exec(line) ?? [];
  const base = `http://127.0.0.1:${controlPort}`;

  async function control<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    // The server may close a kept connection just when it is used again.
    const headers = { 'content-type': 'application/json', connection: 'close' };
    const answer = await fetch(`${base}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? null : JSON.parse(text)) as Answer;
  }
  return {
    port: Number(port),
    caPem: await (await fetch(`${base}/ca.pem`)).text(),
    control,
    certificate: async (order) => {
      const { pfx } = await control<{ pfx: string }>('POST', '/certificates', order);
      return Buffer.from(pfx, 'base64');
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
