import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type Environment, environments } from '../../domain/companies/settings.ts';
import { type DocumentType, documentTypes, traitsOf } from '../../domain/document-types.ts';
import { brasiliaDay } from '../../domain/fiscal-time.ts';
import { taxIdMask } from '../../domain/masks.ts';
import type { PastInutilization, PastNote, PastNoteEvent } from '../../domain/past/past-note.entity.ts';
import { type NoteStatus, noteStatuses } from '../../domain/received/kinds.ts';
import { acrossCompanies, inCompany } from '../../operations/in-company.ts';
import { findPastInutilizations, findPastNote, findPastNotes, pastXml } from '../../operations/past/find-past.ts';
import { findCompany } from '../../operations/provisioning.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Session, Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { dayOption, oneOf, wholeNumber } from '../terminal/input.ts';
import { brasiliaMoment, textTable } from '../terminal/output.ts';

const ofCompany = ['--company <cnpj, cpf ou id>', 'empresa que emitiu as notas'] as const;

/** `lavra past list|show|xml|export|inutilizations` */
export function pastCommands(past: Command, shell: Shell): void {
  listCommand(past, shell);
  showCommand(past, shell);
  xmlCommand(past, shell);
  exportCommand(past, shell);
  inutilizationsCommand(past, shell);
}

type ListOptions = {
  company: string;
  environment?: Environment;
  type?: DocumentType;
  status?: NoteStatus;
  from?: string;
  to?: string;
  page: number;
  pageSize: number;
};

function listCommand(past: Command, shell: Shell): void {
  leaf(past, 'list', 'Lista as notas que a empresa emitiu com outro sistema: primeiro a mais nova')
    .requiredOption(...ofCompany)
    .option('--environment <ambiente>', 'padrão: o da empresa', oneOf('--environment', environments))
    .option('--type <tipo>', documentTypes.join(', '), oneOf('--type', documentTypes))
    .option('--status <situação>', noteStatuses.join(', '), oneOf('--status', noteStatuses))
    .option('--from <dia>', 'emitidas deste dia em diante (AAAA-MM-DD, horário de Brasília)', dayOption('--from'))
    .option('--to <dia>', 'emitidas até este dia, inclusive', dayOption('--to'))
    .option('--page <número>', 'página (padrão: 1)', wholeNumber('--page', 1, 1_000_000_000), 1)
    .option('--page-size <número>', 'notas por página (padrão: 20)', wholeNumber('--page-size', 1, 100), 20)
    .action(
      shell.does(async (session, { company, environment, page, pageSize, ...query }: ListOptions) => {
        const { notes, total } = await ofReference(session, company, (em, own) =>
          findPastNotes(em, { environment: environment ?? own, ...query }, { page, pageSize }),
        );
        const rows = textTable(notes.map(row), 'Não há notas do passado nesta página.');
        const pages = Math.ceil(total / pageSize);
        const data = { notes: notes.map(summary), total, page, pageSize };
        return { data, text: `${rows}\nPágina ${page} de ${pages}, ${total} no total.` };
      }),
    );
}

function showCommand(past: Command, shell: Shell): void {
  leaf(past, 'show <chave>', 'Mostra uma nota do passado e seus eventos')
    .requiredOption(...ofCompany)
    .action(
      shell.does(async (session, accessKey: string, { company }: { company: string }) => {
        const found = await ofReference(session, company, (em) => findPastNote(em, accessKey));
        if (!found) throw notThere(accessKey);
        const { note, events } = found;
        const text = [textTable([row(note)], ''), textTable(events.map(eventRow), 'Não há eventos desta nota.')].join(
          '\n\n',
        );
        return { data: { ...summary(note), events: events.map(eventSummary) }, text };
      }),
    );
}

type XmlOptions = { company: string; event?: string; out?: string };

function xmlCommand(past: Command, shell: Shell): void {
  leaf(past, 'xml <chave>', 'Devolve o XML de uma nota do passado, ou de um evento dela, como veio')
    .requiredOption(...ofCompany)
    .option('--event <código-sequência>', 'o do evento, como 110111-1')
    .option('--out <arquivo>', 'grava em vez de mostrar')
    .action(
      shell.does(async (session, accessKey: string, { company, event, out }: XmlOptions) => {
        const xml = await ofReference(session, company, (em) => pastXml(em, accessKey, eventIn(event)));
        if (!xml) throw notThere(accessKey);
        if (out === undefined) return { data: { accessKey, xml: xml.toString() }, text: xml.toString() };
        await writeFile(out, xml).catch((cause: unknown) => {
          throw new CommandRefused('unwritable_file', `Não foi possível gravar ${out}.`, { cause });
        });
        return { data: { accessKey, path: out, byteCount: xml.length }, text: `${out}: ${xml.length} bytes.` };
      }),
    );
}

type ExportOptions = { company: string; environment?: Environment; year: number; month: number; out?: string };

