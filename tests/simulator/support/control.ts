import type { Simulator } from '../../../simulator/index.ts';

/** Asks the control API and gives the status and the JSON of its answer. */
export async function control(
  { controlPort }: Simulator,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: unknown }> {
  const response = await fetch(`http://127.0.0.1:${controlPort}${path}`, {
    method,
    headers: { connection: 'close' }, // the server may close a kept connection just when it is used again
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json() };
}
