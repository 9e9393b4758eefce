import type { InutilizationEnd, Progress } from '../../domain/conversation/progress.ts';
import { Inutilization } from '../../domain/inutilizations/inutilization.entity.ts';
import { judgedAt, sefaz, type SefazAddress, sefazMessage } from '../../domain/sefaz/authority.ts';
import { consStatServ } from '../../domain/sefaz/messages.ts';
import { nextInutilizationStep } from '../../domain/sefaz/next-inutilization-step.ts';
import { procInutNFe } from '../../domain/sefaz/proc-nfe.ts';
import { recordInutilized, type Transaction } from '../../operations/outbox.ts';
import { callsAbout } from '../conversation/calls.ts';
import type { Conversation, Matter } from '../conversation/matter.ts';
import { lockWithSignedXml } from '../conversation/prepare.ts';
import { obstacleProgress, unansweredProgress } from '../conversation/waits.ts';
import { type RangeAnswer, readInutilization, readServiceStatus } from './answer.ts';
import { explain, layoutOf, ownerOf } from './prepare.ts';

/** An attempt to inutilize a range of numbers, with what its conversation needs; `state` is the company's. */
type InutilizationAttempt = Conversation & { range: Inutilization; state: string };

/** The matter of inutilizing a range of numbers. */
export const inutilization: Matter<InutilizationAttempt, RangeAnswer, InutilizationEnd> = {
  idName: 'inutilizationId',
  logFieldsOf: () => ({}),
  authorityOf: () => sefaz,
  async load(em, id, attempt) {
    const range = await em.findOneOrFail(Inutilization, { id }, { populate: ['signedXml'] });
    if (range.status !== 'PENDING' || range.attempt !== attempt) return { end: range.end() };
    const { state, ...speaker } = await ownerOf(em, range);
    const subject = layoutOf(range, { ...speaker, state }).id;
    const calls = await callsAbout(em, sefaz, subject);
    return { state: { range, state, subject, environment: range.environment, speaker, calls } };
  },
  next: ({ calls }, now, servingAt) => nextInutilizationStep(sefaz, calls, now, servingAt),
  judgedOf: (attempt) => judgedAt(placeOf(attempt)),
  message({ range, state }, step) {
    const { environment, signedXml } = range;
    const at = placeOf({ range, state });
    return step.do === 'checkService'
      ? sefazMessage(at, {
          service: 'NfeStatusServico',
          message: consStatServ({ environment, state }),
          read: readServiceStatus,
        })
      : sefazMessage(at, { service: 'NfeInutilizacao', message: signedXml ?? '', read: readInutilization });
  },
  async settle(tx, { range: { id } }, answer) {
    const range = await tx.em.findOneOrFail(Inutilization, { id }, lockWithSignedXml);
    return range.status === 'PENDING' ? settle(tx, range, answer) : { kind: 'settled', end: range.end() };
  },
  explain,
  tellPerson: null,
};

const placeOf = ({
  range: { model, environment },
  state,
}: Pick<InutilizationAttempt, 'range' | 'state'>): SefazAddress => ({ state, model, environment });

async function settle(
  tx: Transaction,
  range: Inutilization,
  { cStat, xMotivo, result, outcome }: RangeAnswer,
): Promise<Progress<InutilizationEnd>> {
  const words = `${cStat} - ${xMotivo}`;
  const asking = `Perguntando de novo à SEFAZ pela inutilização (${words})`;
  if (outcome === null) return unansweredProgress(asking);
  switch (outcome.kind) {
    case 'registered':
    case 'alreadyThere': {
      // 563 tells the protocol of the first time, which is no registration to keep beside the signed bytes.
      const procXml = outcome.kind === 'registered' && result ? procInutNFe(range.signedXml ?? '', result.raw) : null;
      const inutilizationDate = result?.dhRecbto ? new Date(result.dhRecbto) : new Date();
      range.authorize({ cStat, reason: xMotivo, protocol: result?.nProt ?? null, inutilizationDate, procXml });
      await recordInutilized(tx, range);
      tx.ended.push({ what: 'event', type: 'INUTILIZATION', outcome: 'registered', cStat });
      return { kind: 'settled', end: range.end() };
    }
    case 'rejected':
      range.refuse(xMotivo, cStat);
      tx.ended.push({ what: 'event', type: 'INUTILIZATION', outcome: 'rejected', cStat });
      return { kind: 'settled', end: range.end() };
    default:
      return obstacleProgress(sefaz, outcome, { words, asking });
  }
}
