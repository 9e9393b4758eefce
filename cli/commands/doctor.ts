import type { Command } from 'commander';
import { isServiceCode } from '../../domain/service-taxation/service-code.ts';
import { checkNames } from '../../operations/doctor/check-names.ts';
import type { DoctorFinding, FindingStatus } from '../../operations/doctor/finding.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Shell } from '../session.ts';

const marks: Record<FindingStatus, string> = { OK: 'OK   ', WARNING: 'AVISO', FAILURE: 'FALHA' };

/** `lavra doctor` */
export function doctorCommand(doctor: Command, shell: Shell): void {
  doctor
    .option('--company <cnpj, cpf ou id>', 'das empresas, só esta')
    .option(
      '--service-code <código>',
      'serviço (cTribNac) de que se mostra a alíquota, em lugar do da empresa',
      readServiceCode,
    )
    .action(
      shell.does(async (session, wanted: { company?: string; serviceCode?: string }) => {
        const { examineSession } = await import('../doctor.ts'); // loaded here because it brings every part that it examines
        const findings = await examineSession(session, wanted);
        const failed = findings.some(({ status }) => status === 'FAILURE');
        const data = { healthy: !failed, findings };
        return { data, text: findings.map(line).join('\n'), exitCode: failed ? 1 : 0 };
      }),
    );
}

function readServiceCode(text: string): string {
  const code = text.replaceAll('.', '');
  if (isServiceCode(code)) return code;
  throw new CommandRefused(
    'invalid_input',
    `--service-code deve ser um código como 010701 ou 01.07.01; veio "${text}".`,
  );
}

function line({ check, company, status, message, mend }: DoctorFinding): string {
  const about = [company, checkNames[check] ?? check].filter(Boolean).join(' ');
  return `${marks[status]} ${about}: ${message}${mend === undefined ? '' : `\n      → ${mend}`}`;
}
