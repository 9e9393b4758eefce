import type { Command } from 'commander';
import { taxIdMask } from '../../domain/masks.ts';
import { readOfficeForm } from '../../domain/offices/office-form.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { createOffice, listOffices, setSuspended } from '../../operations/provisioning.ts';
import type { Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { textTable } from '../terminal/output.ts';

type Form = { taxId: string; name: string; email?: string };

/** `lavra office create|list|suspend|resume` */
export function officeCommands(office: Command, shell: Shell): void {
  leaf(office, 'create', 'Cria um escritório, ainda sem chaves e sem empresas')
    .requiredOption('--tax-id <cnpj ou cpf>', 'CNPJ, ou CPF de quem trabalha só')
    .requiredOption('--name <texto>', 'nome, como as empresas o veem nos convites')
    .option('--email <e-mail>', 'onde as empresas tiram dúvidas sobre um convite')
    .action(
      shell.does(async (session, { taxId, name, email }: Form) => {
        const form = readOfficeForm({ taxId, name, email: email === '' ? null : email });
        const created = await createOffice(await session.orm(), form, session.actor);
        const next = `Para a chave de API: lavra key create --office ${created.taxId} --name <texto> --all-scopes`;
        return { data: shown(created), text: `Escritório ${created.name} criado: ${created.id}\n${next}` };
      }),
    );
  leaf(office, 'list', 'Lista os escritórios').action(
    shell.does(async (session) => {
      const offices = await listOffices(await session.orm());
      const text = textTable(offices.map(row), 'Não há escritórios; crie um com "lavra office create".');
      return { data: offices.map(shown), text };
    }),
  );
  leaf(
    office,
    'suspend <escritório>',
    'Suspende um escritório (CNPJ, CPF ou id): nenhuma chave dele vale até "office resume"; os vínculos ficam',
  ).action(
    shell.does(async (session, reference: string) => {
      const suspended = await setSuspended(await session.orm(), reference, true, session.actor);
      return { data: shown(suspended), text: `Escritório ${suspended.name} suspenso.` };
    }),
  );
  leaf(office, 'resume <escritório>', 'Encerra a suspensão: as chaves do escritório voltam a valer').action(
    shell.does(async (session, reference: string) => {
      const resumed = await setSuspended(await session.orm(), reference, false, session.actor);
      return { data: shown(resumed), text: `Escritório ${resumed.name} ativo.` };
    }),
  );
}

function shown({ id, taxId, name, email, suspendedAt, createdAt }: Office) {
  return { id, taxId, name, email, suspendedAt: suspendedAt ?? null, createdAt };
}

function row({ id, taxId, name, email, suspendedAt }: Office): Record<string, string> {
  const state = suspendedAt ? 'suspenso' : 'ativo';
  return { Id: id, 'CNPJ ou CPF': taxIdMask(taxId), Nome: name, 'E-mail': email ?? '-', Estado: state };
}
