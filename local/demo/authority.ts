import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { z } from 'zod';

const answerWithinMs = 10_000;
const registeredWithinMs = 30_000;
const pollMs = 20;
/** Longer than a scene waits for anything. */
const neverMs = 120_000;

const taken = z.array(z.object({ sequence: z.number(), chNFe: z.string().nullable(), cStat: z.number().nullable() }));
const registered = z.array(z.object({ tpEvento: z.string() }));

/**
 * What a scene does with the simulated authority by its control API: the line to the service of consumer notes, and its answers.
 *
 * @param control where that API answers
 */
export function authority(control: string) {
  const ask = async (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object): Promise<unknown> => {
    const answer = await request(`${control}${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`o simulador respondeu ${answer.statusCode} a ${path}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const notes = async () => taken.parse(await ask('GET', '/exchanges?service=NfeAutorizacao&model=65'));
  const line = (to: 'OPEN' | 'REFUSED') => ask('PUT', '/lines/SP', { line: to, model: '65' });

  return {
    /** Cuts the line to the authority of São Paulo, for consumer notes. */
    cut: () => line('REFUSED'),
    mend: () => line('OPEN'),
    /** Registers what comes next and keeps the answer back; what it took, once there is something. */
    async keepAnswersBack(): Promise<{ taken: () => Promise<string>; end: () => Promise<unknown> }> {
      const before = (await notes()).at(-1)?.sequence ?? 0;
      await ask('PUT', '/scenario', { latencyMs: neverMs, service: 'NfeAutorizacao' });
      return {
        end: () => ask('DELETE', '/scenario'),
        async taken() {
          const deadline = Date.now() + registeredWithinMs;
          for (;;) {
            const found = (await notes()).find(({ sequence, cStat }) => sequence > before && cStat !== null);
            if (found?.chNFe) return found.chNFe;
            if (Date.now() > deadline) throw new Error('a nota não chegou à autoridade em 30 s');
            await setTimeout(pollMs);
          }
        },
      };
    },
    /** The codes of the events that it registered on a note. */
    eventsOn: async (accessKey: string): Promise<string[]> =>
      registered.parse(await ask('GET', `/documents/${accessKey}/events`)).map(({ tpEvento }) => tpEvento),
  };
}
