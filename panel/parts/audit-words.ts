import type { AuditAction } from '../../domain/audit/actions.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import type { AuditDetails } from '../../domain/audit/audit-entry.entity.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import type { AuditEntryShown } from '../../operations/audit/find-entries.ts';
import { count } from './words.ts';

/** What changes are about, as people filter them, in the order of the choice. */
export const auditGroups = {
  NOTES: 'Notas emitidas',
  RECEIVED: 'Notas recebidas e contas',
  RECORDS: 'Cadastros',
  COMPANY: 'Empresa, certificado e ajustes',
  KEYS: 'Chaves de integração',
  WEBHOOKS: 'Webhooks',
  OFFICE: 'Escritório',
  PEOPLE: 'Pessoas',
} as const;
export type AuditGroup = keyof typeof auditGroups;

type ActionWords = {
  group: AuditGroup;
  /** What was done, to follow the name of the actor. */
  says: string | ((details: AuditDetails) => string);
};

/** Every action in words. */
const actions: Record<AuditAction, ActionWords> = {
  BULK_AWARENESS_REQUESTED: {
    group: 'RECEIVED',
    says: ({ notes }) => `deu ciência de ${typeof notes === 'number' ? count(notes) : 'muitas'} notas de uma vez`,
  },
  CARRIER_CHANGED: { group: 'RECORDS', says: 'mudou uma transportadora' },
  CARRIER_CREATED: { group: 'RECORDS', says: 'cadastrou uma transportadora' },
  CARRIER_REMOVED: { group: 'RECORDS', says: 'removeu uma transportadora' },
  CERTIFICATE_ADDED: { group: 'COMPANY', says: 'enviou um certificado digital' },
  CERTIFICATE_REMOVED: { group: 'COMPANY', says: 'apagou um certificado digital' },
  CLIENT_CHANGED: { group: 'RECORDS', says: 'mudou um cliente' },
  CLIENT_CREATED: { group: 'RECORDS', says: 'cadastrou um cliente' },
  CLIENT_REMOVED: { group: 'RECORDS', says: 'removeu um cliente' },
  CLOSINGS_REQUESTED: { group: 'OFFICE', says: 'pediu o fechamento do mês' },
  COMPANY_ACTIVATED: { group: 'COMPANY', says: 'reativou a empresa no Lavra' },
  COMPANY_CHANGED: { group: 'COMPANY', says: 'mudou os ajustes da empresa' },
  COMPANY_CREATED: { group: 'COMPANY', says: 'criou a empresa no Lavra' },
  COMPANY_DEACTIVATED: { group: 'COMPANY', says: 'desativou a empresa no Lavra' },
  COMPARISON_REQUESTED: { group: 'NOTES', says: 'pediu a conferência de um mês com a autoridade' },
  CONTINGENCY_ENTERED: { group: 'NOTES', says: 'declarou contingência' },
  CONTINGENCY_LEFT: { group: 'NOTES', says: 'encerrou a contingência' },
  CSC_REMOVED: { group: 'COMPANY', says: 'apagou o CSC' },
  CSC_SET: { group: 'COMPANY', says: 'registrou o CSC' },
  CSRT_REMOVED: { group: 'COMPANY', says: 'apagou o CSRT' },
  CSRT_SET: { group: 'COMPANY', says: 'registrou o CSRT' },
  DIFFERENCES_LEFT: { group: 'NOTES', says: 'encerrou diferenças da conferência de um mês' },
  DISTRIBUTION_NSU_SET: { group: 'RECEIVED', says: 'mudou até onde as notas recebidas foram lidas' },
  DISTRIBUTION_SYNC_REQUESTED: { group: 'RECEIVED', says: 'pediu a consulta de notas recebidas' },
  DOCUMENT_CANCELLATION_REQUESTED: { group: 'NOTES', says: 'pediu o cancelamento de uma nota' },
  DOCUMENT_CHANGED: { group: 'NOTES', says: 'mudou uma nota antes de emitir' },
  DOCUMENT_CORRECTION_REQUESTED: { group: 'NOTES', says: 'enviou uma carta de correção' },
  DOCUMENT_CREATED: { group: 'NOTES', says: 'criou uma nota' },
  DOCUMENT_EMISSION_REQUESTED: { group: 'NOTES', says: 'mandou emitir uma nota' },
  DOCUMENT_EVENT_REQUESTED: { group: 'NOTES', says: 'registrou um evento em uma nota' },
  DOCUMENT_RECEIPT_REMOVAL_REQUESTED: { group: 'NOTES', says: 'pediu a remoção de um comprovante de entrega' },
  DOCUMENT_MAIL_REQUESTED: { group: 'NOTES', says: 'mandou a nota por e-mail' },
  MAIL_SUPPRESSION_LIFTED: { group: 'NOTES', says: 'voltou a enviar e-mails a um endereço' },
  DOCUMENT_RECEIPT_REQUESTED: { group: 'NOTES', says: 'registrou um comprovante de entrega' },
  DOCUMENT_REMOVED: { group: 'NOTES', says: 'removeu uma nota que não foi emitida' },
  DOCUMENT_RESOLVED: { group: 'NOTES', says: 'decidiu sobre uma emissão parada' },
  EXPORT_LINK_CREATED: { group: 'RECEIVED', says: 'criou um link para baixar notas' },
  IMPORT_FINISHED: { group: 'RECORDS', says: 'terminou uma importação' },
  IMPORT_STARTED: { group: 'RECORDS', says: 'começou uma importação' },
  INUTILIZATION_REQUESTED: { group: 'NOTES', says: rangeOf },
  KEY_CREATED: { group: 'KEYS', says: (details) => `criou a chave ${named(details)}` },
  KEY_REVOKED: { group: 'KEYS', says: (details) => `revogou a chave ${named(details)}` },
  LINK_ACCEPTED: {
    group: 'OFFICE',
    says: ({ issuingAllowed }) =>
      issuingAllowed === true
        ? 'aceitou o vínculo com o escritório e o deixou emitir'
        : 'aceitou o vínculo com o escritório',
  },
  LINK_ENDED: { group: 'OFFICE', says: 'encerrou o vínculo com o escritório' },
  LINK_ISSUING_ALLOWED: { group: 'OFFICE', says: 'deixou o escritório emitir notas' },
  LINK_ISSUING_FORBIDDEN: { group: 'OFFICE', says: 'tirou do escritório a permissão de emitir' },
  LINK_REFUSED: { group: 'OFFICE', says: 'recusou o vínculo com o escritório' },
  LINK_REQUESTED: { group: 'OFFICE', says: 'pediu um vínculo com a empresa' },
  MANIFESTATION_REQUESTED: { group: 'RECEIVED', says: 'manifestou-se sobre uma nota recebida' },
  OFFICE_CREATED: { group: 'OFFICE', says: 'criou o escritório no Lavra' },
  OFFICE_RESUMED: { group: 'OFFICE', says: 'reativou o escritório' },
  OFFICE_SUPPORT_OPENED: { group: 'OFFICE', says: 'abriu o escritório para consulta, como suporte' },
  OFFICE_SUSPENDED: { group: 'OFFICE', says: 'suspendeu o escritório' },
  NUMBERS_EXPLAINED: { group: 'OFFICE', says: 'explicou números que nenhuma nota usou' },
  NUMBERS_EXPLANATION_WITHDRAWN: { group: 'OFFICE', says: 'retirou a explicação de números que nenhuma nota usou' },
  PAYABLE_PAID: { group: 'RECEIVED', says: 'marcou uma conta como paga' },
  PAYABLE_PAYMENT_TAKEN_BACK: { group: 'RECEIVED', says: 'desfez o pagamento de uma conta' },
  PERSON_ACCESS_ENDED: { group: 'PEOPLE', says: 'encerrou o acesso de uma pessoa' },
  PERSON_CREATED: { group: 'PEOPLE', says: 'deu acesso a uma pessoa' },
  PERSON_DISABLED: { group: 'PEOPLE', says: 'retirou o acesso de uma pessoa' },
  PERSON_IDENTITY_LINKED: { group: 'PEOPLE', says: 'entrou pela primeira vez pela conta da organização' },
  PERSON_INVITATION_ACCEPTED: { group: 'PEOPLE', says: 'aceitou o convite' },
  PERSON_INVITATION_WITHDRAWN: { group: 'PEOPLE', says: 'retirou um convite' },
  PERSON_INVITED: { group: 'PEOPLE', says: 'convidou uma pessoa' },
  PERSON_MAILS_CHOSEN: { group: 'PEOPLE', says: 'escolheu os avisos que recebe por e-mail' },
  PERSON_PART_CHANGED: { group: 'PEOPLE', says: 'mudou as empresas de um analista' },
  PERSON_PASSKEY_ADDED: { group: 'PEOPLE', says: 'guardou uma chave de acesso' },
  PERSON_PASSKEY_REMOVED: { group: 'PEOPLE', says: 'removeu uma chave de acesso' },
  PERSON_PASSWORD_CHOSEN: { group: 'PEOPLE', says: 'escolheu a sua senha' },
  PERSON_RECOVERY_CODE_USED: { group: 'PEOPLE', says: 'entrou com um código de recuperação' },
  PERSON_RECOVERY_CODES_MADE: { group: 'PEOPLE', says: 'fez códigos de recuperação novos' },
  PERSON_RESET: { group: 'PEOPLE', says: 'deu a uma pessoa um link para trocar a senha' },
  PERSON_ROLE_CHANGED: { group: 'PEOPLE', says: 'mudou o papel de uma pessoa' },
  PERSON_SECOND_FACTOR_REMOVED: { group: 'PEOPLE', says: 'retirou o segundo fator de uma pessoa' },
  PERSON_SESSIONS_ENDED: {
    group: 'PEOPLE',
    says: ({ isOwn }) =>
      isOwn === true ? 'encerrou um acesso seu em outro aparelho' : 'encerrou as sessões de uma pessoa',
  },
  PERSON_TOTP_REMOVED: { group: 'PEOPLE', says: 'desligou o código do celular' },
  PERSON_TOTP_SET: { group: 'PEOPLE', says: 'ligou o código do celular' },
  PERSON_UNLOCKED: { group: 'PEOPLE', says: 'devolveu a uma pessoa o acesso ao painel' },
  PORTAL_LINK_CREATED: { group: 'KEYS', says: 'fez um link que abre o painel' },
  PORTAL_OPENED: { group: 'KEYS', says: 'abriu o painel por um link' },
  PRODUCT_CHANGED: { group: 'RECORDS', says: 'mudou um produto' },
  PRODUCT_CREATED: { group: 'RECORDS', says: 'cadastrou um produto' },
  PRODUCT_REMOVED: { group: 'RECORDS', says: 'removeu um produto' },
  RECEIVED_EVENT_REQUESTED: { group: 'RECEIVED', says: 'registrou um evento em uma nota recebida' },
  REPLACED_NOTE_GIVEN_UP: { group: 'NOTES', says: 'aprovou inutilizar o número de uma nota substituída' },
  REPLACED_NOTES_RETRIED: { group: 'NOTES', says: 'mandou tentar de novo com notas substituídas' },
  REQUEST_WITHDRAWN: { group: 'NOTES', says: 'teve um pedido desfeito: a fila não respondia' },
  RESTORATION_MARKED: { group: 'COMPANY', says: 'marcou o banco de dados como restaurado' },
  RESTORATION_NOTES_LEFT: { group: 'NOTES', says: 'deixou de lado notas achadas depois de uma restauração' },
  RESTORATION_RELEASED: { group: 'COMPANY', says: 'liberou a emissão depois de uma restauração' },
  RETRY_REQUESTED: { group: 'NOTES', says: 'mandou tentar agora o que esperava' },
  SUPPORT_OPENED: { group: 'COMPANY', says: 'abriu a empresa para consulta, como suporte' },
  TAX_RULE_CHANGED: { group: 'RECORDS', says: 'mudou uma regra de tributação' },
  TAX_RULE_CREATED: { group: 'RECORDS', says: 'cadastrou uma regra de tributação' },
  TAX_RULE_REMOVED: { group: 'RECORDS', says: 'removeu uma regra de tributação' },
  TEMPLATE_CHANGED: { group: 'RECORDS', says: 'mudou um modelo fiscal' },
  TEMPLATE_CREATED: { group: 'RECORDS', says: 'cadastrou um modelo fiscal' },
  TEMPLATE_REMOVED: { group: 'RECORDS', says: 'removeu um modelo fiscal' },
  VEHICLE_CHANGED: { group: 'RECORDS', says: 'mudou um veículo' },
  VEHICLE_CREATED: { group: 'RECORDS', says: 'cadastrou um veículo' },
  VEHICLE_REMOVED: { group: 'RECORDS', says: 'removeu um veículo' },
  WEBHOOK_CHANGED: { group: 'WEBHOOKS', says: (details) => `mudou o webhook em ${hostIn(details)}` },
  WEBHOOK_CREATED: { group: 'WEBHOOKS', says: (details) => `adicionou um webhook em ${hostIn(details)}` },
  WEBHOOK_DEACTIVATED: {
    group: 'WEBHOOKS',
    says: (details) => `desativou o webhook em ${hostIn(details)}, depois de falhas seguidas`,
  },
  WEBHOOK_REACTIVATED: { group: 'WEBHOOKS', says: (details) => `reativou o webhook em ${hostIn(details)}` },
  WEBHOOK_REDELIVERY_REQUESTED: {
    group: 'WEBHOOKS',
    says: (details) => `mandou reenviar ${resent(details)} ao webhook em ${hostIn(details)}`,
  },
  WEBHOOK_REMOVED: { group: 'WEBHOOKS', says: (details) => `removeu o webhook em ${hostIn(details)}` },
  WEBHOOK_SECRET_ROTATED: { group: 'WEBHOOKS', says: (details) => `trocou o segredo do webhook em ${hostIn(details)}` },
  WEBHOOK_TESTED: { group: 'WEBHOOKS', says: (details) => `testou o webhook em ${hostIn(details)}` },
};

