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

/** What is told once a remedy was asked for. */
export const attentionSentences = {
  avisado: 'Avisado: tenta agora. O que não andar volta a aparecer aqui, com o motivo.',
  retomado: 'O Lavra retoma isto sozinho em alguns minutos: a execução tinha se perdido.',
  consultando: 'Consulta pedida. O que houver de novo aparece em instantes.',
  reenviado: 'Enviado de novo, com outro link; o anterior não vale mais.',
  inutilizando: 'A SEFAZ é consultada mais uma vez, e depois o número é inutilizado.',
};

/** A remedy of a company, by what its form says: does it, and gives the word of what is told. */
export type RemedyAct = (
  parts: PanelParts,
  company: ActingCompany,
  form: URLSearchParams,
) => Promise<keyof typeof attentionSentences>;

/** What waits tries now. @throws DomainError as `tryAgain` */
export const retryWhatWaits: RemedyAct = async (parts, company, form) => {
  const what = triedThings.find((thing) => thing === form.get('que'));
  if (!what) throw new DomainError('invalid_state', 'Isto já não espera. Confira a lista, que acabou de ser lida.');
  return (await tryAgain(parts, company, { what, id: form.get('id') ?? '' })) ? 'avisado' : 'retomado';
};

/** The sources of received documents are asked. @throws DomainError `sefaz_wait` where none may be yet */
export const syncNow: RemedyAct = async (parts, company) => {
  await syncOrRefuse(parts, company, new Date());
  return 'consultando';
};

/** The number of a replaced note is given up. @throws DomainError as `giveUpReplaced` */
export const gaveUpNumber: RemedyAct = async (parts, company, form) => {
  await giveUpReplaced(parts, company, form.get('id') ?? '');
  return 'inutilizando';
};

/**
 * A mail to one of the company's people is sent anew, with another link.
 *
 * @returns to whom, and the link where it is handed over, since mails are not sent here any more
 * @throws DomainError or SignInRefused as `resendMail`
 */
export async function mailedAgain(
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
