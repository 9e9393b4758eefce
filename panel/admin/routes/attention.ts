import type { EntityManager } from '../../../config/orm.ts';
import { Company } from '../../../domain/companies/company.entity.ts';
import type { Remedy } from '../../../domain/conversation/remedy.ts';
import { commandOf } from '../../../domain/conversation/remedy.ts';
import { DomainError, NotFound } from '../../../domain/errors.ts';
import { checkScopes } from '../../../http/contract/api-keys.ts';
import { decideEmission } from '../../../http/runs/decide.ts';
import { syncOrRefuse } from '../../../http/runs/sync-received.ts';
import { giveUpReplaced, tryAgain } from '../../../http/runs/try-again.ts';
import { dispatchClosings, wakeEndpoints, wakeLink } from '../../../http/wake.ts';
import { actOnce, type DoOnce } from '../../../operations/access/repeatable.ts';
import { againAfterDeadlock, type TransactionWrapper, type Transact } from '../../../operations/transactions.ts';
import type { ActingCompany } from '../../../operations/acting.ts';
import { closeAgain } from '../../../operations/closings/close-again.ts';
import { nsuIn, setNsuOf } from '../../../operations/distribution/set-nsu.ts';
import { documentByReference } from '../../../operations/documents/find-document.ts';
import { documentStory } from '../../../operations/documents/story.ts';
import { inLink, operating, overseeing } from '../../../operations/in-company.ts';
import { acceptBetween, refuseBetween } from '../../../operations/offices/change-link.ts';
import { attention } from '../../../operations/waits/attention.ts';
import type { AttentionItem } from '../../../operations/waits/attention/attention-item.ts';
import { changeEndpoint } from '../../../operations/webhooks/change-endpoint.ts';
import {
  findRedeliverable,
  redeliveredAtMost,
  redeliverFound,
} from '../../../operations/webhooks/redeliver-matching.ts';
import type { Response } from 'express';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn, operatorOf, repeatableOf, actResult } from '../locals.ts';
import type { AdminHandlers, AdminSchema } from '../operations.ts';
import { storyView } from '../views/story.ts';

type AttentionOperations = 'listAttention' | 'applyRemedy' | 'getDocumentStory';
type Request = AdminSchema<'RemedyRequest'>;
type Done = Pick<AdminSchema<'RemedyResult'>, 'outcome'> & { count?: number };
/** The remedy that a caller asks for about a company, and how it is applied once. */
type RemedyWork = {
  company: ActingCompany;
  asked: Request;
  once: DoOnce<Done>;
  release: (em: EntityManager) => Promise<void>;
};

/** What waits or has stopped, the remedies for it, and the story of a document. */
export function attentionHandlers(parts: PanelParts): Pick<AdminHandlers, AttentionOperations> {
  const { orm, rates } = parts;
  return {
    listAttention: async (req, res) => {
      const { companyId, what: only, limit: atMost = 100 } = req.query;
      const list = await overseeing(orm, operatorOf(res), async (em) => {
        const company = companyId === undefined ? null : await em.findOne(Company, { id: companyId });
        if (companyId !== undefined && !company) throw unknownCompany();
        const found = await attention(em, { company, atMost, only, now: new Date(), rates });
        const taxIds = found.items.flatMap(({ company: taxId }) => taxId ?? []);
        const companies = await em.find(Company, { taxId: { $in: taxIds } }, { fields: ['taxId'] });
        const ids = new Map(companies.map(({ id, taxId }) => [taxId, id]));
        return { ...found, items: found.items.map((item) => itemView(item, ids)) };
      });
      res.json({ data: list.items, total: list.total, totals: list.totals });
    },

    applyRemedy: async (req, res) => {
      const { operator, company } = actingOn(res);
      const outcome = await actOnce<Done, Done>(orm, operator, repeatableOf(req), {
        act: (once, release) => remedied(parts, res, { company, asked: req.body, once, release }),
        again: async ({ told }) => told,
      });
      const { outcome: done, count = null } = actResult(res, outcome);
      res.json({ kind: req.body.kind, outcome: done, count });
    },

    getDocumentStory: async (req, res) => {
      const story = await overseeing(orm, operatorOf(res), async (em) => {
        const document = await documentByReference(em, req.params.reference);
        if (!document) throw new NotFound('document');
        return documentStory(em, document);
      });
      res.json(storyView(story));
    },
  };
}

