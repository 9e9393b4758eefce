import type { RoleInCompany } from '../../../domain/accounts/roles.ts';
import { commandOf, type Remedy } from '../../../domain/conversation/remedy.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { may, whoMay } from '../../parts/may.ts';
import { whenInWords } from '../../parts/moments.ts';
import { act, giveUpForm, waitsByItself, link, remedySentence, typed } from '../../parts/remedy-parts.ts';
import type { ActingSide } from '../../parts/waits.ts';

/** Who sees a remedy, for what, and when. */
export type RemedyPlace = {
  /** `/e/{cnpj}` */
  base: string;
  role: RoleInCompany;
  now: Date;
  /** What the remedy is for, so that each button says what it is about. */
  title: string;
  /** When the waiting thing goes on by itself; null when that is not known. */
  until: Date | null;
  /** The earliest moment at which a source of received documents may be asked; null when one may be at once. */
  syncAllowedAt: Date | null;
};

export function sideOf({ kind, subject }: Remedy): ActingSide {
  switch (kind) {
    case 'WAIT':
      return 'NOBODY';
    case 'OPERATOR':
      return subject.task === 'SHOW_DIFFERENCES' ? 'COMPANY' : 'OPERATOR';
    case 'CLOSE_AGAIN':
    case 'SET_NSU':
      return 'OPERATOR';
    default:
      return 'COMPANY';
  }
}

/** The remedy as a button or a link for roles that may apply it, otherwise as a sentence that says who can. */
export function remedyHtml(remedy: Remedy, place: RemedyPlace): Markup {
  const { base, role, now, title, until, syncAllowedAt } = place;
  switch (remedy.kind) {
    case 'RETRY': {
      const { what, id } = remedy.subject;
      if (!may(role, 'tryAgain')) return others(whoMay.issuing, 'pode mandar tentar agora');
      return act(title, `${base}/atencao/tentar`, 'Tentar agora', { que: what, id });
    }
    case 'RESOLVE':
      if (!may(role, 'tryAgain')) return others(whoMay.issuing, 'decide');
      return link(title, `${base}/notas/${remedy.subject.documentId}/decidir`, 'Decidir…');
    case 'RENEW_CERTIFICATE':
      if (role !== 'COMPANY_ADMIN') return others(whoMay.administering, 'envia o certificado novo');
      return link(title, `${base}/certificado`, 'Enviar outro certificado');
    case 'REACTIVATE_ENDPOINT':
      if (!may(role, 'reactivateWebhook')) return others(whoMay.administering, 'reativa os avisos');
      return act(title, `${base}/webhooks/${remedy.subject.endpointId}/reativar`, 'Reativar');
    case 'REDELIVER_FAILED': {
      if (!may(role, 'deliveries')) return others(whoMay.administering, 'vê e reenvia o que falhou');
      const failed = `${base}/webhooks/entregas?webhook=${remedy.subject.endpointId}&situacao=falhou`;
      return link(title, failed, 'Ver o que falhou');
    }
    case 'SYNC':
      if (!may(role, 'askSources')) return others(whoMay.issuing, 'pode pedir a consulta');
      if (syncAllowedAt && syncAllowedAt > now) {
        return remedySentence(`A próxima consulta pode ser pedida ${whenInWords(syncAllowedAt, now)}.`);
      }
      return act(title, `${base}/atencao/consultar`, 'Consultar agora');
    case 'ANSWER_INVITATION':
      if (!may(role, 'office')) return others(whoMay.administering, 'responde ao convite');
      return link(title, `${base}/escritorio`, 'Responder…');
    case 'RESEND': {
      if (!may(role, 'resendMail')) return others(whoMay.administering, 'cuida dos convites e dos acessos');
      const { mailId, role: invitedAs } = remedy.subject;
      return html`${act(title, `${base}/atencao/reenviar`, 'Enviar de novo', { id: mailId })}
      ${
        invitedAs === null
          ? remedySentence('Se o endereço mudou, convide a pessoa pelo novo e encerre o acesso antigo, em Pessoas.')
          : remedySentence('Se o endereço está errado, retire o convite e faça outro, em Pessoas.')
      }`;
    }
    case 'CLOSE_AGAIN':
      return remedySentence('O escritório refaz o fechamento; nada depende da empresa.');
    case 'MEND_SALE':
      return link(title, `${base}/notas/${remedy.subject.documentId}`, 'Abrir a nota');
    case 'GIVE_UP_REPLACED':
      if (!may(role, 'giveUpReplaced')) return others(whoMay.issuing, 'decide se o número é inutilizado');
      return giveUpForm(title, `${base}/atencao/inutilizar`, { id: remedy.subject.noteId });
    case 'WAIT':
      return waitsByItself(until, now);
    case 'SET_NSU':
      return askOperator(remedy);
    case 'OPERATOR':
      if (remedy.subject.task === 'SHOW_DIFFERENCES') {
        return link(title, `${base}/conferencias/${remedy.subject.month}`, 'Ver as diferenças');
      }
      return askOperator(remedy);
  }
}

function askOperator(remedy: Remedy): Markup {
  return html`${remedySentence('Peça a quem opera o Lavra.')} ${typed('O que dizer a quem opera', commandOf(remedy))}`;
}

function others(who: string, does: string): Markup {
  return remedySentence(`${who} ${does}.`);
}
