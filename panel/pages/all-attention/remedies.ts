import type { OperatorRole } from '../../../domain/accounts/roles.ts';
import { commandOf, type OperatorTask, type Remedy } from '../../../domain/conversation/remedy.ts';
import { monthInDigits } from '../../../domain/month.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { may } from '../../parts/may.ts';
import { act, giveUpForm, waitsByItself, link, remedySentence, typed } from '../../parts/remedy-parts.ts';
import { homePaths } from '../../parts/places.ts';
import type { ActingSide } from '../../parts/waits.ts';

/** Who sees a remedy, and about which company: its CNPJ or CPF, or null for none. */
export type OperatorPlace = {
  role: OperatorRole;
  company: string | null;
  title: string;
  until: Date | null;
  now: Date;
};

/** Who has to act, as operators see it: what only has to be tried again is theirs, too. */
export function sideForOperator({ kind }: Remedy): ActingSide {
  switch (kind) {
    case 'WAIT':
      return 'NOBODY';
    case 'OPERATOR':
    case 'RETRY':
    case 'SYNC':
    case 'CLOSE_AGAIN':
    case 'SET_NSU':
      return 'OPERATOR';
    default:
      return 'COMPANY';
  }
}

const how = 'Como se faz pelo comando';
const companyAt = (taxId: string): string => `${homePaths.INSTALLATION()}/${taxId}`;
const onlyOperators = remedySentence('Um operador pode fazê-lo; o seu papel só consulta.');

/** The remedy as a button or a link for roles that may apply it, otherwise as a sentence that says who can. */
export function operatorRemedyHtml(remedy: Remedy, place: OperatorPlace): Markup {
  const { role, title, until, now } = place;
  const company = place.company ?? '';
  switch (remedy.kind) {
    case 'RETRY': {
      if (!may(role, 'allTryAgain')) return onlyOperators;
      const { what, id } = remedy.subject;
      return act(title, '/o/atencao/tentar', 'Tentar agora', { que: what, id, empresa: company });
    }
    case 'RESOLVE':
      if (!may(role, 'allDecide')) return onlyOperators;
      return link(title, `/o/atencao/${company}/${remedy.subject.documentId}/decidir`, 'Decidir…');
    case 'REACTIVATE_ENDPOINT':
      if (!may(role, 'allReactivate')) return onlyOperators;
      return act(title, '/o/atencao/reativar', 'Reativar', { id: remedy.subject.endpointId, empresa: company });
    case 'SYNC':
      if (!may(role, 'allAskSources')) return onlyOperators;
      return act(title, '/o/atencao/consultar', 'Consultar agora', { empresa: company });
    case 'GIVE_UP_REPLACED':
      if (!may(role, 'allGiveUpReplaced')) return onlyOperators;
      return giveUpForm(title, '/o/atencao/inutilizar', { id: remedy.subject.noteId, empresa: company });
    case 'REDELIVER_FAILED':
      return link(title, `/o/entregas?webhook=${remedy.subject.endpointId}&situacao=falhou`, 'Ver o que falhou');
    case 'MEND_SALE':
      return html`${link(title, `/e/${company}/notas/${remedy.subject.documentId}`, 'Abrir a nota')}
      ${remedySentence('Quem emite pela empresa a corrige e emite de novo.')}`;
    case 'RENEW_CERTIFICATE':
      if (!may(role, 'giveCompanyCertificate')) return onlyOperators;
      return html`${link(title, `${companyAt(remedy.subject.company)}/certificado`, 'Enviar outro certificado…')}
      ${remedySentence('Quem administra a empresa pode enviá-lo também.')}`;
    case 'ANSWER_INVITATION':
      if (!may(role, 'allAnswerInvitation')) return onlyOperators;
      return answers(title, { empresa: remedy.subject.company, escritorio: remedy.subject.office });
    case 'RESEND': {
      if (!may(role, 'allResendMail')) return onlyOperators;
      const people = `${companyAt(remedy.subject.company)}/pessoas`;
      return html`${act(title, '/o/atencao/reenviar', 'Enviar de novo', { id: remedy.subject.mailId, empresa: company })}
        <p class="soft">Se o endereço está errado, corrija-o em <a href="${people}">Pessoas e convites</a>.</p>`;
    }
    case 'CLOSE_AGAIN': {
      const { closingId: id, office, ...month } = remedy.subject;
      const board = link(title, `/c/${office}/fechamento/${monthInDigits(month)}`, 'Ver o fechamento');
      if (!may(role, 'allCloseAgain')) return html`${board} ${onlyOperators}`;
      return html`${act(title, '/o/atencao/fechar', 'Fechar de novo', { id, empresa: company })} ${board}`;
    }
    case 'SET_NSU':
      if (!may(role, 'allSetNsu')) return onlyOperators;
      return askedForNsu(title, remedy.subject);
    case 'WAIT':
      return waitsByItself(until, now);
    case 'OPERATOR':
      return task(remedy.subject, place, commandOf(remedy));
  }
}

