import type { Argument, Command } from 'commander';
import type { Terminal } from '../session.ts';

const titles: Record<string, string> = {
  'Usage:': 'Uso:',
  'Options:': 'Opções:',
  'Commands:': 'Comandos:',
  'Arguments:': 'Argumentos:',
};

/** Makes a command print help in Portuguese and throw errors instead of printing them; subcommands inherit both. */
export function withHelpInPortuguese(
  command: Command,
  { stdout, stderr }: Pick<Terminal, 'stdout' | 'stderr'>,
): Command {
  return command
    .configureHelp({
      optionDescription: ({ description }) => description, // each description has its default in Portuguese, so commander should add none
      styleTitle: (title) => titles[title] ?? title,
      subcommandTerm: (listed) => [listed.name(), ...listed.registeredArguments.map(argumentTerm)].join(' '),
    })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: () => {},
    })
    .helpOption('-h, --help', 'mostra esta ajuda')
    .helpCommand('help [comando]', 'mostra a ajuda de um comando')
    .usage('<comando> [opções]')
    .exitOverride();
}

/** A command that only has subcommands. */
export function commandGroup(parent: Command, name: string, description: string): Command {
  return parent.command(name).description(description).usage('<comando> [opções]');
}

/** A command that does something; each takes --json. */
export function leaf(parent: Command, nameAndArguments: string, description: string): Command {
  return parent
    .command(nameAndArguments)
    .description(description)
    .usage(`${nameAndArguments.split(' ').slice(1).join(' ')} [opções]`.trim())
    .option('--json', 'responde em JSON, para scripts');
}

function argumentTerm(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}
