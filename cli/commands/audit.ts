import type { Command } from 'commander';
import { DateTime } from 'luxon';
import { validate as isUuid } from 'uuid';
import { type AuditAction, auditActions } from '../../domain/audit/actions.ts';
import { type ActorKind, actorKinds } from '../../domain/audit/actor.ts';
import type { AuditDetails } from '../../domain/audit/audit-entry.entity.ts';
import { brasiliaZone } from '../../domain/fiscal-time.ts';
import {
  type AuditEntryShown,
  type AuditPage,
  type AuditQuery,
  findEntries,
} from '../../operations/audit/find-entries.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany, findOffice } from '../../operations/provisioning.ts';
import { CommandRefused } from '../command-refused.ts';
import { documentNamed } from '../documents/story.ts';
import type { Session, Shell } from '../session.ts';
import { wholeNumber } from '../terminal/input.ts';
import { brasiliaMoment, textTable } from '../terminal/output.ts';

type Options = {
  company?: string;
  office?: string;
  actor?: string;
  action?: AuditAction[];
  document?: string;
  since?: Date;
  until?: Date;
  limit: number;
  after?: string;
};

const help = `
--actor é de quem mudou: ${actorKinds.join(', ')}; o id de uma chave; ou um nome, como aparece na coluna "quem".
--action é uma ação inteira, como KEY_REVOKED, ou o começo de várias, como WEBHOOK; --json mostra os nomes.
Segredos nunca estão aqui: de uma chave há nome e final, de um webhook o servidor, de um cadastro os nomes dos campos.

Exemplos:
  lavra audit --company 11222333000181 --since 2026-11-01
  lavra audit --actor COMMAND_LINE --action COMPANY
  lavra audit --document 35261111222333000181550010000000011000000014 --json`;

/** `lavra audit` */
export function auditCommand(audit: Command, shell: Shell): void {
  audit
    .option('--company <cnpj, cpf ou id>', 'só o que mudou nesta empresa')
    .option('--office <cnpj, cpf ou id>', 'só o que este escritório fez, ou o que é dele')
    .option('--actor <quem>', 'só o que esta pessoa, chave ou espécie de autor mudou')
    .option('--action <ação>', 'só esta ação, ou as que começam assim', actionsOf)
    .option('--document <id ou chave>', 'só o que se fez deste documento, também de um que foi removido (id)')
    .option('--since <quando>', 'deste dia (AAAA-MM-DD, horário de Brasília) ou instante (ISO 8601) em diante', from)
    .option('--until <quando>', 'até este dia, inclusive, ou antes deste instante', until)
    .option('--limit <n>', 'quantos por vez (padrão: 50)', wholeNumber('--limit', 1, 1_000), 50)
    .option('--after <id>', 'os que vêm depois deste registro, mais antigos')
    .addHelpText('after', help)
    .action(
      shell.does(async (session, options: Options) => {
        const data = await read(session, options);
        return { data, text: entriesInWords(data) };
      }),
    );
}

async function read(session: Session, { limit, after, ...options }: Options): Promise<AuditPage> {
  if (after !== undefined && !isUuid(after)) {
    throw new CommandRefused(
      'invalid_input',
      `--after é o id de um registro, como o comando o mostra; veio "${after}".`,
    );
  }
  const query = await queryOf(session, options);
  return findEntries(acrossCompanies(await session.orm()), query, { limit, after });
}

async function queryOf(
  session: Session,
  { company, office, actor, action, document, since, until }: Omit<Options, 'limit' | 'after'>,
): Promise<AuditQuery> {
  const orm = await session.orm();
  return {
    company: company === undefined ? undefined : (await findCompany(acrossCompanies(orm), company)).id,
    office: office === undefined ? undefined : (await findOffice(orm, office)).id,
    ...(actor === undefined ? {} : actorOf(actor)),
    actions: action,
    subject: document === undefined ? undefined : await subjectOf(session, document),
    since,
    until,
  };
}

function actorOf(text: string): Pick<AuditQuery, 'actorKind' | 'actorId' | 'actorName'> {
  const actorKind = actorKinds.find((kind) => kind === text.toUpperCase());
  if (actorKind) return { actorKind };
  return isUuid(text) ? { actorId: text } : { actorName: text };
}

/** Id of the subject that was typed. A removed document is in no table any more, but its id is in the entries. */
async function subjectOf(session: Session, reference: string): Promise<string> {
  return isUuid(reference) ? reference : (await documentNamed(session, reference)).id;
}

function actionsOf(text: string): AuditAction[] {
  const wanted = text.toUpperCase();
  const found = auditActions.filter((action) => action === wanted || action.startsWith(`${wanted}_`));
  if (found.length > 0) return found;
  const beginnings = [...new Set(auditActions.map((action) => action.split('_')[0]))];
  throw new CommandRefused('invalid_input', `Não há ação "${text}". Elas começam por ${beginnings.join(', ')}.`);
}

