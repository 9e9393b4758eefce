import type { RoleInCompany } from '../../../domain/accounts/roles.ts';
import { commandOf, type Remedy } from '../../../domain/conversation/remedy.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { may, whoMay } from '../../parts/may.ts';
import { whenInWords } from '../../parts/moments.ts';

/** For whom a remedy is shown, and what is known of when. */
export type RemedyPlace = {
  /** `/e/{cnpj}` */
  base: string;
  role: RoleInCompany;
  now: Date;
  /** What it helps against, so that each button says what it is about. */
  title: string;
  /** When what waits goes on by itself. */
  until: Date | null;
  /** From when on the sources of received documents may be asked; null where they may be now. */
  syncAllowedAt: Date | null;
};

/** Who has to move: somebody of the company, whoever runs the installation, or nobody. */
export type Mover = 'COMPANY' | 'OPERATOR' | 'NOBODY';

export function moverOf({ kind }: Remedy): Mover {
  switch (kind) {
    case 'WAIT':
      return 'NOBODY';
    case 'OPERATOR':
    case 'CLOSE_AGAIN':
      return 'OPERATOR';
    default:
      return 'COMPANY';
  }
}

/** What helps, as a button or a link for who may, else as a sentence that says who can. */
export function remedyHtml(remedy: Remedy, place: RemedyPlace): Markup {
  const { base, role, now, until, syncAllowedAt } = place;
  switch (remedy.kind) {
    case 'RETRY': {
      const { what, id } = remedy.subject;
      if (!may(role, 'tryAgain')) return others(whoMay.issuing, 'pode mandar tentar agora');
      return act(place, 'atencao/tentar', 'Tentar agora', { que: what, id });
    }
    case 'RESOLVE':
      if (!may(role, 'tryAgain')) return others(whoMay.issuing, 'decide');
      return link(place, `${base}/notas/${remedy.subject.documentId}/decidir`, 'Decidir…');
    case 'RENEW_CERTIFICATE':
      if (role !== 'COMPANY_ADMIN') return others(whoMay.administering, 'envia o certificado novo');
      return link(place, `${base}/certificado`, 'Enviar outro certificado');
    case 'REACTIVATE_ENDPOINT':
      if (!may(role, 'reactivateWebhook')) return others(whoMay.administering, 'reativa os avisos');
      return act(place, `webhooks/${remedy.subject.endpointId}/reativar`, 'Reativar');
    case 'REDELIVER_FAILED':
      if (!may(role, 'deliveries')) return others(whoMay.administering, 'vê e reenvia o que falhou');
      return link(
        place,
        `${base}/webhooks/entregas?webhook=${remedy.subject.endpointId}&situacao=falhou`,
        'Ver o que falhou',
      );
    case 'SYNC':
      if (!may(role, 'askSources')) return others(whoMay.issuing, 'pode pedir a consulta');
      if (syncAllowedAt && syncAllowedAt > now) {
        return sentence(`A próxima consulta pode ser pedida ${whenInWords(syncAllowedAt, now)}.`);
      }
      return act(place, 'atencao/consultar', 'Consultar agora');
    case 'ANSWER_INVITATION':
      if (!may(role, 'office')) return others(whoMay.administering, 'responde ao convite');
      return link(place, `${base}/escritorio`, 'Responder…');
    case 'RESEND': {
      if (!may(role, 'resendMail')) return others(whoMay.administering, 'cuida dos convites e dos acessos');
      const { mailId, role: invitedAs } = remedy.subject;
      return html`${act(place, 'atencao/reenviar', 'Enviar de novo', { id: mailId })}
      ${
        invitedAs === null
          ? sentence('Se o endereço mudou, convide a pessoa pelo novo e encerre o acesso antigo, em Pessoas.')
          : sentence('Se o endereço está errado, retire o convite e faça outro, em Pessoas.')
      }`;
    }
    case 'CLOSE_AGAIN':
      return sentence('O escritório refaz o fechamento; nada depende da empresa.');
    case 'MEND_SALE':
      return link(place, `${base}/notas/${remedy.subject.documentId}`, 'Abrir a nota');
    case 'GIVE_UP_REPLACED':
      if (!may(role, 'giveUpReplaced')) return others(whoMay.issuing, 'decide se o número é inutilizado');
      return html`<details class="asked">
        <summary>Inutilizar o número…</summary>
        <p>
          A SEFAZ é consultada mais uma vez; se ela não tiver mesmo esta nota, o número é inutilizado. Isso não pode ser
          desfeito.
        </p>
        ${act(place, 'atencao/inutilizar', 'Inutilizar o número', { id: remedy.subject.noteId })}
      </details>`;
    case 'WAIT':
      return sentence(
        until && until > now
          ? `Nada a fazer: segue sozinho ${whenInWords(until, now)}.`
          : 'Nada a fazer: segue sozinho.',
      );
    case 'OPERATOR':
      return html`${sentence('Peça a quem opera o Lavra.')}
        <details class="asked">
          <summary>O que dizer a quem opera</summary>
          <p><code>${commandOf(remedy) ?? ''}</code></p>
        </details>`;
  }
}

function act({ base, title }: RemedyPlace, path: string, words: string, fields: Record<string, string> = {}): Markup {
  return html`<form method="post" action="${base}/${path}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="button quiet">${words}<span class="unseen">: ${title}</span></button>
  </form>`;
}

function link({ title }: RemedyPlace, href: string, words: string): Markup {
  return html`<a class="button quiet" href="${href}">${words}<span class="unseen">: ${title}</span></a>`;
}

function others(who: string, does: string): Markup {
  return sentence(`${who} ${does}.`);
}

function sentence(words: string): Markup {
  return html`<p class="soft">${words}</p>`;
}