/** What an entry says, to follow the name of the actor. */
export function entryInWords({ action, details }: Pick<AuditEntryShown, 'action' | 'details'>): string {
  // Another version may have written an action that this one does not know.
  const told: ActionWords | undefined = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (!told) return 'fez uma mudança que esta versão não conhece';
  return typeof told.says === 'string' ? told.says : told.says(details ?? {});
}

/** The actions of a group. */
export function actionsOf(group: AuditGroup): AuditAction[] {
  return (Object.entries(actions) as [AuditAction, ActionWords][]).flatMap(([action, told]) =>
    told.group === group ? [action] : [],
  );
}

/** The actor, and the office concerned, which is named with its keys. */
type Doer = { actor: Pick<Actor, 'kind' | 'name'> & Partial<Actor>; office: Pick<Office, 'name'> | null };

/** The actor in words: a person, a key by its name, the office, the operator, or Lavra itself. */
export function whoOf({ actor, office }: Doer): string {
  switch (actor.kind) {
    case 'PERSON':
      return actor.name;
    case 'COMPANY_KEY':
      return `Chave “${actor.name}”`;
    case 'OFFICE_KEY':
      return `${office?.name ?? 'Escritório'} (chave “${actor.name}”)`;
    case 'OPERATOR_KEY':
      return `Programa de quem opera o Lavra (chave “${actor.name}”)`;
    case 'COMMAND_LINE':
      return `Quem opera o Lavra (${actor.name})`;
    case 'SYSTEM':
      return 'Lavra';
  }
}

function text(value: AuditDetails[string] | undefined): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

const named = ({ name, hint }: AuditDetails): string =>
  text(name) === null ? 'de integração' : `“${text(name)}”${text(hint) === null ? '' : ` (${text(hint)})`}`;

const hostIn = ({ host }: AuditDetails): string => text(host) ?? 'endereço desconhecido';

function resent({ count: times }: AuditDetails): string {
  return typeof times === 'number' && times !== 1 ? `${count(times)} entregas` : 'uma entrega';
}

function rangeOf({ series, startNumber, endNumber }: AuditDetails): string {
  const [from, to] = [text(startNumber), text(endNumber)];
  if (from === null || to === null) return 'pediu a inutilização de números';
  const numbers = from === to ? `do número ${from}` : `dos números ${from} a ${to}`;
  return `pediu a inutilização ${numbers}${text(series) === null ? '' : `, série ${text(series)}`}`;
}
