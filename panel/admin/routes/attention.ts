import { Company } from '../../../domain/companies/company.entity.ts';
import type { Remedy } from '../../../domain/conversation/remedy.ts';
import { commandOf } from '../../../domain/conversation/remedy.ts';
import { DomainError, NotFound } from '../../../domain/errors.ts';
import { decideEmission } from '../../../http/runs/decide.ts';
import { syncOrRefuse } from '../../../http/runs/sync-received.ts';
import { giveUpReplaced, tryAgain } from '../../../http/runs/try-again.ts';
import { wakeEndpoints } from '../../../http/wake.ts';
import { onceDone } from '../../../operations/access/repeatable.ts';
import type { ActingCompany } from '../../../operations/acting.ts';
import { documentByReference } from '../../../operations/documents/find-document.ts';
import { documentStory } from '../../../operations/documents/story.ts';
import { operating, overseeing } from '../../../operations/in-company.ts';
import { attention } from '../../../operations/waits/attention.ts';
import type { AttentionItem } from '../../../operations/waits/attention/item.ts';
import { changeEndpoint, type Transact } from '../../../operations/webhooks/change-endpoint.ts';
import { redeliverMatching, redeliveredAtMost } from '../../../operations/webhooks/redeliver-matching.ts';
import type { Response } from 'express';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn, operatorOf, repeatableOf } from '../locals.ts';
import type { AdminHandlers, AdminSchema } from '../operations.ts';
import { storyView } from '../views/story.ts';

type AttentionOperations = 'listAttention' | 'applyRemedy' | 'getDocumentStory';
type Request = AdminSchema<'RemedyRequest'>;
type Done = Pick<AdminSchema<'RemedyResult'>, 'outcome'> & { count?: number };

/** What waits or has stopped, what helps, and what a document went through. */
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
      const outcome = await onceDone<Done>(orm, operator, repeatableOf(req), {
        act: () => remedied(parts, res, company, req.body),
        idOf: () => req.body.id ?? company.id,
        find: async () => ({ outcome: 'REPEATED' }),
      });
      if (outcome.isReplay) res.set('Idempotent-Replayed', 'true');
      const { outcome: done, count = null } = outcome.result;
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

/** Does what helps against something of a company, by what the panel's buttons do. @throws DomainError as these do */
async function remedied(parts: PanelParts, res: Response, company: ActingCompany, asked: Request): Promise<Done> {
  const { orm } = parts;
  const { operator } = actingOn(res);
  const transact: Transact = (work) => operating(orm, operator, company.id, work);
  const { kind } = asked;
  switch (kind) {
    case 'RETRY': {
      const what = asked.what ?? missing('what');
      return { outcome: (await tryAgain(parts, company, { what, id: idIn(asked) })) ? 'TOLD' : 'RUN_LOST' };
    }
    case 'RESOLVE':
      await decideEmission(parts, company, idIn(asked), decidedKey(asked));
      return { outcome: 'DECIDED' };
    case 'REACTIVATE_ENDPOINT': {
      const named = { id: idIn(asked), actor: operator.actor };
      const { endpoint, isProven } = await changeEndpoint(transact, parts, named, { isActive: true });
      if (isProven) await wakeEndpoints(parts, res, { ownerLabel: company.taxId, endpoints: [endpoint.id] });
      return { outcome: 'REACTIVATED' };
    }
    case 'REDELIVER_FAILED': {
      const by = { actor: operator.actor, read: transact, write: () => transact };
      const meant = { endpoint: idIn(asked), outcome: 'FAILED' } as const;
      const { count, endpoints } = await redeliverMatching(by, { company: company.id }, meant, redeliveredAtMost);
      await wakeEndpoints(parts, res, { ownerLabel: company.taxId, endpoints });
      return { outcome: 'REDELIVERED', count };
    }
    case 'SYNC':
      await syncOrRefuse(parts, company, new Date());
      return { outcome: 'ASKED' };
    case 'GIVE_UP_REPLACED':
      await giveUpReplaced(parts, company, idIn(asked));
      return { outcome: 'GIVING_UP' };
  }
}

/** The key of the note to adopt; null where the attempt is to end as rejected. @throws DomainError `validation_error` */
function decidedKey({ decision, accessKey }: Request): string | null {
  if (decision === 'REJECT') return null;
  return decision === 'ADOPT' ? (accessKey ?? missing('accessKey')) : missing('decision');
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

/** @param isOfCompany what is of none has no address here, and is done on the command line */
function remedyView({ kind, subject }: Remedy, isOfCompany: boolean): RemedyView {
  const here = (id: string | null, what: string | null = null): RemedyView => ({
    ...{ kind, isDoneHere: isOfCompany, what, id },
  });
  switch (kind) {
    case 'RETRY':
      return here(subject.id, subject.what);
    case 'RESOLVE':
      return here(subject.documentId);
    case 'REACTIVATE_ENDPOINT':
    case 'REDELIVER_FAILED':
      return here(subject.endpointId);
    case 'SYNC':
      return here(null);
    case 'GIVE_UP_REPLACED':
      return here(subject.noteId);
    case 'MEND_SALE':
      return { kind, isDoneHere: false, what: null, id: subject.documentId };
    default:
      return { kind, isDoneHere: false, what: null, id: null };
  }
}
