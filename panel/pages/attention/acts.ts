import type { Request, Response } from 'express';
import { NIL, validate as isUuid } from 'uuid';
import { DomainError } from '../../../domain/errors.ts';
import { syncOrRefuse } from '../../../http/runs/sync-received.ts';
import { giveUpReplaced, triedThings, tryAgain } from '../../../http/runs/try-again.ts';
import { startMailToPerson } from '../../../http/wake.ts';
import { resendMail } from '../../../operations/accounts/resend.ts';
import type { ActingCompany } from '../../../operations/acting.ts';
import { placeOf } from '../../network.ts';
import type { PanelParts } from '../../panel-parts.ts';

/** What the page says once a remedy was applied. */
export const attentionSentences = {
  avisado: 'Avisado: tenta agora. O que não andar volta a aparecer aqui, com o motivo.',
  retomado: 'O Lavra retoma isto sozinho em alguns minutos: a execução tinha se perdido.',
  consultando: 'Consulta pedida. O que houver de novo aparece em instantes.',
  reenviado: 'Enviado de novo, com outro link; o anterior não vale mais.',
  inutilizando: 'A SEFAZ é consultada mais uma vez, e depois o número é inutilizado.',
};

/** Applies the remedy that a form asks for, and returns the word of the sentence to show. */
export type RemedyAct = (
  parts: PanelParts,
  company: ActingCompany,
  form: URLSearchParams,
) => Promise<keyof typeof attentionSentences>;

/** Wakes what waits, to try now. @throws DomainError as `tryAgain` */
export const retryWhatWaits: RemedyAct = async (parts, company, form) => {
  const what = triedThings.find((thing) => thing === form.get('que'));
  if (!what) throw new DomainError('invalid_state', 'Isto já não espera. Confira a lista, que acabou de ser lida.');
  return (await tryAgain(parts, company, { what, id: form.get('id') ?? '' })) ? 'avisado' : 'retomado';
};

/** Asks the sources of received documents. @throws DomainError `sefaz_wait` while none may be asked */
export const syncNow: RemedyAct = async (parts, company) => {
  await syncOrRefuse(parts, company, new Date());
  return 'consultando';
};

/** Gives up the number of a replaced note. @throws DomainError as `giveUpReplaced` */
export const giveUpNumber: RemedyAct = async (parts, company, form) => {
  await giveUpReplaced(parts, company, form.get('id') ?? '');
  return 'inutilizando';
};

/**
 * Sends a mail to one of the company's people again, with another link.
 *
 * @returns her address; and the link when the panel sends no mails, so that it has to be handed over
 * @throws DomainError or SignInRefused as `resendMail`
 */
export async function mailAgain(
  parts: PanelParts,
  { req, res }: { req: Request; res: Response },
  company: ActingCompany,
  form: URLSearchParams,
): Promise<{ email: string; link: string | null }> {
  const id = form.get('id') ?? '';
  const { email, mailId, link } = await resendMail(parts, company, isUuid(id) ? id : NIL, placeOf(req).network);
  if (mailId !== null) await startMailToPerson(parts, res, mailId);
  return { email, link };
}