function exportCommand(past: Command, shell: Shell): void {
  leaf(past, 'export', 'Grava num ZIP os XML de um mês do passado: notas, eventos e inutilizações')
    .requiredOption(...ofCompany)
    .option('--environment <ambiente>', 'padrão: o da empresa', oneOf('--environment', environments))
    .requiredOption('--year <ano>', 'ano da emissão', wholeNumber('--year', 2006, 9999))
    .requiredOption('--month <mês>', 'mês da emissão, de 1 a 12', wholeNumber('--month', 1, 12))
    .option('--out <arquivo>', 'onde gravar (padrão: <cnpj ou cpf>-<ano>-<mês>-passado.zip, nesta pasta)')
    .action(
      shell.does(async (session, { company: reference, environment, year, month, out }: ExportOptions) => {
        const { pastArchive } = await import('../../operations/past/export-past.ts'); // loaded here because it brings the ZIP writer
        const { writeWhole } = await import('../terminal/write-whole.ts');
        const orm = await session.orm();
        const company = await findCompany(acrossCompanies(orm), reference);
        const path = out ?? `${company.taxId}-${year}-${String(month).padStart(2, '0')}-passado.zip`;
        let fileCount = 0;
        const of = { company, environment: environment ?? company.environment, month: { year, month } };
        const byteCount = await writeWhole(
          path,
          pastArchive(orm, of, { onFiles: (count) => void (fileCount = count) }),
        );
        return { data: { path, fileCount, byteCount }, text: `${fileCount} arquivos em ${path} (${byteCount} bytes).` };
      }),
    );
}

function inutilizationsCommand(past: Command, shell: Shell): void {
  leaf(past, 'inutilizations', 'Lista as faixas de números que a empresa inutilizou com outro sistema')
    .requiredOption(...ofCompany)
    .action(
      shell.does(async (session, { company }: { company: string }) => {
        const ranges = await ofReference(session, company, findPastInutilizations);
        return {
          data: ranges.map(rangeSummary),
          text: textTable(ranges.map(rangeRow), 'Não há inutilizações do passado.'),
        };
      }),
    );
}

/** Runs `work` as the company that was typed, in its environment. */
async function ofReference<Result>(
  session: Session,
  reference: string,
  work: (em: Parameters<typeof findPastNote>[0], environment: Environment) => Promise<Result>,
): Promise<Result> {
  const orm = await session.orm();
  const { id, environment } = await findCompany(acrossCompanies(orm), reference);
  return inCompany(orm, id, (em) => work(em, environment));
}

function eventIn(text: string | undefined): { code: string; sequence: number } | undefined {
  if (text === undefined) return undefined;
  const [, code, sequence] = /^([0-9]{6})-([0-9]{1,3})$/.exec(text) ?? [];
  if (code === undefined) throw new CommandRefused('invalid_input', `--event é como 110111-1; veio "${text}".`);
  return { code, sequence: Number(sequence) };
}

function notThere(accessKey: string): CommandRefused {
  return new CommandRefused('document_not_found', `Não há nota do passado da empresa com a chave ${accessKey}.`);
}

function summary({ type, accessKey, series, number, issuedAt, status, totalValue, protocol, ...note }: PastNote) {
  const { environment, recipientTaxId, recipientName, importedAt } = note;
  const recipient = { taxId: recipientTaxId, name: recipientName };
  return {
    type,
    environment,
    accessKey,
    series,
    number,
    issuedAt,
    status,
    totalValue,
    recipient,
    protocol,
    importedAt,
  };
}

function eventSummary({ code, sequence, description, author, occurredAt, protocol }: PastNoteEvent) {
  return { code, sequence, description, author, occurredAt, protocol };
}

function rangeSummary({
  environment,
  model,
  series,
  firstNumber,
  lastNumber,
  protocol,
  registeredAt,
}: PastInutilization) {
  return { environment, model, series, firstNumber, lastNumber, protocol, registeredAt };
}

function row({
  type,
  series,
  number,
  issuedAt,
  status,
  totalValue,
  recipientName,
  recipientTaxId,
  accessKey,
}: PastNote) {
  return {
    Tipo: traitsOf[type].title,
    Série: series,
    Número: number,
    Emissão: brasiliaDay(issuedAt),
    Situação: status,
    Valor: totalValue,
    Destinatário: recipientName ?? taxIdMask(recipientTaxId ?? undefined),
    Chave: accessKey,
  };
}

function eventRow({ code, sequence, description, occurredAt, protocol }: PastNoteEvent) {
  return {
    Evento: `${code}-${sequence}`,
    Nome: description,
    Quando: brasiliaMoment(occurredAt),
    Protocolo: protocol ?? '',
  };
}

function rangeRow({ model, series, firstNumber, lastNumber, registeredAt }: PastInutilization) {
  return {
    Modelo: model,
    Série: String(series),
    Números: `${firstNumber} a ${lastNumber}`,
    Homologada: brasiliaDay(registeredAt),
  };
}