/** Applies a remedy about a company, as the panel's buttons do. @throws DomainError as these do */
async function remedied(
  parts: PanelParts,
  res: Response,
  { company, asked, once, release }: RemedyWork,
): Promise<Done> {
  const { orm } = parts;
  const { operator } = actingOn(res);
  const transact: Transact = (work) => operating(orm, operator, company.id, work);
  const { kind } = asked;
  const always =
    (told: Done) =>
    <Result>(em: EntityManager, work: () => Promise<Result>): Promise<Result> =>
      once(em, work, () => ({ told }));
  switch (kind) {
    case 'RETRY': {
      const what = asked.what ?? missing('what');
      const toldOf = (isTold: boolean): Done => ({ outcome: isTold ? 'TOLD' : 'RUN_LOST' });
      const around: TransactionWrapper<boolean> = (em, work) => once(em, work, (isTold) => ({ told: toldOf(isTold) }));
      return toldOf(await tryAgain(parts, company, { what, id: idIn(asked) }, around));
    }
    case 'RESOLVE': {
      const decided: Done = { outcome: 'DECIDED' };
      await decideEmission(parts, company, idIn(asked), decidedKey(asked), always(decided));
      return decided;
    }
    case 'REACTIVATE_ENDPOINT': {
      const reactivated: Done = { outcome: 'REACTIVATED' };
      const named = { id: idIn(asked), actor: operator.actor };
      const changes = { isActive: true };
      const { endpoint, isProven } = await changeEndpoint(transact, parts, named, changes, always(reactivated));
      if (isProven) await wakeEndpoints(parts, res, { ownerLabel: company.taxId, endpoints: [endpoint.id] });
      return reactivated;
    }
    case 'REDELIVER_FAILED': {
      const meant = { endpoint: idIn(asked), outcome: 'FAILED' } as const;
      const found = await findRedeliverable(transact, { company: company.id }, meant, redeliveredAtMost);
      const resent = (count: number): Done => ({ outcome: 'REDELIVERED', count });
      const { count, endpoints } = await againAfterDeadlock(() =>
        transact((em) => {
          const by = { actor: operator.actor, write: (): Transact => (work) => work(em) };
          return once(
            em,
            () => redeliverFound(by, found),
            (done) => ({ told: resent(done.count) }),
          );
        }),
      );
      await wakeEndpoints(parts, res, { ownerLabel: company.taxId, endpoints });
      return resent(count);
    }
    case 'SYNC': {
      const wanted: Done = { outcome: 'ASKED' };
      await syncOrRefuse(parts, company, new Date(), { around: always(wanted), takenBack: release });
      return wanted;
    }
    case 'GIVE_UP_REPLACED': {
      const giving: Done = { outcome: 'GIVING_UP' };
      await giveUpReplaced(parts, company, idIn(asked), always(giving));
      return giving;
    }
    case 'ANSWER_INVITATION': {
      // Applying remedies is not enough to decide what an office may do for a company.
      checkScopes(operator.scopes, ['offices:write']);
      const answered: Done = { outcome: 'ANSWERED' };
      const sides = { companyId: company.id, officeId: idIn(asked) };
      const { actor } = operator;
      const answer = answerIn(asked);
      const changed = await inLink(orm, sides, (em) =>
        always(answered)(em, () =>
          answer === 'ACCEPT'
            ? acceptBetween(em, sides, { issuingAllowed: asked.issuingAllowed ?? false, actor })
            : refuseBetween(em, sides, actor),
        ),
      );
      await wakeLink(parts, res, changed);
      return answered;
    }
    case 'CLOSE_AGAIN': {
      const closing: Done = { outcome: 'CLOSING' };
      const named = { company, id: idIn(asked) };
      await closeAgain(orm, operator, named, (office) => dispatchClosings(parts, res, office), {
        around: always(closing),
        takenBack: release,
      });
      return closing;
    }
    case 'SET_NSU': {
      const set: Done = { outcome: 'NSU_SET' };
      const wanted = { source: asked.source ?? missing('source'), nsu: nsuIn(asked.nsu ?? '') ?? missing('nsu') };
      await transact((em) => always(set)(em, () => setNsuOf(em, company, wanted)));
      return set;
    }
  }
}

/** The access key of the note to adopt; null to end the attempt as rejected. @throws DomainError `validation_error` */
function decidedKey({ decision, accessKey }: Request): string | null {
  if (decision === 'REJECT') return null;
  return decision === 'ADOPT' ? (accessKey ?? missing('accessKey')) : missing('decision');
}

/** @throws DomainError `validation_error` for anything but an answer */
function answerIn({ decision }: Request): 'ACCEPT' | 'REFUSE' {
  return decision === 'ACCEPT' || decision === 'REFUSE' ? decision : missing('decision');
}

function idIn({ id }: Request): string {
  return id ?? missing('id');
}

/** @throws DomainError `validation_error` */
function missing(path: string): never {
  const message = `Este remédio pede ${path}.`;
  throw new DomainError('validation_error', message, { issues: [{ path, message: 'falta para este remédio' }] });
}

function unknownCompany(): DomainError {
  return new DomainError('not_found', 'Empresa não encontrada. Confira o identificador e a chave usada.');
}

function itemView(item: AttentionItem, ids: ReadonlyMap<string, string>): AdminSchema<'AttentionItem'> {
  const { what, kind, id, title, reason, since, until, remedy } = item;
  const companyId = ids.get(item.company ?? '');
  const company = companyId === undefined || item.company === null ? null : { id: companyId, taxId: item.company };
  return {
    ...{ what, kind, id, company, title, reason },
    since: since.toISOString(),
    until: until?.toISOString() ?? null,
    remedy: { ...remedyView(remedy, company !== null), command: commandOf(remedy) },
  };
}

type RemedyView = Omit<AdminSchema<'AttentionRemedy'>, 'command'>;

/** @param isOfCompany whether the item belongs to a company: others are remedied on the command line alone */
function remedyView({ kind, subject }: Remedy, isOfCompany: boolean): RemedyView {
  const nothing = { what: null, id: null, source: null, nsu: null };
  const here = (id: string | null, more: Partial<RemedyView> = {}): RemedyView => ({
    ...{ ...nothing, kind, isDoneHere: isOfCompany, id, ...more },
  });
  switch (kind) {
    case 'RETRY':
      return here(subject.id, { what: subject.what });
    case 'RESOLVE':
      return here(subject.documentId);
    case 'REACTIVATE_ENDPOINT':
    case 'REDELIVER_FAILED':
      return here(subject.endpointId);
    case 'SYNC':
      return here(null);
    case 'GIVE_UP_REPLACED':
      return here(subject.noteId);
    case 'CLOSE_AGAIN':
      return here(subject.closingId);
    case 'SET_NSU':
      return here(null, { source: subject.source, nsu: subject.nsu });
    case 'MEND_SALE':
      return here(subject.documentId, { isDoneHere: false });
    default:
      return here(null, { isDoneHere: false });
  }
}
