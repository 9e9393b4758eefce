import type { EntityManager } from '../../config/orm.ts';
import { AuthorityCall } from '../../domain/documents/authority-call.entity.ts';
import type { DocumentEvent } from '../../domain/documents/document-event.entity.ts';
import { AuthorityRejected } from '../../domain/errors.ts';

/**
 * How often within an hour an event is refused by one code before it is not sent again: the authority shuts a company out of all events for
 * an hour when one was refused more than 20 times (656; MOC 7.0 Anexo I 4.3).
 */
const mostRefusals = 10;
const hourMs = 3_600_000;

/**
 * Keeps an event that the authority refused and refused from being sent once more.
 *
 * @param subject Id of the event
 * @param last what became of its last try
 * @throws AuthorityRejected as the last time
 */
export async function refuseInsistence(
  em: EntityManager,
  subject: string,
  { cStat, reason }: Pick<DocumentEvent, 'cStat' | 'reason'>,
): Promise<void> {
  if (!cStat) return;
  const recent = { subject, cStat, startedAt: { $gt: new Date(Date.now() - hourMs) } };
  if ((await em.count(AuthorityCall, recent)) < mostRefusals) return;
  const since = `Foi assim ${mostRefusals} vezes na última hora e desta vez nada foi enviado; tente de novo mais tarde.`;
  throw new AuthorityRejected(cStat, reason ?? 'sem motivo informado', since);
}
