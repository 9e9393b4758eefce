import { Command } from 'commander';
import { version } from '../config/version.ts';
import type { Shell } from './session.ts';
import { commandGroup, withHelpInPortuguese, leaf } from './terminal/help.ts';

/** A first word of the command line: a group of commands, or a command. What is below it is loaded only when it is typed. */
type First = {
  name: string;
  is: typeof commandGroup | typeof leaf;
  description: string;
  load: () => Promise<(command: Command, shell: Shell) => void>;
};

const firsts: First[] = [
  {
    name: 'company',
    is: commandGroup,
    description: 'Empresas emissoras e suas configurações fiscais',
    load: async () => (await import('./commands/company.ts')).companyCommands,
  },
  {
    name: 'certificate',
    is: commandGroup,
    description: 'Certificados A1 das empresas',
    load: async () => (await import('./commands/certificate.ts')).certificateCommands,
  },
  {
    name: 'office',
    is: commandGroup,
    description: 'Escritórios de contabilidade, que trabalham por várias empresas com uma chave',
    load: async () => (await import('./commands/office.ts')).officeCommands,
  },
  {
    name: 'key',
    is: commandGroup,
    description: 'Chaves de API das empresas e dos escritórios',
    load: async () => (await import('./commands/key.ts')).keyCommands,
  },
  {
    name: 'user',
    is: commandGroup,
    description: 'Pessoas que entram no painel',
    load: async () => (await import('./commands/user.ts')).userCommands,
  },
  {
    name: 'link',
    is: commandGroup,
    description: 'Vínculos de empresas com escritórios de contabilidade',
    load: async () => (await import('./commands/link.ts')).linkCommands,
  },
  {
    name: 'documents',
    is: commandGroup,
    description: 'Documentos: achá-los, ver onde estão, e decidir pelos que param',
    load: async () => (await import('./commands/documents.ts')).documentCommands,
  },
  {
    name: 'contingency',
    is: commandGroup,
    description: 'Emissão enquanto a SEFAZ não responde: ver, entrar, sair e resolver',
    load: async () => (await import('./commands/contingency.ts')).contingencyCommands,
  },
  {
    name: 'distribution',
    is: commandGroup,
    description: 'Documentos recebidos: onde está cada consulta às fontes',
    load: async () => (await import('./commands/distribution.ts')).distributionCommands,
  },
  {
    name: 'received',
    is: commandGroup,
    description: 'Documentos que outros emitiram contra uma empresa',
    load: async () => (await import('./commands/received.ts')).receivedCommands,
  },
  {
    name: 'closings',
    is: commandGroup,
    description: 'Fechamentos: o mês de uma empresa num ZIP',
    load: async () => (await import('./commands/closings.ts')).closingCommands,
  },
  {
    name: 'reconcile',
    is: leaf,
    description: 'Confere os números de um mês com o que a autoridade tem deles, e mostra o que difere',
    load: async () => (await import('./commands/reconcile.ts')).reconcileCommand,
  },
  {
    name: 'import',
    is: commandGroup,
    description: 'Importação: cadastros de arquivos CSV, e os XML do sistema anterior',
    load: async () => (await import('./commands/import.ts')).importCommands,
  },
  {
    name: 'past',
    is: commandGroup,
    description: 'O passado: notas que a empresa emitiu com outro sistema e importou',
    load: async () => (await import('./commands/past.ts')).pastCommands,
  },
  {
    name: 'templates',
    is: commandGroup,
    description: 'Modelos fiscais que todas as empresas leem',
    load: async () => (await import('./commands/templates.ts')).templateCommands,
  },
  {
    name: 'webhooks',
    is: commandGroup,
    description: 'Webhooks: recebê-los aqui, e o que fazer quando não chegam',
    load: async () => (await import('./commands/webhooks.ts')).webhookCommands,
  },
  {
    name: 'schemas',
    is: commandGroup,
    description: 'Pacotes de esquemas XSD com que os documentos são conferidos',
    load: async () => (await import('./commands/schemas.ts')).schemaCommands,
  },
  {
    name: 'rates',
    is: commandGroup,
    description: 'Tabelas de alíquotas: o que vale, até quando e por qual lei',
    load: async () => (await import('./commands/rates.ts')).ratesCommands,
  },
  {
    name: 'mail',
    is: commandGroup,
    description: 'E-mails sobre documentos: o que volta sem ter sido entregue, e quem não recebe mais',
    load: async () => (await import('./commands/mail.ts')).mailCommands,
  },
  {
    name: 'attention',
    is: leaf,
    description: 'Mostra tudo o que espera ou parou, primeiro o mais antigo, com o comando que ajuda',
    load: async () => (await import('./commands/attention.ts')).attentionCommand,
  },
  {
    name: 'audit',
    is: leaf,
    description: 'Mostra quem mudou o quê, quando e onde: primeiro o mais novo',
    load: async () => (await import('./commands/audit.ts')).auditCommand,
  },
  {
    name: 'doctor',
    is: leaf,
    description: 'Confere a instalação e cada empresa, e diz como corrigir o que faltar',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  {
    name: 'rehearse',
    is: leaf,
    description: 'Ensaia as vendas de uma empresa em um dia que ainda vem: o que seria recusado, e o que muda',
    load: async () => (await import('./commands/rehearse.ts')).rehearseCommand,
  },
  {
    name: 'restored',
    is: commandGroup,
    description: 'Depois de restaurar um backup: o que já tem nota, decidir, liberar',
    load: async () => (await import('./commands/restored.ts')).restoredCommands,
  },
  {
    name: 'mcp',
    is: leaf,
    description: 'Serve a API a um assistente (Model Context Protocol), pela entrada e saída padrão',
    load: async () => (await import('./commands/mcp.ts')).mcpCommand,
  },
  {
    name: 'logins',
    is: leaf,
    description:
      'Cria no PostgreSQL os usuários de DATABASE_URL, DATABASE_API_URL, DATABASE_PANEL_URL e DATABASE_WORKER_URL, e dá o banco de dados ao primeiro',
    load: async () => (await import('./commands/database.ts')).loginsCommand,
  },
  {
    name: 'migrate',
    is: leaf,
    description: 'Cria o banco de dados se faltar e aplica as migrações pendentes',
    load: async () => (await import('./commands/database.ts')).migrateCommand,
  },
];

/**
 * The command line, with everything below the command that was typed. The other commands have their names only, which help and the hint at a mistyped
 * name need: loading all modules would cost every run a second.
 *
 * @param argv without it everything is loaded
 */
export async function createProgram(shell: Shell, argv?: string[]): Promise<Command> {
  const program = withHelpInPortuguese(new Command('lavra'), shell)
    .description('Lavra: documentos fiscais eletrônicos na sua própria infraestrutura.')
    .version(version, '-V, --version', 'mostra a versão');
  const typed = argv?.filter((word) => !word.startsWith('-') && word !== 'help')[0];
  for (const { name, is, description, load } of firsts) {
    const command = is(program, name, description);
    if (argv === undefined || name === typed) (await load())(command, shell);
  }
  return program;
}
