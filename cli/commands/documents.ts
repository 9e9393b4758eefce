import type { Command } from 'commander';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany } from '../../operations/provisioning.ts';
import { CommandRefused } from '../command-refused.ts';
import { listForScripts, listInWords, type ListOptions, listPage, withFilters } from '../documents/list.ts';
import { mailedInWords, mailNamed, type MailOptions } from '../documents/mail.ts';
import { findStory, storyForScripts, storyInWords } from '../documents/story.ts';
import type { Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { watch } from '../terminal/output.ts';

/** `lavra documents list|show|watch|resolve|retry|mail` */
export function documentCommands(documents: Command, shell: Shell): void {
  listCommand(documents, shell);
  showCommand(documents, shell);
  watchCommand(documents, shell);
  resolveCommand(documents, shell);
  retryCommand(documents, shell);
  mailCommand(documents, shell);
}

const listHelp = `
Exemplos:
  lavra documents list --company 11222333000181
  lavra documents list --company 11222333000181 --waiting
  lavra documents list --company 11222333000181 --status REJECTED --from 2026-11-01
  lavra documents list --company 11222333000181 --external-id pedido-4711 --json`;

function listCommand(documents: Command, shell: Shell): void {
  withFilters(leaf(documents, 'list', 'Lista os documentos de uma empresa, o mais novo primeiro'))
    .requiredOption('--company <cnpj, cpf ou id>', 'empresa que os emite')
    .addHelpText('after', listHelp)
    .action(
      shell.does(async (session, options: ListOptions) => {
        const data = await listPage(session, options);
        return { data: listForScripts(data), text: listInWords(data, new Date()) };
      }),
    );
}

const showHelp = `
Exemplos:
  lavra documents show 01a1fe4b-7d3c-7a51-9a43-3f6a0d0c7f10
  lavra documents show 35261111222333000181550010000000011000000014 --json`;

function showCommand(documents: Command, shell: Shell): void {
  leaf(
    documents,
    'show <documento>',
    'Mostra onde um documento (id, chave ou Id da DPS) está e o que foi dito à SEFAZ ou à SEFIN sobre ele',
  )
    .addHelpText('after', showHelp)
    .action(
      shell.does(async (session, reference: string) => {
        const data = await findStory(session, reference);
        return { data: storyForScripts(data), text: storyInWords(data, new Date()) };
      }),
    );
}

const watchHelp = `
Com um documento, termina quando ele e os seus eventos terminam; sem ele, com --company, repete a lista até Ctrl-C.

Exemplos:
  lavra documents watch 01a1fe4b-7d3c-7a51-9a43-3f6a0d0c7f10
  lavra documents watch --company 11222333000181 --waiting`;

type WatchOptions = Omit<ListOptions, 'company'> & { company?: string };

function watchCommand(documents: Command, shell: Shell): void {
  withFilters(leaf(documents, 'watch [documento]', 'Acompanha um documento até o fim, ou a lista de uma empresa'))
    .option('--company <cnpj, cpf ou id>', 'em vez de um documento, a lista desta empresa')
    .addHelpText('after', watchHelp)
    .action(
      shell.speaks(async (session, reference: string | undefined, { company, ...options }: WatchOptions) => {
        if (reference !== undefined && company === undefined) {
          const { follow } = await import('../documents/story.ts');
          await follow(session, reference, { shell, json: options.json === true });
        } else if (reference === undefined && company !== undefined) {
          const look = async () => {
            const page = await listPage(session, { company, ...options });
            return { text: options.json ? JSON.stringify(listForScripts(page)) : listInWords(page, new Date()) };
          };
          await watch(look, shell);
        } else throw notOne();
      }),
    );
}

function resolveCommand(documents: Command, shell: Shell): void {
  leaf(
    documents,
    'resolve <documento>',
    'Decide por uma emissão parada (id ou chave): adotar a nota que a SEFAZ ou a SEFIN tem, ou rejeitar',
  )
    .option('--adopt <chave>', 'adota a nota autorizada que a SEFAZ ou a SEFIN tem com esta chave de acesso')
    .option('--reject', 'encerra a tentativa como rejeitada')
    .action(
      shell.does(async (session, reference: string, options: { adopt?: string; reject?: true }) => {
        const { decide } = await import('../documents/decisions.ts'); // loaded here because it brings the Temporal client
        const decision = await decide(session, reference, options);
        return { data: decision, text: `Decisão entregue à emissão ${decision.documentId}/${decision.attempt}.` };
      }),
    );
}

const retryHelp = `
Diz também o que não se move com isso, e por quê.

Exemplos:
  lavra documents retry --company 11222333000181
  lavra documents retry 01a1fe4b-7d3c-7a51-9a43-3f6a0d0c7f10`;

function retryCommand(documents: Command, shell: Shell): void {
  leaf(
    documents,
    'retry [documento]',
    'Diz às emissões e aos eventos de uma empresa, ou de um documento, que o problema foi corrigido: tentam já',
  )
    .option('--company <cnpj, cpf ou id>', 'empresa cujo certificado, rede ou confiança foi corrigido')
    .addHelpText('after', retryHelp)
    .action(
      shell.does(async (session, reference: string | undefined, options: { company?: string }) => {
        if ((reference === undefined) === (options.company === undefined)) throw notOne();
        const decisions = await import('../documents/decisions.ts'); // loaded here because it brings the Temporal client
        const { retryForScripts, retryInWords, wakeDocument, wakeWaiting } = decisions;
        const data =
          reference === undefined
            ? await wakeWaiting(session, await findCompany(acrossCompanies(await session.orm()), options.company ?? ''))
            : await wakeDocument(session, reference);
        return { data: retryForScripts(data), text: retryInWords(data) };
      }),
    );
}

const mailHelp = `
Vai ao cliente e a quem a venda diz, ou a quem --to diz, também com o envio da empresa desligado.

Exemplos:
  lavra documents mail 01a1fe4b-7d3c-7a51-9a43-3f6a0d0c7f10
  lavra documents mail 01a1fe4b-7d3c-7a51-9a43-3f6a0d0c7f10 --to financeiro@cliente.com.br --kind CORRECTED`;

function mailCommand(documents: Command, shell: Shell): void {
  leaf(documents, 'mail <documento>', 'Envia um documento por e-mail, com o XML e o PDF')
    .option('--to <lista>', 'e-mails, separados por vírgula')
    .option('--kind <ISSUED|CANCELLED|CORRECTED>', 'a nota, o cancelamento ou a última carta de correção')
    .addHelpText('after', mailHelp)
    .action(
      shell.does(async (session, reference: string, options: MailOptions) => {
        const data = await mailNamed(session, reference, options);
        return { data, text: mailedInWords(data) };
      }),
    );
}

function notOne(): CommandRefused {
  return new CommandRefused('invalid_input', 'Diga um documento ou --company, um dos dois.');
}