/** Answers an office in the company's name, which the company's own people usually do. */
function answers(title: string, fields: Record<string, string>): Markup {
  const to = '/o/atencao/convite';
  return html`<details class="asked">
    <summary>Responder pela empresa…</summary>
    <p>Quem administra a empresa responde ao convite. Responda por ela só se ela pediu.</p>
    ${act(title, to, 'Aceitar', { ...fields, resposta: 'aceitar' })}
    ${act(title, to, 'Recusar', { ...fields, resposta: 'recusar' })}
  </details>`;
}

/** Asks for the NSU from which a source goes on, and says what that fetches again or skips. */
function askedForNsu(title: string, { company, source, nsu }: Extract<Remedy, { kind: 'SET_NSU' }>['subject']): Markup {
  const field = `nsu-${company}-${source.toLowerCase()}`;
  return html`<details class="asked">
    <summary>Dizer de onde continua…</summary>
    <p>
      Confira antes se outro sistema consulta por este CNPJ ou CPF. Um número menor busca de novo o que já veio, sem
      duplicar nada; um maior pula o que há entre os dois, que não virá mais.
    </p>
    <form method="post" action="/o/atencao/nsu">
      <input type="hidden" name="empresa" value="${company}" />
      <input type="hidden" name="fonte" value="${source}" />
      <div class="field">
        <label for="${field}">Último NSU que conta como recebido</label>
        <input
          id="${field}" name="nsu" value="${nsu ?? ''}" inputmode="numeric" pattern="[0-9]{1,15}" maxlength="15"
          autocomplete="off" required
        />
      </div>
      <button class="button quiet">Continuar daqui<span class="unseen">: ${title}</span></button>
    </form>
  </details>`;
}

/** What only operators do: a link to the page that shows more, or what is done on the machine. */
function task(subject: OperatorTask, { role, title }: OperatorPlace, command: string | null): Markup {
  switch (subject.task) {
    case 'EXAMINE':
      return link(title, subject.company === null ? '/o/saude' : `/o/saude?empresa=${subject.company}`, 'Examinar…');
    case 'SHOW_CONTINGENCY':
      return link(title, `/o/autoridades/${subject.company}`, 'Ver a contingência');
    case 'ADD_RATES':
      return html`${link(title, '/o/tabelas', 'Ver as tabelas')}
      ${remedySentence('Quando a lei as publicar, acrescente-as e reinicie API, painel e workers.')} ${typed(how, command)}`;
    case 'START_WORKER':
      return html`${remedySentence('Inicie-o de novo na máquina em que ele corre.')} ${typed(how, command)}`;
    case 'SHOW_DIFFERENCES':
      return link(title, `/e/${subject.company}/conferencias/${subject.month}`, 'Ver as diferenças');
    case 'SAY_REGIME':
      if (!may(role, 'sayCompanyRegime')) return onlyOperators;
      return link(title, `${companyAt(subject.company)}/regime`, 'Dizer o regime…');
  }
}
