import type { EntityManager } from '../config/orm.ts';
import type { EventOutcome } from '../domain/conversation/authority.ts';
import type { InutilizationEnd, Progress } from '../domain/conversation/progress.ts';
import { Inutilization } from '../domain/documents/inutilization.entity.ts';
import { layoutInutilization, signInutilization } from '../domain/nfe/inutilization.ts';
import { type InutilizationAnswer, readRetConsStatServ, readRetInutNFe } from '../domain/sefaz/answers.ts';
import { authorityServiceAt, sefaz, type SefazAddress, sefazMessage } from '../domain/sefaz/authority.ts';
import { consStatServ, procInutNFe } from '../domain/sefaz/messages.ts';
import { nextInutilizationStep } from '../domain/sefaz/next-inutilization-step.ts';
import { inutilizationOutcomeOf, obstacleOf } from '../domain/sefaz/outcomes.ts';
import { stateCode } from '../domain/states.ts';
import { newestCertificate } from '../operations/newest-certificate.ts';
import { recordInutilized, type Transaction } from '../operations/outbox.ts';
import { callsAbout } from './conversation/calls.ts';
import { refuseFaults, validatorOf, validIdentity } from './conversation/local-rejection.ts';
import type { Conversation, Matter, Speaker } from './conversation/matter.ts';
import { lockWithSignedXml, rowPreparation } from './conversation/prepare.ts';
import { explainIn, obstacleProgress, unansweredProgress } from './conversation/waits.ts';

/** One answer about a range of numbers: its result where the answer is to the range itself, and the outcome. */
type RangeAnswer = {
  cStat: string;
  xMotivo: string;
  result: InutilizationAnswer | null;
  outcome: EventOutcome | null;
};

/** Reads the answer to the range. */
function readInutilization(raw: string): RangeAnswer {
  const result = readRetInutNFe(raw);
  return { cStat: result.cStat, xMotivo: result.xMotivo, result, outcome: inutilizationOutcomeOf(result.cStat) };
}

/** Reads the answer to a question about the service: it says nothing about a range, and at most names an obstacle. */
function readServiceStatus(raw: string): RangeAnswer {
  const { cStat, xMotivo } = readRetConsStatServ(raw);
  return { cStat, xMotivo, result: null, outcome: obstacleOf(cStat) };
}

/** Writes what an open attempt waits for into its row. */
export const explainRange = explainIn({ table: 'inutilization', words: 'reason', open: 'PENDING' });

/** How a range of numbers is prepared. */
export const inutilizationPreparation = rowPreparation<Inutilization, InutilizationEnd>({
  find: (em, which) => em.findOne(Inutilization, which, lockWithSignedXml),
  async signedXml(em, range, parts) {
    const owner = await ownerOf(em, range);
    const { signer } = await validIdentity(em, owner, parts);
    const { xml } = signInutilization(layoutOf(range, owner), signer);
    refuseFaults(validatorOf(parts, 'nfe', parts.now()).validate('inutNFe_v4.00.xsd', xml));
    return xml;
  },
  explain: explainRange,
  typeOf: () => 'INUTILIZATION',
});

/** The company that inutilizes numbers, and its state, whose authorizer is asked. */
type Owner = Speaker & { state: string };

/** The owner of a range. */
async function ownerOf(em: EntityManager, { company }: Inutilization): Promise<Owner> {
  const [owner] = await em.execute<Owner[]>(owners, [company]);
  if (!owner) throw new Error(`company ${company} does not exist`);
  return owner;
}

const owners = `
  select id as "companyId", tax_id as "taxId", ${newestCertificate('company.id')} as "certificateId",
    coalesce(settings->'address'->>'state', '') as state
  from company where id = ?`;

/** A range as its XML says it, with the Id that also finds the calls about it. */
function layoutOf(range: Inutilization, { taxId, state }: Owner): { id: string; infInut: string } {
  const { environment, model, series, startNumber, endNumber, year, justification } = range;
  return layoutInutilization({
    stateCode: stateCode(state),
    year: 2000 + Number(year),
    cnpj: taxId,
    model,
    series,
    first: startNumber,
    last: endNumber,
    justification,
    environment,
  });
}

/** An attempt to inutilize a range of numbers, with what its conversation needs; `state` is the company's UF. */
type InutilizationAttempt = Conversation & { range: Inutilization; state: string };

/** The matter of inutilizing a range of numbers. */
export const rangeMatter: Matter<InutilizationAttempt, RangeAnswer, InutilizationEnd> = {
  idName: 'inutilizationId',
  logFieldsOf: () => ({}),
  authorityOf: () => sefaz,
  async load(em, id, attempt) {
    const range = await em.findOneOrFail(Inutilization, { id }, { populate: ['signedXml'] });
    if (range.status !== 'PENDING' || range.attempt !== attempt) return { end: range.endOfAttempt() };
    const { state, ...speaker } = await ownerOf(em, range);
    const subject = layoutOf(range, { ...speaker, state }).id;
    const calls = await callsAbout(em, sefaz, subject);
    return { state: { range, state, subject, environment: range.environment, speaker, calls } };
  },
  next: ({ calls }, now, servingAt) => nextInutilizationStep(sefaz, calls, now, servingAt),
  authorityServiceOf: (attempt) => authorityServiceAt(placeOf(attempt)),
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
  async settle(tx, { range: { id } }, answer, now) {
    const range = await tx.em.findOneOrFail(Inutilization, { id }, lockWithSignedXml);
    return range.status === 'PENDING'
      ? settle(tx, range, { ...answer, now })
      : { kind: 'settled', end: range.endOfAttempt() };
  },
  explain: explainRange,
  tellPerson: null,
};

const placeOf = ({
  range: { model, environment },
  state,
}: Pick<InutilizationAttempt, 'range' | 'state'>): SefazAddress => ({ state, model, environment });

async function settle(
  tx: Transaction,
  range: Inutilization,
  { cStat, xMotivo, result, outcome, now }: RangeAnswer & { now: Date },
): Promise<Progress<InutilizationEnd>> {
  const words = `${cStat} - ${xMotivo}`;
  const asking = `Perguntando de novo à SEFAZ pela inutilização (${words})`;
  if (outcome === null) return unansweredProgress(asking);
  switch (outcome.kind) {
    case 'registered':
    case 'alreadyThere': {
      // 563 names the protocol of the first time; without that answer there is no registration to keep beside the signed bytes.
      const procXml = outcome.kind === 'registered' && result ? procInutNFe(range.signedXml ?? '', result.raw) : null;
      const inutilizationDate = result?.dhRecbto ? new Date(result.dhRecbto) : now;
      range.authorize({ cStat, reason: xMotivo, protocol: result?.nProt ?? null, inutilizationDate, procXml });
      await recordInutilized(tx, range);
      tx.ended.push({ what: 'event', type: 'INUTILIZATION', outcome: 'registered', cStat });
      return { kind: 'settled', end: range.endOfAttempt() };
    }
    case 'rejected':
      range.refuse(xMotivo, cStat);
      tx.ended.push({ what: 'event', type: 'INUTILIZATION', outcome: 'rejected', cStat });
      return { kind: 'settled', end: range.endOfAttempt() };
    default:
      return obstacleProgress(sefaz, outcome, { words, asking, now });
  }
}
