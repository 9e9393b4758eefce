import type { Command } from 'commander';
import { readLawTables } from '../../config/rates.ts';
import { commandOf } from '../../domain/conversation/remedy.ts';
import { ageOf } from '../../domain/fiscal-time.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany } from '../../operations/provisioning.ts';
import { type Attention, attention } from '../../operations/waits/attention.ts';
import type { AttentionItem, AttentionKind } from '../../operations/waits/attention/attention-item.ts';
import type { Session, Shell } from '../session.ts';
import { wholeNumber } from '../terminal/input.ts';
import { type ShownText, watch } from '../terminal/output.ts';

type Options = { company?: string; limit: number; watch?: true; json?: true };

/** `lavra attention` */
export function attentionCommand(attention: Command, shell: Shell): void {
  attention
    .option('--company <cnpj, cpf ou id>', 'só o desta empresa')
    .option('--limit <n>', 'quantos, no máximo (padrão: 50)', wholeNumber('--limit', 1, 1_000), 50)
    .option('--watch', 'mostra de novo a cada cinco segundos, até Ctrl-C')
    .action((options: Options) => (options.watch ? watching : once)(shell)(options));
}

const once = (shell: Shell) =>
  shell.does(async (session, options: Options) => {
    const data = await read(session, options);
    return { data: attentionForScripts(data), text: attentionInWords(data, new Date()) };
  });

const watching = (shell: Shell) =>
  shell.speaks(async (session, options: Options) => {
    const look = async (): Promise<ShownText> => {
      const data = await read(session, options);
      return { text: options.json ? JSON.stringify(attentionForScripts(data)) : attentionInWords(data, new Date()) };
    };
    await watch(look, shell);
  });

async function read(session: Session, { company: reference, limit }: Options): Promise<Attention> {
  const orm = await session.orm();
  const company = reference === undefined ? null : await findCompany(acrossCompanies(orm), reference);
  const rates = readLawTables(session.env());
  return attention(acrossCompanies(orm), { company, atMost: limit, now: new Date(), rates });
}

/** Titles of the kinds; that of a decision is in capitals, because it waits for a person. */
const names: Record<AttentionKind, string> = {
  PERSON: '!! DECISÃO',
  CERTIFICATE: 'certificado',
  OURS: 'falha interna',
  AUTHORITY_PAUSED: 'serviço parado',
  AUTHORITY_UNREACHABLE: 'sem conexão',
  THROTTLED: 'silêncio',
  UNANSWERED: 'sem resposta',
  ANSWER: 'resposta',
  START: 'início',
  TRANSMISSION: 'a transmitir',
  MAIL: 'e-mail',
  STORAGE: 'armazenamento',
  WEBHOOK_INACTIVE: 'webhook inativo',
  WEBHOOK_FAILING: 'webhook falha',
  CLOSING_FAILED: 'fechamento falhou',
  CERTIFICATE_EXPIRING: 'vence logo',
  CERTIFICATE_EXPIRED: 'vencido',
  MAIL_REFUSED: 'e-mail recusado',
  REJECTED_IN_CONTINGENCY: 'recusada tarde',
  REPLACED_NOTE: 'substituída',
  REGIME_UNCONFIRMED: 'regime a conferir',
  REGIME_CONTRADICTED: 'regime diverge',
  RATES_MISSING: 'falta alíquota',
  BOOKS_DIFFER: 'livros divergem',
};

/** The list of what needs attention, for a person: the total, then each item with its reason and the command that helps. */
export function attentionInWords({ items, total }: Attention, now: Date): string {
  if (total === 0) return 'Nada espera e nada parou.';
  const rows = items.map((item) => [names[item.kind], ageOf(item, now), item.company ?? '-', titleOf(item)]);
  const widths = [0, 1, 2].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const lines = items.flatMap((item, index) => {
    const cells = rows[index] ?? [];
    const line = cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ');
    return [line.trimEnd(), ...detailsOf(item)];
  });
  const more = total - items.length;
  return [headline(total, items), '', ...lines, ...(more > 0 ? ['', `… e mais ${more}: use --limit.`] : [])].join('\n');
}

/** The same for scripts: with what helps, and the command for it. */
export function attentionForScripts({ items, ...totals }: Attention) {
  return { items: items.map((item) => ({ ...item, command: commandOf(item.remedy) })), ...totals };
}

function headline(total: number, items: readonly AttentionItem[]): string {
  const people = items.filter(({ kind }) => kind === 'PERSON').length;
  const all = total === 1 ? '1 coisa pede atenção' : `${total} coisas pedem atenção`;
  if (people === 0) return `${all}.`;
  return `${all}; ${people === 1 ? 'UMA ESPERA' : `${people} ESPERAM`} A DECISÃO DE UMA PESSOA.`;
}

const titleOf = ({ what, id, title }: AttentionItem): string =>
  what === 'document' || what === 'rejected' ? `${title} (${id})` : title;

function detailsOf({ reason, until, remedy }: AttentionItem): string[] {
  const command = commandOf(remedy);
  const end = until === null ? '' : ` Até ${until.toISOString()}.`;
  return [`    ${reason}${end}`, ...(command === null ? [] : [`    → ${command}`])];
}