const from = (text: string): Date => momentOf('--since', text).start;
const until = (text: string): Date => momentOf('--until', text).end;

/** The span of a day in Brasília, up to the beginning of the next; for an instant both ends are that instant. */
function momentOf(flag: string, text: string): { start: Date; end: Date } {
  const day = DateTime.fromFormat(text, 'yyyy-MM-dd', { zone: brasiliaZone });
  if (day.isValid) return { start: day.toJSDate(), end: day.plus({ days: 1 }).toJSDate() };
  const instant = DateTime.fromISO(text, { zone: brasiliaZone });
  if (instant.isValid) return { start: instant.toJSDate(), end: instant.toJSDate() };
  throw new CommandRefused('invalid_input', `${flag} deve ser um dia como 2026-11-23, ou um instante; veio "${text}".`);
}

/** Titles of the actions, in Portuguese. */
const titles: Record<AuditAction, string> = {
  BULK_AWARENESS_REQUESTED: 'ciência de muitas notas recebidas',
  CARRIER_CHANGED: 'transportadora alterada',
  CARRIER_CREATED: 'transportadora cadastrada',
  CARRIER_REMOVED: 'transportadora removida',
  CERTIFICATE_ADDED: 'certificado adicionado',
  CERTIFICATE_REMOVED: 'certificado apagado',
  CLIENT_CHANGED: 'cliente alterado',
  CLIENT_CREATED: 'cliente cadastrado',
  CLIENT_REMOVED: 'cliente removido',
  CLOSINGS_REQUESTED: 'fechamentos pedidos',
  COMPANY_ACTIVATED: 'empresa reativada',
  COMPANY_CHANGED: 'empresa alterada',
  COMPANY_CREATED: 'empresa criada',
  COMPANY_DEACTIVATED: 'empresa desativada',
  COMPARISON_REQUESTED: 'conferência do mês pedida',
  CONTINGENCY_ENTERED: 'contingência declarada',
  CONTINGENCY_LEFT: 'contingência encerrada',
  CSC_REMOVED: 'CSC apagado',
  CSC_SET: 'CSC registrado',
  CSRT_REMOVED: 'CSRT apagado',
  CSRT_SET: 'CSRT registrado',
  DIFFERENCES_LEFT: 'diferenças da conferência encerradas',
  DISTRIBUTION_NSU_SET: 'NSU mudado',
  DISTRIBUTION_SYNC_REQUESTED: 'consulta de recebidos pedida',
  DOCUMENT_CANCELLATION_REQUESTED: 'cancelamento pedido',
  DOCUMENT_CHANGED: 'documento alterado',
  DOCUMENT_CORRECTION_REQUESTED: 'carta de correção pedida',
  DOCUMENT_CREATED: 'documento criado',
  DOCUMENT_EMISSION_REQUESTED: 'emissão pedida',
  DOCUMENT_EVENT_REQUESTED: 'evento da reforma pedido',
  DOCUMENT_RECEIPT_REMOVAL_REQUESTED: 'remoção do comprovante de entrega pedida',
  DOCUMENT_MAIL_REQUESTED: 'e-mail pedido',
  MAIL_SUPPRESSION_LIFTED: 'endereço voltou a receber e-mails',
  DOCUMENT_RECEIPT_REQUESTED: 'comprovante de entrega pedido',
  DOCUMENT_REMOVED: 'documento removido',
  DOCUMENT_RESOLVED: 'emissão parada decidida',
  EXPORT_LINK_CREATED: 'link de exportação criado',
  IMPORT_FINISHED: 'importação terminada',
  IMPORT_STARTED: 'importação iniciada',
  INUTILIZATION_REQUESTED: 'inutilização pedida',
  KEY_CREATED: 'chave criada',
  KEY_REVOKED: 'chave revogada',
  LINK_ACCEPTED: 'vínculo aceito',
  LINK_ENDED: 'vínculo encerrado',
  LINK_ISSUING_ALLOWED: 'emissão pelo escritório permitida',
  LINK_ISSUING_FORBIDDEN: 'emissão pelo escritório retirada',
  LINK_REFUSED: 'vínculo recusado',
  LINK_REQUESTED: 'vínculo pedido',
  MANIFESTATION_REQUESTED: 'manifestação pedida',
  OFFICE_CREATED: 'escritório criado',
  OFFICE_RESUMED: 'escritório reativado',
  OFFICE_SUPPORT_OPENED: 'escritório aberto para consulta, como suporte',
  OFFICE_SUSPENDED: 'escritório suspenso',
  NUMBERS_EXPLAINED: 'números que faltam explicados',
  NUMBERS_EXPLANATION_WITHDRAWN: 'explicação de números retirada',
  PAYABLE_PAID: 'conta paga',
  PAYABLE_PAYMENT_TAKEN_BACK: 'pagamento desfeito',
  PERSON_ACCESS_ENDED: 'acesso de pessoa encerrado',
  PERSON_CREATED: 'pessoa criada no painel',
  PERSON_DISABLED: 'pessoa retirada do painel',
  PERSON_IDENTITY_LINKED: 'conta da organização ligada',
  PERSON_INVITATION_ACCEPTED: 'convite de pessoa aceito',
  PERSON_INVITATION_WITHDRAWN: 'convite de pessoa retirado',
  PERSON_INVITED: 'pessoa convidada',
  PERSON_MAILS_CHOSEN: 'e-mails do painel escolhidos',
  PERSON_PART_CHANGED: 'empresas do analista mudadas',
  PERSON_PASSKEY_ADDED: 'chave de acesso guardada',
  PERSON_PASSKEY_REMOVED: 'chave de acesso removida',
  PERSON_PASSWORD_CHOSEN: 'senha do painel escolhida',
  PERSON_RECOVERY_CODE_USED: 'código de recuperação usado',
  PERSON_RECOVERY_CODES_MADE: 'códigos de recuperação novos',
  PERSON_RESET: 'link novo do painel',
  PERSON_ROLE_CHANGED: 'papel de pessoa mudado',
  PERSON_SECOND_FACTOR_REMOVED: 'segundo fator de pessoa retirado',
  PERSON_SESSIONS_ENDED: 'sessões de pessoa encerradas',
  PERSON_TOTP_REMOVED: 'código do celular desligado',
  PERSON_TOTP_SET: 'código do celular ligado',
  PERSON_UNLOCKED: 'pessoa desbloqueada no painel',
  PORTAL_LINK_CREATED: 'link do painel feito',
  PORTAL_OPENED: 'painel aberto por um link',
  PRODUCT_CHANGED: 'produto alterado',
  PRODUCT_CREATED: 'produto cadastrado',
  PRODUCT_REMOVED: 'produto removido',
  RECEIVED_EVENT_REQUESTED: 'evento da reforma sobre nota recebida pedido',
  REPLACED_NOTE_GIVEN_UP: 'inutilização de nota substituída aprovada',
  REPLACED_NOTES_RETRIED: 'notas substituídas avisadas',
  REQUEST_WITHDRAWN: 'pedido desfeito: a fila não respondia',
  RESTORATION_MARKED: 'banco marcado como restaurado',
  RESTORATION_NOTES_LEFT: 'notas achadas deixadas de lado',
  RESTORATION_RELEASED: 'emissão liberada depois da restauração',
  RETRY_REQUESTED: 'nova tentativa pedida',
  SUPPORT_OPENED: 'empresa aberta pelo suporte',
  TAX_RULE_CHANGED: 'regra tributária alterada',
  TAX_RULE_CREATED: 'regra tributária cadastrada',
  TAX_RULE_REMOVED: 'regra tributária removida',
  TEMPLATE_CHANGED: 'modelo fiscal alterado',
  TEMPLATE_CREATED: 'modelo fiscal cadastrado',
  TEMPLATE_REMOVED: 'modelo fiscal removido',
  VEHICLE_CHANGED: 'veículo alterado',
  VEHICLE_CREATED: 'veículo cadastrado',
  VEHICLE_REMOVED: 'veículo removido',
  WEBHOOK_CHANGED: 'webhook alterado',
  WEBHOOK_CREATED: 'webhook criado',
  WEBHOOK_DEACTIVATED: 'webhook desativado depois de falhas',
  WEBHOOK_REACTIVATED: 'webhook reativado',
  WEBHOOK_REDELIVERY_REQUESTED: 'entrega repetida',
  WEBHOOK_REMOVED: 'webhook removido',
  WEBHOOK_SECRET_ROTATED: 'segredo do webhook trocado',
  WEBHOOK_TESTED: 'webhook testado',
};

const kinds: Record<ActorKind, string> = {
  COMPANY_KEY: 'chave',
  OFFICE_KEY: 'chave de escritório',
  OPERATOR_KEY: 'chave de administração',
  PERSON: 'pessoa',
  COMMAND_LINE: 'linha de comando',
  SYSTEM: 'sistema',
};

/** A page of entries for a person: one line each, and how to get the next page. */
function entriesInWords({ entries, next }: AuditPage): string {
  const rows = textTable(entries.map(rowOf), 'Não há registro que corresponda.');
  return next === null ? rows : `${rows}\nHá mais: repita o comando com --after ${next}`;
}

/** A row of the table; the details come last, because they are the longest. */
function rowOf({ at, actor, action, company, office, subject, details }: AuditEntryShown): Record<string, string> {
  return {
    quando: brasiliaMoment(at),
    quem: `${kinds[actor.kind]} ${actor.name}`,
    'o quê': titles[action],
    empresa: company?.name ?? '',
    escritório: office?.name ?? '',
    sobre: subject ?? '',
    detalhes: detailsInWords(details ?? {}),
  };
}

function detailsInWords(details: AuditDetails): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(',') : value}`)
    .join(' ');
}
