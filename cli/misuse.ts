import type { CommanderError } from 'commander';
import type { Failure } from './failure.ts';

const sentences: Record<string, (quoted: string) => string> = {
  'commander.missingArgument': (quoted) => `Falta o argumento ${quoted}.`,
  'commander.optionMissingArgument': (quoted) => `A opção ${quoted} precisa de um valor.`,
  'commander.missingMandatoryOptionValue': (quoted) => `Falta a opção ${quoted}.`,
  'commander.conflictingOption': (quoted) => `A opção ${quoted} não combina com as outras.`,
  'commander.unknownOption': (quoted) => `Opção desconhecida: ${quoted}.`,
  'commander.unknownCommand': (quoted) => `Comando desconhecido: ${quoted}.`,
  'commander.excessArguments': () => 'Há argumentos demais.',
};
const notFailures = ['commander.helpDisplayed', 'commander.version'];

/** What was typed wrong, in Portuguese; null where help or version was asked for. */
export function misuseOf({ code, message }: CommanderError): Failure | null {
  if (notFailures.includes(code)) return null;
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? '';
  const sentence = sentences[code]?.(quoted) ?? (code === 'commander.help' ? 'Falta o comando.' : message);
  return { code: 'usage', message: `${sentence} Veja "lavra --help".` };
}
