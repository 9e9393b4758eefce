import { delimiter } from 'node:path';
import type { Command } from 'commander';
import { packsInForce } from '../../adapters/schemas/packs.ts';
import { rootSchemaOf, schemaFamilies } from '../../domain/document-types.ts';
import { brasiliaDay } from '../../domain/fiscal-time.ts';
import { installedPacks, sourceBounds } from '../schemas/packs.ts';
import type { Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { textTable } from '../terminal/output.ts';

type Addition = { id: string; validFrom: string; family: string; to?: string };

const addHelp = `
A origem tem, numa mesma pasta, o esquema principal da família (${rootSchemaOf.nfe} ou ${rootSchemaOf.nfse}) e os que ele
inclui. Ele é compilado antes de o pacote ser instalado, mesmo que a data ainda esteja longe. Links simbólicos, nomes que
saem da pasta e mais de ${sourceBounds} são recusados [invalid_schema_pack].`;

/** `lavra schemas list|add` */
export function schemaCommands(schemas: Command, shell: Shell): void {
  leaf(schemas, 'list', 'Lista os pacotes de LAVRA_SCHEMAS e quais estão em vigor').action(
    shell.does(async (session) => {
      const packs = installedPacks(session.env());
      const today = brasiliaDay(new Date());
      const data = packs.map((pack) => {
        const inForce = schemaFamilies.filter((family) => packsInForce([pack], family, today).length > 0);
        return { ...pack, inForce };
      });
      const rows = data.map(({ id, validFrom, validUntil, families, inForce, folder }) => ({
        Id: id,
        'Vale desde': validFrom,
        'Vale até': validUntil ?? '-',
        Famílias: families.join(' '),
        'Em vigor': inForce.join(' ') || 'não',
        Pasta: folder,
      }));
      return { data, text: textTable(rows, 'Nenhum pacote: LAVRA_SCHEMAS está vazio.') };
    }),
  );
  leaf(schemas, 'add <origem>', 'Instala um pacote oficial (zip ou pasta), para valer a partir de uma data')
    .requiredOption('--id <nome>', 'nome do pacote, como PL_011_v1.00')
    .requiredOption('--valid-from <data>', 'primeiro dia em que vale, AAAA-MM-DD')
    .option('--family <família>', 'nfe (padrão) ou nfse', 'nfe')
    .option('--to <pasta>', 'onde os pacotes ficam (padrão: a pasta de cache do usuário)')
    .addHelpText('after', addHelp)
    .action(
      shell.does(async (session, from: string, options: Addition) => {
        const { addPack } = await import('../schemas/add-pack.ts'); // loaded here because it brings the schema compiler
        const { folder, files } = await addPack(from, options);
        const setting = [session.env().schemas, folder].filter(Boolean).join(delimiter);
        const text = `Pacote ${options.id} instalado (${files} arquivos). Ponha-o na configuração da API e dos workers:\nLAVRA_SCHEMAS=${setting}`;
        return { data: { id: options.id, folder, files, setting }, text };
      }),
    );
}
