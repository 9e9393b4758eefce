import { LockMode } from '@mikro-orm/core';
import { ReplacedNote } from '../../domain/documents/replaced/replaced-note.entity.ts';
import type { Progress, ReplacedEnd } from '../../domain/conversation/progress.ts';
import { type KeyAnswer, readRetConsSitNFe } from '../../domain/sefaz/answers.ts';
import { authorizerOfKey, sefaz, sefazMessage } from '../../domain/sefaz/authority.ts';
import { consSitNFe } from '../../domain/sefaz/messages.ts';
import { obstacleOf, outcomeOf } from '../../domain/sefaz/outcomes.ts';
import type { Transaction } from '../../operations/outbox.ts';
import type { Matter } from '../conversation/matter.ts';
import { obstacleProgress, unansweredProgress } from '../conversation/waits.ts';
import { explain } from './explain.ts';
import { question } from './facts.ts';
import { loadReplaced, type ReplacedState } from './load.ts';

/** The matter of asking what became of a note that another of the same sale replaced. */
export const replacedNote: Matter<ReplacedState, KeyAnswer, ReplacedEnd> = {
  idName: 'replacedId',
  logFieldsOf: ({ replaced: { document, accessKey } }) => ({ documentId: document, accessKey }),
  authorityOf: () => sefaz,
  load: (em, id) => loadReplaced(em, id),
  next(state, now) {
    const step = question(state, now);
    return step.do === 'wait' ? step : { do: 'ask' };
  },
  // It is never sent again.
  judgedOf: () => null,
  message({ subject: chNFe, environment }) {
    const message = consSitNFe({ environment, chNFe });
    return sefazMessage(authorizerOfKey(chNFe, environment), {
      service: 'NfeConsultaProtocolo',
      message,
      read: readRetConsSitNFe,
    });
  },
  async settle(tx, { replaced: { id } }, answer) {
    const replaced = await tx.em.findOneOrFail(ReplacedNote, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    return settle(tx, replaced, answer);
  },
  explain,
  tellPerson: null,
};

async function settle(
  _tx: Transaction,
  replaced: ReplacedNote,
  { cStat, xMotivo, protocol }: KeyAnswer,
): Promise<Progress<ReplacedEnd>> {
  const words = `${cStat} - ${xMotivo}`;
  const asking = `Consultando a nota substituída na SEFAZ (${words})`;
  const obstacle = obstacleOf(cStat);
  if (obstacle) return obstacleProgress(sefaz, obstacle, { words, asking });
  switch (outcomeOf(cStat).kind) {
    case 'authorized':
      if (protocol?.chNFe !== replaced.accessKey) return unansweredProgress(asking);
      replaced.protocol = protocol.nProt;
      replaced.authorizedAt = new Date(protocol.dhRecbto);
      replaced.cStat = cStat;
      return { kind: 'wait', pause: 'resend', reason: 'A SEFAZ tinha autorizado a nota substituída.' };
    case 'cancelled':
      replaced.settle('CANCELLED', { cStat, reason: xMotivo, at: new Date() });
      return { kind: 'settled', end: 'CANCELLED' };
    case 'denied':
      replaced.settle('SPENT', { cStat, reason: xMotivo, at: new Date() });
      return { kind: 'settled', end: 'SPENT' };
    default:
      return unansweredProgress(asking);
  }
}
