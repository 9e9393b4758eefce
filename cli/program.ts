import { Command } from 'commander';
import { version } from '../config/version.ts';
import { attentionCommand } from './commands/attention.ts';
import { certificateCommands } from './commands/certificate.ts';
import { closingCommands } from './commands/closings.ts';
import { companyCommands } from './commands/company.ts';
import { contingencyCommands } from './commands/contingency.ts';
import { distributionCommands } from './commands/distribution.ts';
import { doctorCommand } from './commands/doctor.ts';
import { documentCommands } from './commands/documents.ts';
import { importCommands } from './commands/import.ts';
import { keyCommands } from './commands/key.ts';
import { linkCommands } from './commands/link.ts';
import { loginsCommand } from './commands/logins.ts';
import { migrateCommand } from './commands/migrate.ts';
import { officeCommands } from './commands/office.ts';
import { ratesCommands } from './commands/rates.ts';
import { receivedCommands } from './commands/received.ts';
import { schemaCommands } from './commands/schemas.ts';
import { templateCommands } from './commands/templates.ts';
import { webhookCommands } from './commands/webhooks.ts';
import type { Shell } from './shell.ts';
import { inPortuguese } from './terminal/help.ts';

/** The whole command line. */
export function createProgram(shell: Shell): Command {
  const program = inPortuguese(new Command('lavra'), shell)
    .description('Lavra: documentos fiscais eletrônicos na sua própria infraestrutura.')
    .version(version, '-V, --version', 'mostra a versão');
  for (const add of [
    companyCommands,
    certificateCommands,
    officeCommands,
    keyCommands,
    linkCommands,
    documentCommands,
    contingencyCommands,
    distributionCommands,
    receivedCommands,
    closingCommands,
    importCommands,
    templateCommands,
    webhookCommands,
    schemaCommands,
    ratesCommands,
    attentionCommand,
    doctorCommand,
    loginsCommand,
    migrateCommand,
  ]) {
    add(program, shell);
  }
  return program;
}
