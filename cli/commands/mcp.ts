import type { Command } from 'commander';
import { readCaller } from '../../config/env.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Shell } from '../session.ts';

const help = `
Um assistente fala por entrada e saída padrão (stdio). A chave fica no ambiente, nunca na linha de comando:

  LAVRA_KEY=ck_… LAVRA_URL=https://lavra.exemplo.com.br lavra mcp

Na configuração do assistente:
  { "mcpServers": { "lavra": { "command": "lavra", "args": ["mcp"], "env": { "LAVRA_KEY": "ck_…", "LAVRA_URL": "http://127.0.0.1:3000" } } } }

O assistente pode o que a chave pode. Emitir e cancelar pedem a confirmação que uma prévia deu. Com a chave de um escritório
(ok_…), diga de qual empresa: --company <id>.`;

type Options = { url?: string; company?: string };

/** `lavra mcp` */
export function mcpCommand(mcp: Command, shell: Shell): void {
  mcp
    .option('--url <endereço>', 'da API (padrão: LAVRA_URL, ou http://127.0.0.1:3000)')
    .option('--company <id>', 'com a chave de um escritório: a empresa da carteira')
    .addHelpText('after', help)
    .action(
      shell.speaks(async (_session, { url, company }: Options) => {
        const { apiKey, url: address } = readCaller();
        if (!apiKey)
          throw new CommandRefused('invalid_settings', 'Falta a chave de API: defina LAVRA_KEY no ambiente.');
        if (apiKey.startsWith('ok_') && company === undefined)
          throw new CommandRefused(
            'invalid_input',
            'Esta chave é de um escritório: diga a empresa com --company <id>.',
          );
        const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
        const { lavraMcp } = await import('../mcp/server.ts');
        const server = lavraMcp({ url: url ?? address, apiKey, companyId: company });
        const ended = new Promise<void>((resolve) => {
          server.server.onclose = resolve;
          shell.stdin.once('end', resolve);
        });
        await server.connect(new StdioServerTransport(shell.stdin, shell.stdout));
        await ended;
        await server.close();
      }),
    );
}
