import type { Command } from 'commander';
import { commandOf, type Remedy } from '../../domain/conversation/remedy.ts';
import { traitsOf } from '../../domain/document-types.ts';
import type { ReplacedNote } from '../../domain/documents/replaced-note.entity.ts';
import { ageOf } from '../../domain/fiscal-time.ts';
import { approveGiveUp } from '../../operations/contingency/give-up.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany } from '../../operations/provisioning.ts';
import type { Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { brasiliaMoment } from '../terminal/output.ts';

const company = ['--company <cnpj, cpf ou id>', 'a empresa'] as const;

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
        const note = await approveGiveUp(
          orm,
          await findCompany(acrossCompanies(orm), options.company),
          reference,
          session.actor,
        );
        const { tellReplacedNote } = await import('../tell-mended.ts'); // loaded here because it brings the Temporal client
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
        const { tellReplacedNotes } = await import('../tell-mended.ts'); // loaded here because it brings the Temporal client
        const found = await findCompany(acrossCompanies(await session.orm()), options.company);
        const data = await tellReplacedNotes(session, found);
        const lost = data.unsettled - data.told;
        const rest = lost === 0 ? '' : ` ${lost} sem execução no Temporal: a reconciliação a inicia em um minuto.`;
        const text = data.unsettled === 0 ? 'Não há nota substituída por resolver.' : `${data.told} avisada(s).${rest}`;
        return { data, text };
      }),
    );
}

/** A replaced note for a person: which note it is, where it stands, and what helps. */
export function replacedInWords(note: ReplacedNote, now: Date): string[] {
  const { type, series, number, accessKey, createdAt, waitingKind, waitingUntil } = note;
  const head = `${waitingKind === 'PERSON' ? '!! DECISÃO ' : ''}${traitsOf[type].title} ${series}/${number}`;
  const until = waitingUntil ? ` Até ${brasiliaMoment(waitingUntil)}.` : '';
  const lines = [
    `${head}, ${ageOf({ since: createdAt }, now)}, chave ${accessKey}`,
    `  ${statusInWords(note)}${until}`,
  ];
  const remedy = remedyOf(note);
  return remedy === null ? lines : [...lines, `  → ${commandOf(remedy)}`];
}

function statusInWords({ status, reason, isGiveUpApproved }: ReplacedNote): string {
  if (status === 'PROPOSED')
    return `PROPOSED: ${reason ?? 'a SEFAZ não tem esta nota: o número pode ser inutilizado.'}`;
  const approved = isGiveUpApproved ? 'inutilização aprovada' : 'a SEFAZ é consultada sobre ela';
  return `${status}: ${reason ?? approved}`;
}

function remedyOf({ id, status, company, waitingKind }: ReplacedNote): Remedy | null {
  if (status === 'PROPOSED') return { kind: 'GIVE_UP_REPLACED', subject: { noteId: id, company } };
  return waitingKind ? { kind: 'RETRY', subject: { what: 'replaced', id, company } } : null;
}
