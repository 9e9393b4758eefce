import type { LinkStatus } from '../../offices/words.ts';
import { html, type Markup } from '../html/markup.ts';
import { undoing } from './asking.ts';
import { invitationPage } from './page.ts';

/** What became of an answered invitation: where its link stands now. */
export type Answered = { officeName: string; status: Exclude<LinkStatus, 'PENDING'>; issuingAllowed: boolean };

type Words = { heading: string; body: (answered: Answered) => Markup };

/** The page that an answered invitation shows from then on. It names no company: mails are passed on. */
export function answeredHtml(answered: Answered): string {
  const { heading, body } = words[answered.status];
  return invitationPage({ title: heading, heading, body: body(answered) });
}

const words: Record<Answered['status'], Words> = {
  ACTIVE: {
    heading: 'Convite aceito',
    body: ({ officeName, issuingAllowed }) =>
      html`<p><strong>${officeName}</strong> já pode consultar os documentos fiscais da empresa.</p>
        <p>Emitir, cancelar e corrigir notas: <strong>${issuingAllowed ? 'permitido' : 'não permitido'}</strong>.</p>
        <p class="small">${undoing} A permissão de emitir muda com <code>lavra link allow-issuing</code>.</p>`,
  },
  REFUSED: {
    heading: 'Convite recusado',
    body: ({ officeName }) =>
      html`<p><strong>${officeName}</strong> não tem acesso à empresa.</p>
        <p class="small">Se mudar de ideia, peça ao escritório que envie outro convite.</p>`,
  },
  ENDED: {
    heading: 'Vínculo encerrado',
    body: ({ officeName }) =>
      html`<p>
          <strong>${officeName}</strong> não tem acesso à empresa: o vínculo foi encerrado, ou o pedido retirado.
        </p>
        <p class="small">Para retomar, peça ao escritório que envie outro convite.</p>`,
  },
};
