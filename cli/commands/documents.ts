import type { Command } from 'commander';
import { findCompany } from '../../operations/provisioning.ts';
import { documentStory } from '../documents/story.ts';
import type { Shell } from '../shell.ts';
import { group, leaf } from '../terminal/help.ts';

/** `lavra documents show|resolve|retry` */
export function documentCommands(program: Command, shell: Shell): void {
  const documents = group(program, 'documents', 'Documentos que pedem a decisão de uma pessoa');
  leaf(
    documents,
    'show <documento>',
    'Mostra onde um documento (id, chave ou Id da DPS) está e o que foi dito à SEFAZ ou à SEFIN sobre ele',
  ).action(
    shell.does(async (session, reference: string) => {
      const data = await documentStory(session, reference);
      return { data, text: JSON.stringify(data, null, 2) };
    }),
  );
  leaf(
    documents,
    'resolve <documento>',
    'Decide por uma emissão parada (id ou chave): adotar a nota que a SEFAZ ou a SEFIN tem, ou rejeitar',
  )
    .option('--adopt <chave>', 'adota a nota autorizada que a SEFAZ ou a SEFIN tem com esta chave de acesso')
    .option('--reject', 'encerra a tentativa como rejeitada')
    .action(
      shell.does(async (session, reference: string, options: { adopt?: string; reject?: true }) => {
        const { decide } = await import('../documents/resolve.ts'); // brings the Temporal client
        const decision = await decide(session, reference, options);
        return { data: decision, text: `Decisão entregue à emissão ${decision.documentId}/${decision.attempt}.` };
      }),
    );
  leaf(
    documents,
    'retry',
    'Diz às emissões e aos eventos de uma empresa que o problema foi corrigido: tentam já, sem esperar a hora',
  )
    .requiredOption('--company <cnpj ou id>', 'empresa cujo certificado, rede ou confiança foi corrigido')
    .action(
      shell.does(async (session, options: { company: string }) => {
        const { wakeWaiting } = await import('../documents/retry.ts'); // brings the Temporal client
        const { id } = await findCompany(await session.orm(), options.company);
        const woken = await wakeWaiting(session, id);
        return { data: { woken }, text: `${woken} em espera avisado(s).` };
      }),
    );
}
