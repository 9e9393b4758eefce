import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { assertFree, onItsPorts, settledPorts } from '../../../local/services/ports.ts';
import { type LocalPorts, localSettings } from '../../../local/settings.ts';
import { ownLocalPorts } from '../own-local-ports.ts';

const names: (keyof LocalPorts)[] = ['api', 'postgres', 'metrics'];
const lines: string[] = [];
const said = (line: string): void => void lines.push(line);
beforeEach(() => void lines.splice(0));

test('a busy port that was chosen is named with who holds it and the setting that chooses another', async () => {
  const ports = await ownLocalPorts();
  const squatter = await squat(ports.api.port);
  await expect(settledPorts({ ports, strictPorts: false }, names, said)).rejects.toThrow(
    new RegExp(
      `^A porta ${ports.api.port} está ocupada por .+ \\(processo ${process.pid}\\): escolha outra com LAVRA_API_PORT\\.$`,
    ),
  );
  await once(squatter.close(), 'close');
  expect(await settledPorts({ ports, strictPorts: false }, names, said)).toEqual(ports);
});

test('a usual port that is busy moves to a free one, which one line says; strictly, it is refused', async () => {
  const chosen = await ownLocalPorts();
  const ports = { ...chosen, api: { ...chosen.api, isUsual: true } };
  const squatter = await squat(ports.api.port);
  const settled = await settledPorts({ ports, strictPorts: false }, names, said);
  expect(settled).toEqual({ ...ports, api: { ...ports.api, port: expect.any(Number) } });
  await assertFree([settled.api]);
  expect(lines).toEqual([
    expect.stringMatching(`^A porta ${ports.api.port} .+ a ${settled.api.port} \\(LAVRA_API_PORT escolhe outra\\)\\.$`),
  ]);
  await expect(settledPorts({ ports, strictPorts: true }, names, said)).rejects.toThrow('LAVRA_API_PORT');
  await once(squatter.close(), 'close');
});

test('a port that another program takes between the look and the start moves on, and a failure of another kind is reported', async () => {
  const chosen = await ownLocalPorts();
  const settings = { ports: { ...chosen, api: { ...chosen.api, isUsual: true } }, strictPorts: false };
  let squatter: Server | undefined;
  const start = async (): Promise<number> => {
    const { port } = settings.ports.api;
    squatter ??= await squat(port);
    return squat(port).then((server) => (server.close(), port));
  };
  const moved = await onItsPorts(settings, ['api'], { start, log: said });
  expect(moved).not.toBe(chosen.api.port);
  expect(settings.ports.api.port).toBe(moved);
  expect(lines).toHaveLength(1);
  if (squatter) await once(squatter.close(), 'close');

  const broken = { start: () => Promise.reject(new Error('no schemas')), log: said };
  await expect(onItsPorts(settings, ['api'], broken)).rejects.toThrow('no schemas');
});

test('a port that is held on all addresses is busy', async () => {
  const { api } = await ownLocalPorts();
  const squatter = await squat(api.port, '0.0.0.0');
  await expect(assertFree([api])).rejects.toThrow(String(api.port));
  await once(squatter.close(), 'close');
});

test('a port that is not a number is refused with its setting before anything starts', () => {
  expect(() => localSettings({ LAVRA_API_PORT: 'http' })).toThrow(
    'LAVRA_API_PORT deve ser uma porta TCP, de 1 a 65535; veio "http".',
  );
});

async function squat(port: number, host = '127.0.0.1'): Promise<Server> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  return server;
}
