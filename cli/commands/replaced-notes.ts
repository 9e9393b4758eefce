import type { Command } from 'commander';
import { approveGiveUp } from '../../operations/contingency/give-up.ts';
import { findCompany } from '../../operations/provisioning.ts';
import type { Shell } from '../shell.ts';
import { leaf } from '../terminal/help.ts';

const company = ['--company <cnpj ou id>', 'a empresa'] as const;

const giveUpHelp = `
A SEFAZ é consultada mais uma vez antes; se ela tiver a nota, nada é inutilizado.

Exemplo:
  lavra contingency give-up 35261111222333000181650010000000011000000017 --company 11222333000181`;

/** `lavra contingency give-up` */
export function giveUpCommand(contingency: Command, shell: Shell): void {
  leaf(
    contingency,
    'give-up <nota>',
    'Aprova inutilizar o número de uma nota substituída (id ou chave), que a SEFAZ não tem',
  )
    .requiredOption(...company)
    .addHelpText('after', giveUpHelp)
    .action(
      shell.does(async (session, reference: string, options: { company: string }) => {
        const orm = await session.orm();
        const note = await approveGiveUp(orm, await findCompany(orm, options.company), reference);
        const { tellReplacedNote } = await import('../contingency/tell.ts'); // brings the Temporal client
        const isTold = await tellReplacedNote(session, note.id);
        const { id, accessKey, series, number } = note;
        const rest = isTold ? '' : ' Sem execução no Temporal: a reconciliação a inicia em um minuto.';
        return {
          data: { id, accessKey, series, number, told: isTold },
          text: `Inutilização do número ${number} da série ${series} aprovada.${rest}`,
        };
      }),
    );
}

const retryHelp = `
Exemplo:
  lavra contingency retry --company 11222333000181`;

/** `lavra contingency retry` */
export function replacedRetryCommand(contingency: Command, shell: Shell): void {
  leaf(contingency, 'retry', 'Diz às notas substituídas de uma empresa, ainda não resolvidas, que tentem já')
    .requiredOption(...company)
    .addHelpText('after', retryHelp)
    .action(
      shell.does(async (session, options: { company: string }) => {
        const { tellReplacedNotes } = await import('../contingency/tell.ts'); // brings the Temporal client
        const found = await findCompany(await session.orm(), options.company);
        const data = await tellReplacedNotes(session, found);
        const lost = data.unsettled - data.told;
        const rest = lost === 0 ? '' : ` ${lost} sem execução no Temporal: a reconciliação a inicia em um minuto.`;
        const text = data.unsettled === 0 ? 'Não há nota substituída por resolver.' : `${data.told} avisada(s).${rest}`;
        return { data, text };
      }),
    );
}
