import type { Command } from 'commander';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany } from '../../operations/provisioning.ts';
import { type Attention, attention } from '../../operations/waits/attention.ts';
import { attentionInWords } from '../attention/in-words.ts';
import type { Session } from '../session.ts';
import type { Shell } from '../shell.ts';
import { wholeNumber } from '../terminal/option-values.ts';
import { type Look, watch } from '../terminal/watch.ts';

type Options = { company?: string; limit: number; watch?: true; json?: true };

/** `lavra attention` */
export function attentionCommand(attention: Command, shell: Shell): void {
  attention
    .option('--company <cnpj ou id>', 'só o desta empresa')
    .option('--limit <n>', 'quantos, no máximo (padrão: 50)', wholeNumber('--limit', 1, 1_000), 50)
    .option('--watch', 'mostra de novo a cada cinco segundos, até Ctrl-C')
    .action((options: Options) => (options.watch ? watching : once)(shell)(options));
}

const once = (shell: Shell) =>
  shell.does(async (session, options: Options) => {
    const data = await read(session, options);
    return { data, text: attentionInWords(data, new Date()) };
  });

const watching = (shell: Shell) =>
  shell.speaks(async (session, options: Options) => {
    const look = async (): Promise<Look> => {
      const data = await read(session, options);
      return { text: options.json ? JSON.stringify(data) : attentionInWords(data, new Date()) };
    };
    await watch(look, shell);
  });

async function read(session: Session, { company: reference, limit }: Options): Promise<Attention> {
  const orm = await session.orm();
  const company = reference === undefined ? null : await findCompany(orm, reference);
  return attention(acrossCompanies(orm), { company, atMost: limit, now: new Date() });
}
