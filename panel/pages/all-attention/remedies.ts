import type { OperatorRole } from '../../../domain/accounts/roles.ts';
import { commandOf, type OperatorTask, type Remedy } from '../../../domain/conversation/remedy.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { may } from '../../parts/may.ts';
import { act, askedToGiveUp, goesOn, link, sentence, typed } from '../../parts/remedy-parts.ts';
import type { Mover } from '../../parts/waits.ts';

/** For whom a remedy is shown, and of what: `company` is a CNPJ, null for what is of no company. */
export type OperatorPlace = {
  role: OperatorRole;
  company: string | null;
  title: string;
  until: Date | null;
  now: Date;
};

/** Who has to move, seen by who operates: what only has to be tried again is hers, too. */
export function moverForOperator({ kind }: Remedy): Mover {
  switch (kind) {
    case 'WAIT':
      return 'NOBODY';
    case 'OPERATOR':
    case 'RETRY':
    case 'SYNC':
    case 'CLOSE_AGAIN':
      return 'OPERATOR';
    default:
      return 'COMPANY';
  }
}

const how = 'Como se faz pelo comando';
const onlyOperators = sentence('Um operador pode fazê-lo; o seu papel só consulta.');

/** What helps, as a button or a link for who may act, else as a sentence that says who can. */
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
      return askedToGiveUp(title, '/o/atencao/inutilizar', { id: remedy.subject.noteId, empresa: company });
    case 'REDELIVER_FAILED':
      return link(title, `/o/entregas?webhook=${remedy.subject.endpointId}&situacao=falhou`, 'Ver o que falhou');
    case 'MEND_SALE':
      return html`${link(title, `/e/${company}/notas/${remedy.subject.documentId}`, 'Abrir a nota')}
      ${sentence('Quem emite pela empresa a corrige e emite de novo.')}`;
    case 'RENEW_CERTIFICATE':
      return html`${sentence('Quem administra a empresa envia o certificado novo.')} ${typed(how, commandOf(remedy))}`;
    case 'ANSWER_INVITATION':
      return html`${sentence('Quem administra a empresa responde ao convite.')} ${typed(how, commandOf(remedy))}`;
    case 'RESEND':
      return html`${sentence('Quem administra a empresa envia de novo, ou corrige o endereço.')}
      ${typed(how, commandOf(remedy))}`;
    case 'CLOSE_AGAIN':
      return html`${sentence('O escritório refaz o fechamento.')} ${typed(how, commandOf(remedy))}`;
    case 'WAIT':
      return goesOn(until, now);
    case 'OPERATOR':
      return task(remedy.subject, title, commandOf(remedy));
  }
}

/** What only who operates does: the page that shows more of it, or what is done on the machine. */
function task(subject: OperatorTask, title: string, command: string | null): Markup {
  switch (subject.task) {
    case 'EXAMINE':
      return link(title, subject.company === null ? '/o/saude' : `/o/saude?empresa=${subject.company}`, 'Examinar…');
    case 'SHOW_CONTINGENCY':
      return link(title, `/o/autoridades/${subject.company}`, 'Ver a contingência');
    case 'ADD_RATES':
      return html`${link(title, '/o/tabelas', 'Ver as tabelas')}
      ${sentence('Quando a lei as publicar, acrescente-as e reinicie API, painel e workers.')} ${typed(how, command)}`;
    case 'START_WORKER':
      return html`${sentence('Inicie-o de novo na máquina em que ele corre.')} ${typed(how, command)}`;
    case 'SAY_REGIME':
      return html`${sentence('Consulte o CNPJ na Receita Federal e diga como a empresa está lá.')}
      ${typed(how, command)}`;
    case 'SET_NSU':
      return html`${sentence(
        'Confira se outro sistema consulta por este CNPJ ou CPF. Se não há outro, diga de onde o Lavra continua.',
      )}
      ${typed(how, command)}`;
  }
}
