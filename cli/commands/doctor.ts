import type { Command } from 'commander';
import type { Finding, FindingStatus } from '../doctor/finding.ts';
import type { Shell } from '../shell.ts';
import { leaf } from '../terminal/help.ts';

const marks: Record<FindingStatus, string> = { OK: 'OK   ', WARNING: 'AVISO', FAILURE: 'FALHA' };

const names: Record<string, string> = {
  node: 'Node.js',
  database: 'banco de dados',
  clock: 'relógio',
  migrations: 'migrações',
  tenancy: 'isolamento entre empresas',
  logins: 'usuários do banco de dados',
  master_key: 'chave mestra',
  temporal: 'Temporal',
  search_attributes: 'atributos de busca',
  workers: 'workers',
  browser: 'navegador',
  schemas: 'esquemas',
  company: 'empresa',
  settings: 'configurações',
  certificate: 'certificado',
  authority_tls: 'conexão com a SEFAZ',
  authority_status: 'serviço da SEFAZ',
};

/** `lavra doctor` */
export function doctorCommand(program: Command, shell: Shell): void {
  leaf(program, 'doctor', 'Confere a instalação e cada empresa, e diz como corrigir o que faltar')
    .option('--company <cnpj ou id>', 'das empresas, só esta')
    .action(
      shell.does(async (session, { company }: { company?: string }) => {
        const { examine } = await import('../doctor/examine.ts'); // brings every part it examines
        const findings = await examine(session, company);
        const failed = findings.some(({ status }) => status === 'FAILURE');
        const data = { healthy: !failed, findings };
        return { data, text: findings.map(line).join('\n'), exitCode: failed ? 1 : 0 };
      }),
    );
}

function line({ check, company, status, message, mend }: Finding): string {
  const about = [company, names[check] ?? check].filter(Boolean).join(' ');
  return `${marks[status]} ${about}: ${message}${mend === undefined ? '' : `\n      → ${mend}`}`;
}
