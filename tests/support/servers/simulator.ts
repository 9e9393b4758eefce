import { fork } from 'node:child_process';
import type { HostCommand, CommandResult } from './authority-host.ts';

/** A simulated authority on ports of its own, in a process beside the test's. */
export type Authority = {
  port: number;
  caPem: string;
  /** Calls the control API. */
  control<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Issues an A1 certificate below its CA. */
  certificate(order: { taxId: string; name: string; password: string; notAfter?: string }): Promise<Buffer>;
  stop(): Promise<void>;
};

/** Starts an authority over the state folder, which survives a restart. */
export async function startAuthority(
  state: string,
  schemas: string,
  options: { distributionWaitSeconds?: number } = {},
): Promise<Authority> {
  const { started } = await ask({ start: { state, schemas, ...options } });
  const { port, controlPort, caPem } = started!;
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
    port,
    caPem,
    control,
    certificate: async (order) => {
      const { pfx } = await control<{ pfx: string }>('POST', '/certificates', order);
      return Buffer.from(pfx, 'base64');
    },
    async stop() {
      await ask({ stop: port });
    },
  };
}

type Ask = (order: HostCommand) => Promise<CommandResult>;

/** Sends orders to the program that runs the authorities of all test files of this process; it ends with the process. */
let asking: Ask | undefined;

const ask: Ask = (order) => (asking ??= startHost())(order);

function startHost(): Ask {
  const program = new URL('authority-host.ts', import.meta.url);
  const host = fork(program, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  host.unref();
  host.channel?.unref();
  const waiting: PromiseWithResolvers<CommandResult>[] = [];
  host.on('message', (outcome: CommandResult) => {
    if (outcome.error === undefined) waiting[outcome.number]?.resolve(outcome);
    else waiting[outcome.number]?.reject(new Error(`the simulated authority: ${outcome.error}`));
  });
  host.once('exit', (code, signal) => {
    asking = undefined;
    const reason = new Error(`the program of the simulated authorities ended with ${String(code ?? signal)}`);
    for (const each of waiting) each.reject(reason); // promises that were settled before are not changed by this
  });
  return (order) => {
    const answered = Promise.withResolvers<CommandResult>();
    host.send({ number: waiting.push(answered) - 1, ...order });
    return answered.promise;
  };
}
