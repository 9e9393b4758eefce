import { createInterface } from 'node:readline/promises';
import { Refused } from '../refused.ts';
import type { Terminal } from '../shell.ts';

/**
 * Has the person at the terminal confirm what cannot be undone.
 *
 * @param flag by which a script confirms
 * @throws {Refused} `not_confirmed`, also where nobody is there to be asked
 */
export async function confirm(
  question: string,
  { stdin, stderr }: Pick<Terminal, 'stdin' | 'stderr'>,
  flag = '--yes',
): Promise<void> {
  if (!stdin.isTTY) {
    throw new Refused('not_confirmed', `${question} Falta a confirmação: rode num terminal, ou use ${flag}.`);
  }
  const dialogue = createInterface({ input: stdin, output: stderr });
  try {
    const answer = await dialogue.question(`${question} [sim/não] `);
    if (!/^s(im)?$/i.test(answer.trim())) throw new Refused('not_confirmed', 'Nada foi mudado.');
  } finally {
    dialogue.close();
  }
}
