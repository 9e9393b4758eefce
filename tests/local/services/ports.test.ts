import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { assertFree } from '../../../local/services/ports.ts';
import { localSettings } from '../../../local/settings.ts';
import { ownLocalPorts } from '../own-local-ports.ts';

test('a busy port is named with the setting that chooses another', async () => {
  const ports = await ownLocalPorts();
  const squatter = createServer().listen(ports.api.port, '127.0.0.1');
  await once(squatter, 'listening');
  await expect(assertFree(Object.values(ports))).rejects.toThrow(
    `A porta ${ports.api.port} está ocupada: escolha outra com LAVRA_API_PORT.`,
  );
  await once(squatter.close(), 'close');
  await assertFree(Object.values(ports));
});

test('a port that is not a number is refused before anything starts', () => {
  expect(() => localSettings({ LAVRA_API_PORT: 'http' })).toThrow('"http" não é uma porta TCP');
});
